// Who points at the board types an order: the same text that a mail would hold.
//
// The page brings every order that is legal now, as its words. A spot of the picture
// stands for a word; a spot in a spot for both. What is pointed at, one after another,
// leaves fewer orders; when one is left, its text is written. What is left is listed
// besides: see choices.js.

import { reads, write } from "./checking.js";
import { goOut, isInside, prepareChoices, showChoices } from "./choices.js";

let table = null;
let frame = 0;

document.body.addEventListener("htmx:afterSettle", begin);
document.body.addEventListener("input", (event) => event.target === table?.text && renew());
for (const moving of ["scroll", "resize"]) window.addEventListener(moving, soon, { passive: true });
begin();

function begin() {
  const data = document.getElementById("options");
  const board = document.querySelector(".board svg");
  if (!data || !board || data.dataset.begun) return;
  data.dataset.begun = "yes";
  table = {
    text: document.getElementById("id_text"),
    typed: [], // texts as they were before an order was written
    points: [], // what was pointed at, each as its words from the outside in
  };
  document.getElementById("pointing").hidden = false;
  prepareChoices();
  for (const going of ["opened", "input"]) document.getElementById("pointing").addEventListener(going, renew);
  document.getElementById("undo").addEventListener("click", undo);
  document.getElementById("clear").addEventListener("click", clear);
  document.getElementById("look").addEventListener("click", () => lit()[0].scrollIntoView({ block: "center" }));
  lay(JSON.parse(data.textContent), board);
}

// A board to point at, with the orders that are legal there. What was pointed at already
// stays, if an order there has it; so does the part of the list that was opened, if the
// orders are the same: the answer about an order may come when others are looked for.
export function lay(options, board) {
  const areSame = JSON.stringify(options) === JSON.stringify(table.options);
  table.options = options;
  table.board = board;
  if (!remaining().length) table.points = [];
  board.addEventListener("click", (event) => pointAt(event.target));
  board.addEventListener("keydown", pressed);
  for (const spot of board.querySelectorAll("[data-word]")) prepare(spot);
  show(areSame);
}

// ---------------------------------------------------------------------- the orders

export function pathOf(element) {
  const path = [];
  let spot = element.closest("[data-word]");
  while (spot) {
    path.unshift(spot.dataset.word);
    spot = spot.parentElement.closest("[data-word]");
  }
  return path;
}

// What a spot may stand for: all its words together, else what it lies in.
function meanings(path) {
  return path.map((_, index) => path.slice(0, path.length - index));
}

// Where the words stand in a row, in this order or in the other: `D4 leader` is meant by
// `order leader D4` too.
function found(words, wanted, from) {
  for (const row of [wanted, [...wanted].reverse()])
    for (let at = from; at + row.length <= words.length; at++)
      if (row.every((word, index) => words[at + index] === word)) return at + row.length;
  return -1;
}

// The orders that are left after one more pointing.
function narrowed(left, path) {
  for (const wanted of meanings(path)) {
    const fit = fitting(left, wanted);
    if (fit.length) return fit;
  }
  return [];
}

// Those that go on with these words; else those that have them anywhere.
function fitting(left, wanted) {
  for (const fromWhere of [(one) => one.at, () => 0]) {
    const fit = left
      .map((one) => ({ option: one.option, at: found(one.option.words, wanted, fromWhere(one)) }))
      .filter((one) => one.at >= 0);
    if (fit.length) return fit;
  }
  return [];
}

function remaining() {
  let left = table.options.map((option) => ({ option, at: 0 }));
  for (const path of table.points) left = narrowed(left, path);
  return left;
}

// ----------------------------------------------------------------------- pointing

function pressed(event) {
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    pointAt(event.target);
  } else if (event.key === "Escape") forget();
}

function pointAt(element) {
  const path = pathOf(element);
  if (!path.length) return;
  const before = remaining();
  if (isLast(path) && !goesOn(before, path)) return unpoint();
  const left = narrowed(before, path);
  if (!left.length) return say("none");
  table.points.push(path);
  if (!isMeant(before, path)) {
    show();
    say("instead");
  } else if (left.length === 1) choose(left[0].option);
  else show();
}

function isLast(path) {
  return table.points.at(-1)?.join(" ") === path.join(" ");
}

// Whether an order names it once more.
function goesOn(left, path) {
  return left.some((one) => found(one.option.words, path, one.at) >= 0);
}

function unpoint() {
  table.points.pop();
  show();
}

// A spot that no order names stands for what it lies in; one that some other order names
// was pointed at for its own sake, and nothing may be written in its place.
function isMeant(left, path) {
  const isNamed = table.options.some((option) => option.words.includes(path.at(-1)));
  return !isNamed || fitting(left, path).length > 0;
}

