// The page notices what happens at the table and how the time goes by; where the screen
// is small its board can be made larger, and the orders be folded. What its reader has
// opened stays so.

import { forgetTexts, isDirty, keepTexts, putTextsBack } from "./keeping.js";

const OFTEN = 20_000; // milliseconds
const SOON = [500, 700, 1000, 1000, 1500, 2000]; // then every two seconds for a while
const MOST_SOON = 40;
const OUT = 401; // statuses of who is logged out, and of a page from before logging in
const NOT_FROM_HERE = 403;
let beat = null; // the page's own, as its address names it
let tries = 0;
let timer = 0;
let renewal = null; // the page that was asked for, while nothing newer is
let isFolded = false;
let isLarge = false;
let seenFrom = 0; // pixels of a large board that lie to the left of what is seen
let isHinted = null; // whether the reader wants to see what is possible, once they said
let isPosting = false; // a page asked for now might be older than the answer

const main = () => document.getElementById("main");

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) look();
});
document.body.addEventListener("htmx:afterSettle", begin);
for (const trouble of ["htmx:responseError", "htmx:sendError"])
  document.body.addEventListener(trouble, (event) => missed(event.detail.xhr.status));
document.body.addEventListener("logged-out", () => missed(OUT));
document.body.addEventListener("click", (event) => event.target.closest("#logged-out a, #news a, a.fresh") && keepTexts());
document.body.addEventListener("htmx:beforeRequest", (event) => {
  tell("trouble", false);
  if (event.detail.requestConfig.verb !== "post") return;
  renewal = null; // what the post answers is newer
  isPosting = true;
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.requestConfig.verb !== "post") return;
  isPosting = false;
  if (event.detail.successful) forgetTexts();
});
document.body.addEventListener("htmx:beforeSwap", keep);
setInterval(tick, 20_000);
putTextsBack();
begin();

function begin() {
  tries = main().dataset.beat === beat ? tries : 0;
  beat = main().dataset.beat;
  later();
  tick();
  enlarge();
  fold();
  hint();
}

function later() {
  clearTimeout(timer);
  const isSoon = "soon" in main().dataset && tries < MOST_SOON;
  timer = setTimeout(look, isSoon ? (SOON[tries] ?? 2000) : OFTEN);
  tries += 1;
}

async function look() {
  clearTimeout(timer);
  if (document.hidden || !main().dataset.pulse) return;
  try {
    const answer = await fetch(main().dataset.pulse, { cache: "no-cache" });
    const found = answer.ok ? await answer.json() : null;
    tell("logged-out", answer.status === OUT);
    if (found && found.beat !== main().dataset.beat) return renew();
  } catch {
    // the network is away: the next time
  }
  later();
}

// What was sent did not arrive: it stays where it was written.
function missed(status) {
  tell(status === OUT ? "logged-out" : "trouble", true);
  if (status === OUT || status === NOT_FROM_HERE) keepTexts();
}

function tell(notice, isSo) {
  document.getElementById(notice).hidden = !isSo;
}

function renew() {
  if (isPosting) return later();
  if (isDirty() && !document.querySelector("#orders .waiting")) {
    tell("news", true);
    return;
  }
  const focused = document.activeElement;
  const wasHere = main().contains(focused) && focused.id !== "id_text";
  const mine = (renewal = {});
  window.htmx.ajax("GET", main().dataset.page, {
    target: "#main", select: "#main", swap: "outerHTML show:none", headers: { "X-Renewal": "yes" },
  }).then(() => wasHere && mine === renewal && document.getElementById("status").focus());
}

// What was asked for before somebody wrote or sent something must not take its place.
function keep(event) {
  const isRenewal = event.detail.requestConfig.headers["X-Renewal"];
  if (!isRenewal) return;
  const isWriting = isDirty() && !document.querySelector("#orders .waiting");
  if (renewal && !isWriting) return;
  event.detail.shouldSwap = false;
  if (renewal) tell("news", true);
  later();
}

// ------------------------------------------------------------------ a larger board

function enlarge() {
  const board = document.getElementById("board");
  const button = document.getElementById("zoom");
  if (!button?.hidden) return;
  button.hidden = false;
  button.addEventListener("click", () => enlarged(board, button, !isLarge));
  board.addEventListener("scroll", () => (seenFrom = board.scrollLeft), { passive: true });
  if (!isLarge) return;
  enlarged(board, button, true); // as it was, when the page is renewed
}

function enlarged(board, button, isNow) {
  const from = seenFrom;
  isLarge = isNow;
  board.classList.toggle("large", isNow);
  button.setAttribute("aria-pressed", isNow);
  board.tabIndex = isNow ? 0 : -1; // what scrolls can be reached by keys
  board.scrollLeft = from;
}

// ------------------------------------------------------ orders that lie over the board

// On a small screen they can be folded to one line; what was refused unfolds them.
function fold() {
  const orders = document.getElementById("orders");
  const button = document.getElementById("fold");
  if (!button?.hidden) return;
  button.hidden = false;
  button.addEventListener("click", () => folded(orders, button, !isFolded));
  folded(orders, button, isFolded && !orders.querySelector("[role=alert]"));
  orders.classList.add("short"); // until somebody writes
  orders.querySelector("#id_text").addEventListener("focus", () => orders.classList.remove("short"));
}

function isOver() {
  return getComputedStyle(document.getElementById("orders")).position === "sticky";
}

function folded(orders, button, isNow) {
  isFolded = isNow;
  orders.classList.toggle("folded", isNow);
  button.setAttribute("aria-expanded", !isNow);
}

// --------------------------------------------------------------- what is possible now

// Who has opened the list finds it open at the next decision; and who has shut it, shut.
// At first it is open for newcomers, but not where it would lie over the board.
function hint() {
  const list = document.querySelector(".hint-list");
  if (!list || "begun" in list.dataset) return;
  list.dataset.begun = "yes";
  list.querySelector("summary").addEventListener("click", () => (isHinted = !list.open));
  if (isHinted !== null) list.open = isHinted;
  else if (document.querySelector("#candidates button, .board .can") && isOver()) list.open = false;
}

// ---------------------------------------------------------------------- time left

function tick() {
  for (const place of document.querySelectorAll(".left[data-due]")) {
    const minutes = Math.floor((new Date(place.dataset.due) - Date.now()) / 60_000);
    if (minutes >= 0) place.textContent = inWords(minutes);
  }
}

function inWords(minutes) {
  const parts = [["day", Math.floor(minutes / 1440)], ["hour", Math.floor(minutes / 60) % 24], ["minute", minutes % 60]];
  const first = parts.findIndex(([, number]) => number > 0);
  const shown = first < 0 ? [parts[2]] : parts.slice(first, first + 2).filter(([, number]) => number > 0);
  return shown.map(([unit, number]) => written(unit, number)).join(" ");
}

function written(unit, number) {
  return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" }).format(number);
}
