// A turn of several steps: what is written is rehearsed, the board shows how it would lie
// then, and one points on there. All lines are sent at once. Where nothing is foreseen,
// board and orders are those of now; after a turn of several steps nothing is left to choose.

import { focusOn, lay, pathOf } from "./pointing.js";

let now = null; // the board and the orders of the page

document.body.addEventListener("looked", show);

function show() {
  const data = document.getElementById("options");
  const figure = document.getElementById("board");
  if (!data || !figure) return;
  const why = document.getElementById("why");
  if (now?.data !== data)
    now = { data, svg: figure.innerHTML, options: JSON.parse(data.textContent), why: why?.textContent };
  const board = document.getElementById("rehearsed-board");
  const svg = board ? board.innerHTML : now.svg;
  const next = board ? JSON.parse(document.getElementById("rehearsed-options").textContent) : [];
  const isOne = !board || Number(board.dataset.steps) <= 1; // another may be chosen in its place
  const options = next.length || !isOne ? next : now.options;
  if (why) why.textContent = next.length || !isOne ? board.dataset.why : now.why;
  tell(board ? (next.length ? "more" : "after") : "");
  const shown = JSON.stringify([svg, options]);
  if (shown === (now.shown ?? JSON.stringify([now.svg, now.options]))) return;
  now.shown = shown;
  const held = figure.contains(document.activeElement) ? pathOf(document.activeElement) : [];
  figure.innerHTML = svg; // both are of our own making
  lay(options, figure.querySelector("svg"));
  if (held.length) focusOn(held);
}

function tell(key) {
  const place = document.getElementById("rehearsed");
  place.hidden = !key;
  place.textContent = key ? place.dataset[key] : "";
}
