// Age of War, two players, as a boardgame.io user would write it: our yardstick.
// `node age_of_war.mjs 5` plays at random for five seconds and prints one JSON line.
// Rule ids are those of engine/age_of_war/RULES.md.

import { readFileSync } from "node:fs";

import { INVALID_MOVE, measure } from "./playouts.mjs";

const DICE = 7;
const TURN_CAP = 400;
const CENTRE = -1;
const NO_TARGET = -1;
const [ARCHERY, CAVALRY, GENERAL] = [4, 5, 6]; // a die shows 1 to 3 infantry, or these
const SYMBOLS = { A: ARCHERY, C: CAVALRY, G: GENERAL };

// ------------------------------------------------------------------- the cards

const { provinces, cards } = JSON.parse(
  readFileSync(new URL("cards.json", import.meta.url), "utf8"),
);
const PROVINCE_SLOTS = Object.keys(provinces);
const SET_POINTS = Object.values(provinces);
const CARDS = Object.entries(cards).map(([slot, { lines, points, special }]) => ({
  province: PROVINCE_SLOTS.indexOf(slot[0]),
  points,
  lines: lines.map(readLine),
  linesHeld: [...lines, ...(special ? ["G"] : [])].map(readLine), // AOW-6.2
}));
const SIBLINGS = PROVINCE_SLOTS.map((_, province) =>
  CARDS.flatMap((card, index) => (card.province === province ? [index] : [])),
);

function readLine(code) {
  if (code[0] === "I") {
    const infantry = Number(code.slice(1));
    return { infantry, symbols: null, least: Math.ceil(infantry / 3) };
  }
  const symbols = [0, 0, 0, 0, 0, 0, 0];
  for (const letter of code) symbols[SYMBOLS[letter]] += 1;
  return { infantry: 0, symbols, least: code.length };
}

// ------------------------------------------------------------------- questions

// How many dice show each face; index 0 is empty.
function countFaces(hand) {
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (const face of hand) counts[face] += 1;
  return counts;
}

// The fewest dice that fill the line, 0 if the roll cannot [AOW-5.2, 5.3, 5.4].
function diceFor(line, counts) {
  if (line.symbols) {
    for (let face = ARCHERY; face <= GENERAL; face++) {
      if (counts[face] < line.symbols[face]) return 0;
    }
    return line.least;
  }
  let missing = line.infantry;
  let used = 0;
  for (let face = 3; face >= 1; face--) {
    const dice = Math.min(counts[face], Math.ceil(missing / face));
    used += dice;
    missing -= dice * face;
    if (missing <= 0) return used;
  }
  return 0;
}

const requiredLines = (G, card) =>
  G.holder[card] === CENTRE ? CARDS[card].lines : CARDS[card].linesHeld;

const isAttackable = (G, card, seat) =>
  G.holder[card] !== seat && !G.faceDown[CARDS[card].province]; // AOW-5.1

function attackableCards(G, seat) {
  if (G.target !== NO_TARGET) return [G.target]; // AOW-5.8
  const attackable = [];
  for (let card = 0; card < CARDS.length; card++) {
    if (isAttackable(G, card, seat)) attackable.push(card);
  }
  return attackable;
}

// M(card): the least dice for everything still unfilled [AOW-4.8].
function leastDice(G, card) {
  let least = 0;
  requiredLines(G, card).forEach((line, index) => {
    if (!G.filled.includes(index)) least += line.least;
  });
  return least;
}

// No decision at this roll leads to a conquest [AOW-4.9].
function isHopeless(G, seat) {
  const dice = G.hand.length;
  const counts = countFaces(G.hand);
  for (const card of attackableCards(G, seat)) {
    const least = leastDice(G, card);
    if (dice - 1 >= least) return false;
    const lines = requiredLines(G, card);
    for (let index = 0; index < lines.length; index++) {
      if (G.filled.includes(index)) continue;
      const used = diceFor(lines[index], counts);
      if (used && dice - used >= least - lines[index].least) return false;
    }
  }
  return true;
}

