// A form beside the board: cards are laid into places, and written as the orders that a
// mail would hold. The box with the orders and the form follow each other: the form
// writes the text, and whatever is written there is read by the game and laid here.

import { write } from "./checking.js";
import { pathOf, prepare } from "./pointing.js";

const FAR = 8; // pixels that a pointer goes before it drags
let plan = null; // the form of this page, what lies in it, and what its reader holds

const box = () => document.getElementById("id_text");
const said = () => document.getElementById("planner-said");
const words = () => document.getElementById("plan-words").dataset;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const slotOf = (key) => plan.form.slots.find((slot) => slot.key === key);
const cardOf = (key) => plan.form.cards.find((card) => card.key === key);
const targetsOf = (slot, entry) => slot.targets[entry?.card] ?? [];
const fits = (slotKey, cardKey) => slotOf(slotKey).cards.includes(cardKey);

document.body.addEventListener("htmx:afterSettle", begin);
document.body.addEventListener("looked", follow);
begin();

function begin() {
  const data = document.getElementById("planner-data");
  if (!data || data.dataset.begun) return;
  data.dataset.begun = "yes";
  const form = JSON.parse(data.textContent);
  const laid = fillingOf(form);
  plan = { form, ...laid, first: box().value.trim() ? fillingOf({}) : laid, card: null, slot: null, moving: null };
  for (const part of ["planner", "deck", "planner-help"]) document.getElementById(part).hidden = false;
  for (const card of all(".deck .plan-card")) prepareCard(card);
  for (const slot of all(".plan-slot")) prepareSlot(slot);
  for (const ranking of all(".plan-ranking")) prepareRanking(ranking);
  document.getElementById("empty").addEventListener("click", () => put({}));
  document.getElementById("suggest")?.addEventListener("click", suggest);
  for (const part of ["planner", "deck", "board"])
    document.getElementById(part).addEventListener("keydown", (event) => event.key === "Escape" && letGo());
  document.getElementById("board").addEventListener("click", (event) => pointAt(event.target));
  document.getElementById("board").addEventListener("keydown", pressed);
  show();
}

function fillingOf({ entries = {}, ranked = {}, others = [], written = [] }) {
  return structuredClone({ entries, ranked, others, written });
}

// The text was looked at: the form shows what the game has read.
function follow() {
  if (!plan || !document.getElementById("planner")) return;
  const read = document.getElementById("planner-filling");
  if (read) Object.assign(plan, fillingOf(JSON.parse(read.textContent)));
  else if (!box().value.trim()) Object.assign(plan, fillingOf(plan.first));
  else return;
  show();
}

function put(filling) {
  Object.assign(plan, fillingOf(filling), { card: null, slot: null, moving: null });
  write(box(), textOf());
  show();
}

function suggest(event) {
  write(box(), event.currentTarget.dataset.text); // it is read, and then laid
}

// --------------------------------------------------------------------------- text

function textOf() {
  const laid = plan.form.slots.filter((slot) => plan.entries[slot.key]).map((slot) => lineOf(slot, plan.entries[slot.key]));
  const ranked = plan.form.rankings.filter((one) => plan.ranked[one.key]?.length).map(rankingLine);
  return [...laid, ...ranked, ...plan.others].join("\n");
}

function lineOf(slot, entry) {
  const line = slot.line.replace("{card}", entry.card);
  if (entry.more) return line + entry.more;
  if (entry.target) return line + slot.move.replace("{target}", entry.target).replace("{number}", entry.number);
  return line + (targetsOf(slot, entry).length ? slot.stay : "");
}

function rankingLine(ranking) {
  return ranking.line.replace("{items}", plan.ranked[ranking.key].join(ranking.between));
}

function changed() {
  write(box(), textOf());
  show();
}

// -------------------------------------------------------------------------- cards

// The places where a card lies.
function placesOf(key) {
  return plan.form.slots.map((slot) => slot.key).filter((slot) => plan.entries[slot]?.card === key);
}

function inPool(pool) {
  return plan.form.slots.map((slot) => slot.key).filter((slot) => cardOf(plan.entries[slot]?.card)?.pool === pool);
}

function left(card) {
  const own = card.copies - placesOf(card.key).length;
  return card.pool ? Math.min(own, plan.form.pools[card.pool] - inPool(card.pool).length) : own;
}

