// The orders that are left, as a list. Few are buttons. Many are found by their first
// word, or by typing a part of them. Orders that differ in a number are one choice, with
// a stepper for the number.

const SHOWN = 12; // choices listed at once, without a first word
const STEPPERS = 3; // shown at once; of more ranges one is opened first
const RANGE = 3; // numbers that are left in a range, at least
let list = null; // what is listed, and how far somebody has gone into it

const box = () => document.getElementById("candidates");
const find = () => document.getElementById("find");

// Called once for each page.
export function prepareChoices() {
  find().addEventListener("input", fill);
}

// An open list stays open: the same orders are listed once more.
export function showChoices(options, choose, isOpen) {
  if (!isOpen) find().value = "";
  const depth = isOpen ? { word: list.word, range: list.range } : { word: null, range: null };
  list = { options, choose, ...depth };
  fill();
}

export function isInside() {
  return list !== null && (list.range !== null || list.word !== null || find().value !== "");
}

// One level up: out of a range, of what was typed, of a first word.
export function goOut() {
  if (list.range !== null) list.range = null;
  else if (find().value) find().value = "";
  else list.word = null;
  fill();
}

// ------------------------------------------------------------------------- choices

// Each order by itself, or with the others of its range.
function choicesOf(options) {
  const ranges = grouped(options, (option) => option.range);
  const isRange = (option) => option.range !== undefined && ranges.get(option.range).length >= RANGE;
  const firsts = options.filter((option) => !isRange(option) || ranges.get(option.range)[0] === option);
  return firsts.map((option) => (isRange(option) ? rangeOf(ranges.get(option.range)) : single(option)));
}

function grouped(items, keyOf) {
  const groups = new Map(items.map((item) => [keyOf(item), []]));
  for (const item of items) groups.get(keyOf(item)).push(item);
  return groups;
}

function single(option) {
  return { text: option.text, option };
}

function rangeOf(options) {
  return { text: spread(options), range: options[0].range, options };
}

// “buy 1 beans” to “buy 20 beans” is “buy 1–20 beans”.
function spread(options) {
  const [one, other] = [options[0].text, options.at(-1).text];
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const before = one.slice(0, start).replace(/\d+$/, "");
  const after = one.slice(before.length).replace(/^\d+/, "");
  return `${before}${options[0].number}–${options.at(-1).number}${after}`;
}

function wordOf(choice) {
  return choice.text.split(" ")[0];
}

function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function isFound(option) {
  const text = folded(option.text);
  return folded(find().value).split(/\s+/).every((part) => text.includes(part));
}

// ------------------------------------------------------------------------- showing

function fill() {
  const isLong = choicesOf(list.options).length > SHOWN;
  document.getElementById("finding").hidden = !isLong;
  box().classList.toggle("long", isLong);
  const isHeld = box().contains(document.activeElement);
  box().replaceChildren(...shown(isLong));
  if (isHeld) box().focus({ preventScroll: true }); // for the keyboard to go on from here
}

function shown(isLong) {
  const left = choicesOf(list.options.filter(isFound));
  const opened = left.find((choice) => choice.range === list.range && choice.range !== undefined);
  if (opened) return [stepper(opened)];
  if (!left.length) return find().value ? [document.getElementById("finding").dataset.none] : [];
  const words = grouped(left, wordOf);
  if (!isLong || find().value || words.size === 1) return made(left);
  if (words.has(list.word)) return made(words.get(list.word));
  return [...words].flatMap(([word, some]) => (some.length > 1 ? [group(word, some)] : made(some)));
}

function made(choices) {
  const areFew = choices.filter((choice) => choice.options).length <= STEPPERS;
  return choices.map((choice) => {
    if (!choice.options) return button(choice.text, () => list.choose(choice.option));
    return areFew ? stepper(choice) : button(choice.text, () => open({ range: choice.range }));
  });
}

function group(word, choices) {
  return button(`${word} … (${choices.length})`, () => open({ word }));
}

function open(further) {
  Object.assign(list, further);
  fill();
  box().querySelector("button:enabled")?.focus({ preventScroll: true }); // the orders lie over the page
  box().dispatchEvent(new Event("opened", { bubbles: true }));
}

function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

// ------------------------------------------------------------------------- numbers

// A field with a button on either side; the last button takes the order as it says.
function stepper({ text, options }) {
  const made = document.getElementById("stepper").content.firstElementChild.cloneNode(true);
  const [less, field, more, take] = made.children;
  const [least, most] = [options[0].number, options.at(-1).number];
  const chosen = () => options.find((option) => option.number === field.valueAsNumber);
  const show = () => {
    take.disabled = !chosen();
    take.textContent = chosen()?.text ?? text;
    less.disabled = field.valueAsNumber <= least;
    more.disabled = field.valueAsNumber >= most;
  };
  const put = (number) => {
    field.value = Math.min(Math.max(number || least, least), most);
    show();
  };
  made.setAttribute("aria-label", text);
  Object.assign(field, { min: least, max: most });
  less.addEventListener("click", () => put(field.valueAsNumber - 1));
  more.addEventListener("click", () => put(field.valueAsNumber + 1));
  field.addEventListener("input", show);
  field.addEventListener("change", () => put(field.valueAsNumber));
  field.addEventListener("keydown", (event) => event.key === "Enter" && take.click());
  take.addEventListener("click", () => list.choose(chosen()));
  put(least);
  return made;
}
