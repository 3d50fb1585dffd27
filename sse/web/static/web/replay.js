// Steps through a match without loading whole pages: the picture and what stands beside
// it are fetched apart, neighbours ahead of time. Without this file every link works too.

const MOST_KEPT = 80; // steps
const AHEAD = 3; // steps fetched while playing
const PAUSE = 1200; // milliseconds a step is shown at speed 1

const course = JSON.parse(document.getElementById("course").textContent);
const board = document.getElementById("board");
const side = document.getElementById("side");
const slider = document.getElementById("slider");
const play = document.getElementById("play");
const speed = document.getElementById("speed");
const jump = document.getElementById("jump");
const spot = document.getElementById("spot");
const keys = document.getElementById("keys");
const useKeys = document.getElementById("use-keys");

const steps = course.ranges.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index));
const places = new Map(steps.map((step, index) => [step, index]));

let shown = Number(side.querySelector("#step").dataset.step); // what the page shows
let wanted = shown; // what was asked for last
let timer = 0;
let isPlace = false; // whether what is shown next is one to come back to

// ------------------------------------------------------------------- where a step is

const SINGLE = new Set(["before", "after"]); // ways that make no place to come back to

const address = (step, rest = "") => `${course.base}${step}${rest}${course.query}`;

function nearest(list, step, way) {
  if (way > 0) return list.find((other) => other > step);
  return list.findLast((other) => other < step);
}

function targetOf(way) {
  return {
    "first": () => steps[0],
    "phase-before": () => nearest(course.phases, wanted, -1),
    "before": () => nearest(steps, wanted, -1),
    "after": () => nearest(steps, wanted, 1),
    "phase-after": () => nearest(course.phases, wanted, 1),
    "last": () => steps[steps.length - 1],
  }[way]();
}

// ------------------------------------------------------------------ fetching, keeping

const kept = new Map(); // step → promise of its part and its picture

function fetched(step) {
  let found = kept.get(step);
  kept.delete(step);
  found ??= load(step).catch((error) => {
    kept.delete(step);
    throw error;
  });
  kept.set(step, found); // the last used last
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  return found;
}

async function load(step) {
  const part = readPart(await textOf(address(step, "/part")));
  const picture = readPicture(await textOf(part.dataset.frame));
  return { part, picture };
}