// A card that lies elsewhere already leaves its place; of many alike, the last.
function lay(slot, key) {
  const card = cardOf(key);
  if (!card || !fits(slot, key)) return;
  delete plan.entries[slot];
  while (left(card) < 1) {
    const own = placesOf(key);
    const from = own.length >= card.copies ? own : inPool(card.pool);
    delete plan.entries[from.at(-1)];
  }
  plan.entries[slot] = { card: key, target: "", number: "", more: "" };
  const isMoving = targetsOf(slotOf(slot), plan.entries[slot]).length > 0;
  Object.assign(plan, { card: null, slot: null, moving: isMoving ? slot : null });
  changed();
  placeIn(slot).focus({ preventScroll: true });
}

function take(slot) {
  delete plan.entries[slot];
  letGo();
  changed();
  placeIn(slot).focus({ preventScroll: true });
}

function letGo() {
  Object.assign(plan, { card: null, slot: null, moving: null });
  show();
}

function pickCard(key) {
  if (plan.slot && fits(plan.slot, key)) return lay(plan.slot, key);
  Object.assign(plan, { card: plan.card === key ? null : key, slot: null, moving: null });
  show();
}

function pickSlot(key) {
  if (plan.card && fits(key, plan.card)) return lay(key, plan.card);
  Object.assign(plan, { slot: plan.slot === key ? null : key, card: null, moving: null });
  show();
}

function placeIn(slot) {
  return document.querySelector(`.plan-slot[data-slot="${CSS.escape(slot)}"] .plan-place`);
}

// ----------------------------------------------------------------------- controls

function prepareCard(button) {
  const key = button.dataset.card;
  button.addEventListener("click", () => pickCard(key));
  drags(button, () => key);
}

function prepareSlot(item) {
  const key = item.dataset.slot;
  const place = item.querySelector(".plan-place");
  place.addEventListener("click", () => pickSlot(key));
  drags(place, () => plan.entries[key]?.card);
  item.querySelector(".plan-take").addEventListener("click", () => take(key));
  if (item.querySelector(".plan-move")) prepareMove(item, key);
}

// By mouse, pen or finger: what is dragged follows the pointer, and is laid where it ends.
function drags(element, cardNow) {
  element.addEventListener("pointerdown", (down) => {
    if (down.button || !cardNow()) return;
    const drag = { card: cardNow(), x: down.clientX, y: down.clientY, ghost: null };
    const move = (event) => dragged(element, drag, event);
    const end = (event) => {
      for (const kind of ["pointermove", "pointerup", "pointercancel"]) removeEventListener(kind, kind === "pointermove" ? move : end);
      if (drag.ghost) dropped(drag, event);
    };
    addEventListener("pointermove", move);
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, end);
  });
}

function dragged(element, drag, event) {
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    Object.assign(plan, { card: drag.card, slot: null, moving: null });
    show();
    drag.ghost = ghostOf(drag.card);
    element.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
  }
  drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
}

function ghostOf(card) {
  const ghost = document.createElement("div");
  ghost.className = "plan-ghost";
  ghost.textContent = cardOf(card)?.name ?? card;
  document.body.append(ghost);
  return ghost;
}

function dropped(drag, event) {
  drag.ghost.remove();
  const slot = document.elementFromPoint(event.clientX, event.clientY)?.closest(".plan-slot")?.dataset.slot;
  if (event.type === "pointerup" && slot && fits(slot, drag.card)) lay(slot, drag.card);
  else letGo();
}

function prepareMove(item, key) {
  const target = item.querySelector(".plan-target");
  const [less, field, more, whole] = item.querySelector(".plan-number").children;
  const number = (value) => moved(key, { number: String(Math.max(1, Math.min(value || 1, Number(field.max)))) });
  target.addEventListener("change", () => aim(key, target.value));
  target.addEventListener("focus", () => {
    plan.moving = key;
    light();
  });
  less.addEventListener("click", () => number(field.valueAsNumber - 1));
  more.addEventListener("click", () => number(field.valueAsNumber + 1));
  field.addEventListener("change", () => number(field.valueAsNumber));
  whole?.addEventListener("click", () => {
    const isWhole = plan.entries[key].number === slotOf(key).whole;
    moved(key, { number: isWhole ? "1" : slotOf(key).whole });
  });
}

