// What is in the text box is looked at while somebody types: what it would do, or what
// is wrong with it. Nothing is kept. Whatever has data-type writes its text there.

const PATIENCE = 450; // milliseconds after the last key
let timer = 0;
let running = null;

document.body.addEventListener("input", (event) => {
  if (event.target.id === "id_text") soon();
});
document.body.addEventListener("click", (event) => {
  const link = event.target.closest("[data-type]");
  const box = document.getElementById("id_text");
  if (!link || !box) return;
  event.preventDefault();
  const isPart = box.form.hasAttribute("data-adds") && !document.getElementById("planner");
  const isAdded = link.closest(".hints") && isPart;
  write(box, isAdded ? withLine(box.value, link.dataset.type) : link.dataset.type);
  box.focus();
});
document.body.addEventListener("htmx:afterSettle", soon);
soon();

// Where a whole phase is asked for, what is chosen goes below what is written already.
function withLine(text, line) {
  const lines = text.split("\n").filter((each) => each.trim());
  return lines.includes(line) ? text : [...lines, line].join("\n");
}

export function write(box, text) {
  box.value = text;
  box.scrollTop = box.scrollHeight;
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

// Whether a text could be sent.
export async function reads(text) {
  const answer = await ask(text, null);
  return answer?.headers.get("X-Reads") === "yes";
}

function soon() {
  clearTimeout(timer);
  running?.abort(); // its text is no longer the one that is written
  timer = setTimeout(look, PATIENCE);
}

async function look() {
  const box = document.getElementById("id_text");
  const place = document.getElementById("check");
  if (!box || !place) return;
  if (!box.value.trim()) return put(place, "");
  running = new AbortController();
  try {
    const answer = await ask(box.value, running.signal);
    const isLook = answer?.ok && answer.headers.has("X-Reads"); // and no other page
    put(place, isLook ? await answer.text() : "");
  } catch (error) {
    if (error.name !== "AbortError") put(place, ""); // it can be sent all the same
  }
}

function put(place, html) {
  place.innerHTML = html; // escaped by our own template
  place.dispatchEvent(new Event("looked", { bubbles: true }));
}

async function ask(text, signal) {
  const place = document.getElementById("check");
  const position = document.getElementById("id_position").value;
  const body = new URLSearchParams({ text, position });
  if (signal && document.getElementById("pointing")) body.set("board", "yes");
  if (signal && document.getElementById("planner")) body.set("form", "yes");
  const token = document.querySelector("#orders [name=csrfmiddlewaretoken]").value;
  const headers = { "X-CSRFToken": token, "X-Requested-With": "fetch" };
  const answer = await fetch(place.dataset.check, { method: "POST", body, signal, headers });
  if (answer.status === 401) document.body.dispatchEvent(new Event("logged-out"));
  return answer;
}