async function choose(option) {
  const before = table.text.value;
  table.typed.push({ before, points: table.points.slice(0, -1), board: table.board });
  table.points = [];
  write(table.text, await joined(before, option.text));
  show();
  say("typed");
}

// Added to what stands there, if that can be sent together; else instead of it.
async function joined(before, text) {
  const both = `${before.trimEnd()}\n${text}`;
  return before.trim() && (await reads(both)) ? both : text;
}

function undo() {
  if (isInside()) return leave();
  if (table.points.length) table.points.pop();
  else if (table.typed.length) {
    const last = table.typed.pop();
    table.points = last.board === table.board ? last.points : [];
    write(table.text, last.before);
  }
  show();
}

function leave() {
  goOut();
  renew();
}

function forget() {
  table.points = [];
  show();
}

function clear() {
  table.typed.push({ before: table.text.value, points: table.points, board: table.board });
  table.points = [];
  write(table.text, "");
  show();
}

// ------------------------------------------------------------------------ showing

// Each spot gets one shape that can be seen, focused and heard; spots in it have theirs.
export function prepare(spot) {
  if ([...spot.children].some((child) => child.classList.contains("halo"))) return; // laid before
  let area = [...spot.children].find((child) => child.classList.contains("area"));
  if (!area) {
    const box = spot.getBBox();
    area = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const size = { x: box.x - 2, y: box.y - 2, width: box.width + 4, height: box.height + 4, rx: 5 };
    for (const [name, value] of Object.entries(size)) area.setAttribute(name, value);
    area.setAttribute("fill-opacity", 0);
    area.setAttribute("class", "area");
    if (spot.querySelector("[data-word]")) spot.prepend(area);
    else spot.append(area);
  }
  const halo = area.cloneNode();
  halo.setAttribute("class", "halo");
  area.before(halo);
}

function show(isOpen = false) {
  const left = remaining();
  const last = table.points.at(-1)?.join(" ");
  for (const spot of table.board.querySelectorAll("[data-word]")) {
    const path = pathOf(spot);
    const can = fitting(left, path).length > 0;
    const area = [...spot.children].find((child) => child.classList.contains("area"));
    spot.classList.toggle("can", can);
    spot.classList.toggle("pointed", path.join(" ") === last);
    for (const [name, value] of Object.entries({ role: "button", tabindex: 0, "aria-label": spot.dataset.name }))
      if (can) area.setAttribute(name, value);
      else area.removeAttribute(name);
  }
  list(left, isOpen);
}

function list(left, isOpen) {
  showChoices(left.map((one) => one.option), take, isOpen);
  document.getElementById("orders").classList.toggle("choosing", table.points.length > 0);
  renew();
  look();
  say(table.points.length ? "many" : lit().length ? "begin" : left.length ? "listed" : "");
}

function renew() {
  document.getElementById("undo").disabled = !table.points.length && !table.typed.length && !isInside();
  document.getElementById("clear").disabled = !table.text.value && !table.points.length;
}

// ------------------------------------------------------------------ where to look

function lit() {
  return [...table.board.querySelectorAll(".can > .area")];
}

function soon() {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => table && look());
}

// The keyboard stays at the same spot of another board; else it goes to the list.
export function focusOn(path) {
  const area = spotAt(path)?.querySelector(":scope > .area[tabindex]");
  (area ?? document.getElementById("candidates")).focus({ preventScroll: true });
}

// Whether anything lit can be seen; the orders may lie over the board.
function look() {
  const orders = document.getElementById("orders");
  const isOver = orders && getComputedStyle(orders).position === "sticky";
  const end = isOver ? Math.min(innerHeight, orders.getBoundingClientRect().top) : innerHeight;
  const spots = lit().map((area) => area.getBoundingClientRect());
  const isSeen = spots.some((spot) => spot.bottom > 0 && spot.top < end);
  const button = document.getElementById("look");
  if (button) button.hidden = !spots.length || isSeen;
}

// -------------------------------------------------------------------------- words

function take(option) {
  table.points.push([]);
  choose(option);
}

function words(key) {
  return document.getElementById("pointed").dataset[key];
}

function say(key) {
  const names = table.points.map((path) => nameOf(path)).filter(Boolean);
  document.getElementById("pointed").textContent = [names.join(" · "), words(key)].filter(Boolean).join(": ");
}

function nameOf(path) {
  return spotAt(path)?.dataset.name;
}

function spotAt(path) {
  const spots = [...table.board.querySelectorAll("[data-word]")];
  return spots.find((spot) => pathOf(spot).join(" ") === path.join(" "));
}