function aim(slot, target) {
  const found = targetsOf(slotOf(slot), plan.entries[slot]).find((one) => one.key === target);
  plan.moving = null;
  const number = plan.entries[slot].number || slotOf(slot).whole || String(found?.most ?? 1);
  moved(slot, found ? { target, number } : { target: "", number: "" });
}

function moved(slot, change) {
  Object.assign(plan.entries[slot], change);
  changed();
}

// As many fields as are ranked, and one more.
function prepareRanking(fieldset) {
  const ranking = plan.form.rankings.find((one) => one.key === fieldset.dataset.ranking);
  for (let place = 0; place < ranking.places; place++) {
    const select = document.createElement("select");
    select.setAttribute("aria-label", `${ranking.name}: ${place ? words().next : words().first} ${place + 1}`);
    select.append(new Option(place ? "–" : words().none, ""), ...ranking.items.map((item) => new Option(item.name, item.key)));
    select.addEventListener("change", () => rank(ranking, fieldset));
    fieldset.append(select);
  }
}

function rank(ranking, fieldset) {
  const chosen = all("select", fieldset).map((select) => select.value).filter(Boolean);
  plan.ranked[ranking.key] = [...new Set(chosen)];
  changed();
}

// ------------------------------------------------------------------------ the board

function pressed(event) {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  pointAt(event.target);
}

// The spots that stand for a card or, while a target is looked for, for a target.
function meaning(element) {
  for (const word of pathOf(element).reverse()) {
    const targets = plan.moving ? targetsOf(slotOf(plan.moving), plan.entries[plan.moving]) : [];
    if (targets.some((target) => target.key === word)) return { target: word };
    const card = plan.form.cards.find((one) => one.spot === word);
    if (card) return { card: card.key };
  }
  return {};
}

function pointAt(element) {
  if (!document.getElementById("planner")) return;
  const { target, card } = meaning(element);
  if (target) aim(plan.moving, target);
  else if (card) pickCard(card);
}

function light() {
  for (const spot of all("#board [data-word]")) {
    const { target, card } = meaning(spot);
    const can = Boolean(target || (card && plan.slot && fits(plan.slot, card)));
    if (can) prepare(spot);
    const area = [...spot.children].find((child) => child.classList.contains("area"));
    spot.classList.toggle("can", can);
    spot.classList.toggle("pointed", Boolean(plan.card) && card === plan.card);
    if (spot.classList.contains("pointed")) prepare(spot);
    for (const [name, value] of Object.entries({ role: "button", tabindex: 0, "aria-label": spot.dataset.name }))
      if (can) area?.setAttribute(name, value);
      else area?.removeAttribute(name);
  }
}

// -------------------------------------------------------------------------- showing

function show() {
  for (const button of all(".deck .plan-card")) showCard(button, cardOf(button.dataset.card));
  for (const item of all(".plan-slot")) showSlot(item, slotOf(item.dataset.slot));
  for (const fieldset of all(".plan-ranking")) showRanking(fieldset);
  for (const row of all("tr[data-account]")) showAccount(row);
  offer();
  light();
  tell();
}

// Cards that are looked for and cannot be seen come to the thumb.
function offer() {
  const strip = document.getElementById("strip");
  const { top, bottom } = document.getElementById("deck").getBoundingClientRect();
  const isSeen = top >= 0 && bottom <= innerHeight;
  const fitting = plan.slot && !isSeen ? all(".deck .plan-card.can") : [];
  strip.hidden = !fitting.length;
  strip.replaceChildren(...fitting.map(twin));
}

function twin(button) {
  const made = button.cloneNode(true);
  made.addEventListener("click", () => pickCard(made.dataset.card));
  return made;
}

function showCard(button, card) {
  const count = button.querySelector(".plan-count");
  const places = placesOf(card.key).map((key) => slotOf(key).name);
  const isMany = card.copies > 1;
  button.setAttribute("aria-pressed", plan.card === card.key);
  button.classList.toggle("used", left(card) < 1);
  button.classList.toggle("can", Boolean(plan.slot) && fits(plan.slot, card.key));
  count.hidden = !isMany && !places.length;
  count.textContent = isMany ? `× ${left(card)}` : `→ ${places.join(", ")}`;
}