async function textOf(url) {
  const answer = await fetch(url, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${answer.status} ${url}`);
  return answer.text();
}

function readPart(text) {
  return new DOMParser().parseFromString(text, "text/html").getElementById("step");
}

function readPicture(text) {
  return new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
}

function fetchAround(step) {
  const ahead = timer ? AHEAD : 1;
  const at = places.get(step);
  for (let far = 1; far <= ahead; far += 1) {
    if (at + far < steps.length) fetched(steps[at + far]).catch(() => {});
  }
  if (at > 0) fetched(steps[at - 1]).catch(() => {});
}

// ----------------------------------------------------------------------- showing it

async function go(step, asPlace = false) {
  if (step === undefined) return;
  isPlace ||= asPlace;
  if (!places.has(step)) {
    location.assign(address(step)); // taken back, or silent: its page shows it
    return;
  }
  wanted = step;
  showPlace(step);
  try {
    const found = await fetched(step);
    if (wanted === step) show(step, found);
  } catch {
    location.assign(address(step)); // the whole page says what is wrong
  }
}

function showPlace(step) {
  const at = places.get(step);
  slider.value = at;
  slider.setAttribute("aria-valuetext", String(step));
  jump.value = step;
  for (const link of document.querySelectorAll(".way[data-way]")) showWay(link);
}

function showWay(link) {
  const target = targetOf(link.dataset.way);
  const leads = target !== undefined && target !== wanted;
  if (leads) {
    link.href = address(target);
    link.removeAttribute("aria-disabled");
    link.removeAttribute("role");
  } else {
    link.removeAttribute("href");
    link.setAttribute("aria-disabled", "true");
    link.setAttribute("role", "link");
  }
}

function show(step, { part, picture }) {
  const fresh = document.importNode(part, true);
  showPicture(picture, fresh);
  showPart(fresh);
  spot.replaceChildren();
  shown = step;
  keepPlace(address(step));
  document.title = fresh.dataset.title;
  document.getElementById("said").textContent =
    fresh.querySelector(".sentences").textContent.trim();
  fetchAround(step);
}

function keepPlace(url) {
  const isHere = url === location.pathname + location.search; // one has come back
  if (!isHere && isPlace) history.pushState(null, "", url);
  else if (!isHere) history.replaceState(null, "", url);
  isPlace = false;
}

addEventListener("popstate", () => {
  const step = Number(location.pathname.slice(course.base.length));
  if (location.search !== course.query) location.reload(); // other eyes
  else if (step !== wanted) {
    stop();
    isPlace = false;
    go(step);
  }
});

function showPicture(picture, part) {
  const drawn = document.importNode(picture, true);
  const changed = new Set(
    Array.from(part.querySelectorAll("[data-spot]"), (line) => line.dataset.spot));
  for (const group of drawn.querySelectorAll("[data-word]")) {
    if (outermost(group) === group && changed.has(group.dataset.word)) {
      group.classList.add("changed");
    }
  }
  board.replaceChildren(drawn);
}

function outermost(element) {
  let found = null;
  for (let at = element; at && at !== board; at = at.parentElement) {
    if (at.dataset?.word !== undefined) found = at;
  }
  return found;
}

// What a reader has opened, written or is at stays so from step to step.

const drafts = new Map(); // step and field → what was written there

function showPart(fresh) {
  const old = document.getElementById("step");
  const open = Array.from(old.querySelectorAll("details[open]"), (one) => one.id);
  const active = old.contains(document.activeElement) ? document.activeElement : null;
  const where = active?.id || "";
  const asked = old.querySelector("#spot-of")?.value;
  const inList = Boolean(active?.closest(".told"));
  keepDrafts(old);
  old.replaceWith(fresh);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  restoreDrafts(fresh);
  askFor(fresh.querySelector("#spot-of"), asked);
  const next = inList
    ? fresh.querySelector("[aria-current=step]") : document.getElementById(where);
  next?.focus({ preventScroll: true });
}

function askFor(field, word) {
  if (Array.from(field?.options ?? []).some((one) => one.value === word)) {
    field.value = word;
  }
}

function keepDrafts(part) {
  for (const field of part.querySelectorAll("textarea:not([readonly])")) {
    const key = `${part.dataset.step} ${field.id}`;
    if (field.value) drafts.set(key, field.value);
    else drafts.delete(key);
  }
}

function restoreDrafts(part) {
  for (const field of part.querySelectorAll("textarea:not([readonly])")) {
    field.value = drafts.get(`${part.dataset.step} ${field.id}`) ?? field.value;
  }
}

// -------------------------------------------------------------------------- playing

function start() {
  if (wanted === steps[steps.length - 1]) go(steps[0]);
  play.setAttribute("aria-pressed", "true");
  timer = setTimeout(tick, PAUSE / Number(speed.value));
  fetchAround(wanted);
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  play.setAttribute("aria-pressed", "false");
}

async function tick() {
  const next = targetOf("after");
  if (next === undefined) {
    stop();
    return;
  }
  const running = timer;
  await go(next);
  if (timer !== running || timer === 0) return; // stopped meanwhile
  timer = setTimeout(tick, PAUSE / Number(speed.value));
}

// ---------------------------------------------------------------- pointing at a spot

board.addEventListener("click", async (event) => {
  const group = outermost(event.target);
  if (!group) return;
  const step = shown;
  const word = group.dataset.word;
  const url = changesOf(step, word);
  try {
    const told = JSON.parse(await textOf(url));
    if (step === shown) tellSpot(word, told);
  } catch {
    spot.replaceChildren();
  }
});

function changesOf(step, word, way = "") {
  const url = new URL(address(step, "/changes"), location.href);
  url.searchParams.set("spot", word);
  if (way) url.searchParams.set("go", way);
  return url.href;
}

function tellSpot(word, told) {
  const name = document.createElement("strong");
  name.textContent = told.name;
  const parts = [name, spotLink(told.before, spot.dataset.before)];
  if (told.now) parts.push(said(spot.dataset.now));
  parts.push(spotLink(told.after, spot.dataset.after));
  spot.replaceChildren(...parts.filter(Boolean));
  if (parts.filter(Boolean).length === 1) spot.append(said(spot.dataset.never));
}

function spotLink(step, sentence) {
  if (step === null) return null;
  const link = document.createElement("a");
  link.href = address(step);
  link.dataset.step = step;
  link.textContent = sentence.replace("{step}", step);
  return link;
}

function said(text) {
  const found = document.createElement("span");
  found.textContent = text;
  return found;
}

// ------------------------------------------------------------------ clicks and keys

document.addEventListener("click", (event) => {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target.closest?.("a");
  if (!link) return;
  const { way, step, go: there } = link.dataset;
  if (way) follow(event, targetOf(way), !SINGLE.has(way));
  else if (step) follow(event, Number(step), true);
  else if (there) followChange(event, link.closest("[data-spot]").dataset.spot, there);
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "asks-change") return;
  const word = event.target.elements.spot.value;
  followChange(event, word, event.submitter?.value ?? "before");
});

function follow(event, step, asPlace) {
  event.preventDefault();
  stop();
  go(step, asPlace);
}

async function followChange(event, word, way) {
  event.preventDefault();
  stop();
  const told = JSON.parse(await textOf(changesOf(shown, word)));
  if (told[way] !== null) go(told[way], true);
  else tellSpot(word, told);
}

let isSliding = false;
slider.addEventListener("input", () => {
  stop();
  go(steps[Number(slider.value)], !isSliding);
  isSliding = true; // one place, wherever it ends
});
slider.addEventListener("change", () => { isSliding = false; });

jump.form.addEventListener("submit", (event) => {
  event.preventDefault();
  jumpTo(Number(jump.value));
});

function jumpTo(step) {
  stop();
  go(Math.min(Math.max(0, step), steps[steps.length - 1]), true);
}

play.addEventListener("click", () => (timer ? stop() : start()));

const KEYS = {
  ArrowLeft: "before",
  ArrowRight: "after",
  PageUp: "phase-before",
  PageDown: "phase-after",
  Home: "first",
  End: "last",
};
let typed = "";

function isTaken(event) {
  const field = event.target.closest("input, textarea, select, dialog");
  if (field && field !== slider) return true;
  const pressed = event.key === " " || (event.key === "Enter" && !typed);
  return pressed && event.target.closest("button, summary, a");
}

document.addEventListener("keydown", (event) => {
  const strange = event.ctrlKey || event.altKey || event.metaKey;
  if (strange || isTaken(event) || !useKeys.checked) return;
  if (KEYS[event.key]) {
    event.preventDefault();
    stop();
    go(targetOf(KEYS[event.key]), !SINGLE.has(KEYS[event.key]));
  } else if (event.key === " ") {
    event.preventDefault();
    play.click();
  } else if (/^[0-9]$/.test(event.key)) {
    typed = (typed + event.key).slice(-8);
    jump.value = typed;
  } else if (event.key === "Enter" && typed) {
    event.preventDefault();
    jumpTo(Number(typed));
    typed = "";
  } else if (event.key === "?") {
    keys.showModal();
  } else if (event.key === "Escape") {
    typed = "";
    showPlace(wanted);
  }
});

document.getElementById("show-keys").addEventListener("click", () => keys.showModal());

// ------------------------------------------------------------- a reader's own ways

const zoom = document.getElementById("zoom");
zoom.addEventListener("click", () => {
  const isLarge = board.classList.toggle("large");
  zoom.setAttribute("aria-pressed", isLarge);
  board.tabIndex = isLarge ? 0 : -1; // what scrolls can be reached by keys
});

function remember(field, name, value) {
  const before = localStorage.getItem(name);
  if (before !== null) field[value] = value === "checked" ? before === "true" : before;
  field.addEventListener("change", () => localStorage.setItem(name, field[value]));
}

try {
  remember(speed, "replay speed", "value");
  remember(useKeys, "replay keys", "checked");
} catch {
  // no memory allowed: everything works, and is forgotten
}

for (const id of ["slide", "play", "speed-of", "show-keys", "zoom"]) {
  document.getElementById(id).hidden = false;
}
document.documentElement.classList.add("steps-by-itself");
kept.set(shown, Promise.resolve({
  part: document.getElementById("step").cloneNode(true),
  picture: board.querySelector("svg").cloneNode(true),
}));
fetchAround(shown);
