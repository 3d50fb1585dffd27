// A rule that is named is told where one points at its number, or tabs to it.

const PATIENCE = 200; // milliseconds: a mouse that only passes by asks nothing
const told = new Map();
let timer = 0;
let card = null;

for (const kind of ["mouseover", "focusin"]) document.body.addEventListener(kind, come);
for (const kind of ["mouseout", "focusout"]) document.body.addEventListener(kind, go);
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());

function come(event) {
  if (card?.contains(event.target)) return clearTimeout(timer);
  const link = event.target.closest?.(".rule[data-rule]");
  if (!link) return;
  clearTimeout(timer);
  timer = setTimeout(() => show(link), PATIENCE);
}

function go(event) {
  if (!event.target.closest?.(".rule[data-rule], .rule-card")) return;
  clearTimeout(timer);
  timer = setTimeout(hide, 2 * PATIENCE);
}

async function show(link) {
  const address = link.dataset.rule;
  if (!told.has(address)) {
    const answer = await fetch(address);
    if (!answer.ok) return;
    told.set(address, await answer.text());
  }
  hide();
  card = document.createElement("div");
  card.className = "rule-card";
  card.id = "rule-card";
  card.setAttribute("role", "tooltip");
  card.innerHTML = told.get(address); // our own rule sheet
  document.getElementById("main").append(card);
  place(link.getBoundingClientRect());
  link.setAttribute("aria-describedby", card.id);
}

// Below the number, or above it where there is more room.
function place(at) {
  const left = Math.min(at.left, document.documentElement.clientWidth - card.offsetWidth - 12);
  const below = at.bottom + 6 + card.offsetHeight < innerHeight || at.top < card.offsetHeight + 6;
  const top = below ? at.bottom + 6 : at.top - card.offsetHeight - 6;
  card.style.left = `${Math.max(left, 12) + scrollX}px`;
  card.style.top = `${top + scrollY}px`;
}

function hide() {
  document.querySelector("[aria-describedby=rule-card]")?.removeAttribute("aria-describedby");
  card?.remove();
  card = null;
}