function showSlot(item, slot) {
  const entry = plan.entries[slot.key];
  const card = entry && (cardOf(entry.card) ?? { name: entry.card });
  const place = item.querySelector(".plan-place");
  item.classList.toggle("filled", Boolean(entry));
  item.classList.toggle("can", Boolean(plan.card) && fits(slot.key, plan.card));
  place.setAttribute("aria-pressed", plan.slot === slot.key);
  place.querySelector(".plan-laid").textContent = card?.name ?? "";
  place.querySelector(".plan-effect").textContent = entry ? effectText(slot, entry) : "";
  item.querySelector(".plan-take").hidden = !entry;
  const more = item.querySelector(".plan-more");
  more.hidden = !entry?.more;
  more.textContent = entry?.more ? `${words().more} ${entry.more.trim()}` : "";
  if (item.querySelector(".plan-move")) showMove(item, slot, entry);
}

function showMove(item, slot, entry) {
  const targets = targetsOf(slot, entry);
  const select = item.querySelector(".plan-target");
  item.querySelector(".plan-move").hidden = !targets.length || Boolean(entry.more);
  if (!targets.length) return;
  if (select.dataset.card !== entry.card) {
    const named = (target) => new Option([target.name, target.note].filter(Boolean).join(" · "), target.key);
    select.replaceChildren(new Option(words().stay, ""), ...targets.map(named));
    select.dataset.card = entry.card;
  }
  select.value = entry.target;
  showNumber(item.querySelector(".plan-number"), slot, entry, targets);
}

function showNumber(stepper, slot, entry, targets) {
  const [less, field, more, whole] = stepper.children;
  const most = targets.find((target) => target.key === entry.target)?.most ?? 1;
  const isWhole = Boolean(slot.whole) && entry.number === slot.whole;
  const number = isWhole ? most : Number(entry.number);
  stepper.hidden = !entry.target;
  field.max = Math.max(most, number);
  field.value = number;
  less.disabled = number <= 1;
  more.disabled = number >= field.max;
  whole?.setAttribute("aria-pressed", isWhole);
}

function effectText(slot, entry) {
  const effects = Object.entries(slot.effects[entry.card] ?? {}).filter(([, number]) => number);
  return effects.map(([key, number]) => `${signed(number)} ${nameOf(key)}`).join(", ");
}

function nameOf(account) {
  return plan.form.accounts.find((one) => one.key === account)?.name.toLowerCase() ?? account;
}

function signed(number) {
  return number < 0 ? `−${-number}` : `+${number}`;
}

function showRanking(fieldset) {
  const chosen = plan.ranked[fieldset.dataset.ranking] ?? [];
  fieldset.hidden = plan.written.includes(fieldset.dataset.ranking);
  all("select", fieldset).forEach((select, place) => {
    select.value = chosen[place] ?? "";
    select.hidden = place > chosen.length;
  });
}

function showAccount(row) {
  const account = plan.form.accounts.find((one) => one.key === row.dataset.account);
  const numbers = plan.form.slots.map((slot) => slot.effects[plan.entries[slot.key]?.card]?.[account.key] ?? 0);
  const sum = (some) => some.reduce((one, other) => one + other, 0);
  const [spent, gained] = [sum(numbers.filter((n) => n < 0)), sum(numbers.filter((n) => n > 0))];
  const then = account.held + spent + gained;
  const lack = row.querySelector(".plan-lack");
  row.querySelector(".plan-spent").textContent = spent ? signed(spent) : "";
  row.querySelector(".plan-gained").textContent = gained ? signed(gained) : "";
  row.querySelector(".plan-left").textContent = account.needed ? `${then} / ${account.needed}` : then;
  lack.hidden = then >= account.needed || !account.due;
  lack.textContent = lack.hidden ? "" : ` ${lack.dataset.lack}`;
  row.classList.toggle("lacking", !lack.hidden);
}

function tell() {
  const open = plan.form.slots.filter((slot) => !plan.entries[slot.key]);
  const { begin, card, slot, open: left, full } = said().dataset;
  const state = open.length ? `${left} ${open.length} / ${plan.form.slots.length}.` : full;
  if (plan.card) said().textContent = `${cardOf(plan.card).name}: ${card}`;
  else if (plan.slot) said().textContent = `${slotOf(plan.slot).name}: ${slot}`;
  else said().textContent = open.length ? `${state} ${begin}` : state;
}