function score(G, seat) {
  let [points, cities, stacks] = [0, 0, 0];
  CARDS.forEach((card, index) => {
    if (G.holder[index] !== seat) return;
    cities += 1;
    if (!G.faceDown[card.province]) points += card.points;
  });
  SIBLINGS.forEach(([first], province) => {
    if (!G.faceDown[province] || G.holder[first] !== seat) return;
    stacks += 1;
    points += SET_POINTS[province]; // AOW-7.3
  });
  return [points, cities, stacks]; // the order of AOW-8.4
}

// ----------------------------------------------------------------------- moves

const roll = (G, random, dice) => {
  G.hand = dice ? random.Die(6, dice) : [];
};

// The turn goes on with these dice, unless they are none or hopeless [AOW-4.6, 4.9].
function rollOn({ G, ctx, random }, dice) {
  roll(G, random, dice);
  G.turnOver = !dice || isHopeless(G, Number(ctx.currentPlayer));
}

function conquer(G, card, seat) {
  G.holder[card] = seat;
  const { province } = CARDS[card];
  if (SIBLINGS[province].every((sibling) => G.holder[sibling] === seat)) {
    G.faceDown[province] = true; // AOW-7.1
  }
}

function fill({ G, ctx, random }, card, index) {
  const seat = Number(ctx.currentPlayer);
  if (!CARDS[card] || !isAttackable(G, card, seat)) return INVALID_MOVE;
  if (G.target !== NO_TARGET && G.target !== card) return INVALID_MOVE;
  const lines = requiredLines(G, card);
  if (!lines[index] || G.filled.includes(index)) return INVALID_MOVE;
  const used = diceFor(lines[index], countFaces(G.hand));
  if (!used) return INVALID_MOVE;

  G.target = card;
  G.filled.push(index);
  const dice = G.hand.length - used;
  if (G.filled.length === lines.length) {
    conquer(G, card, seat);
    G.turnOver = true; // AOW-6.4
  } else if (dice < leastDice(G, card)) {
    G.turnOver = true; // hopeless before the roll [AOW-4.9]
  } else {
    rollOn({ G, ctx, random }, dice);
  }
}

function reroll({ G, ctx, random }, face) {
  if (!G.hand.includes(face)) return INVALID_MOVE;
  G.lost += 1;
  rollOn({ G, ctx, random }, G.hand.length - 1);
}

function pass({ G }) {
  G.turnOver = true; // AOW-4.7
}

const AgeOfWar = {
  name: "age-of-war",
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true, // dice are never taken back; undo would keep a copy per move

  setup: () => ({
    holder: CARDS.map(() => CENTRE),
    faceDown: PROVINCE_SLOTS.map(() => false),
    hand: [],
    lost: 0,
    target: NO_TARGET,
    filled: [],
    turnOver: false,
  }),

  turn: {
    // Seven dice are never hopeless: no card needs more than six [AOW-2.2].
    onBegin: ({ G, random }) => {
      G.lost = 0;
      G.target = NO_TARGET;
      G.filled = [];
      G.turnOver = false;
      roll(G, random, DICE);
    },
    endIf: ({ G }) => G.turnOver, // measured: faster than events.endTurn()
  },

  moves: { fill, reroll, pass },

  endIf: ({ G, ctx }) => {
    if (G.holder.includes(CENTRE)) return undefined; // AOW-8.1
    return { scores: ctx.playOrder.map((seat) => score(G, Number(seat))) };
  },
};

// -------------------------------------------------------------------- playouts

function legalMoves(G, seat) {
  const counts = countFaces(G.hand);
  const legal = [["pass"]];
  for (let face = 1; face <= 6; face++) {
    if (counts[face]) legal.push(["reroll", face]);
  }
  for (const card of attackableCards(G, seat)) {
    const lines = requiredLines(G, card);
    for (let index = 0; index < lines.length; index++) {
      if (G.filled.includes(index)) continue;
      if (diceFor(lines[index], counts)) legal.push(["fill", card, index]);
    }
  }
  return legal;
}

measure({ game: AgeOfWar, seats: 2, legalMoves, turnCap: TURN_CAP });
