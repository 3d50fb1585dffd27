// A game of provinces, as a boardgame.io user would write it: our yardstick for games
// on a map. Four players on twenty provinces make two hundred moves, one in a turn; at
// random they have some 44 legal moves to choose from.
// `node provinces.mjs 5` plays at random for five seconds and prints one JSON line.

import { INVALID_MOVE, measure } from "./playouts.mjs";

const SEATS = 4;
const [ROWS, COLUMNS] = [4, 5];
const NOBODY = -1;
const MOVES = 200;
const MOVES_TO_SCORING = 16;
const MOST_ARMIES = 40;
const [START_ARMIES, START_RICE] = [12, 8];
const [RECRUITS, RECRUIT_COST] = [6, 1];
const CASTLE_COST = 3;
const [PROVINCE_POINTS, CASTLE_POINTS] = [1, 2];

// A grid: every province borders on those beside, above and below it.
const BORDERS = Array.from({ length: ROWS * COLUMNS }, (_, province) => {
  const [row, column] = [Math.floor(province / COLUMNS), province % COLUMNS];
  const [above, below] = [[row - 1, column], [row + 1, column]];
  return [above, [row, column - 1], [row, column + 1], below]
    .filter(([r, c]) => r >= 0 && r < ROWS && c >= 0 && c < COLUMNS)
    .map(([r, c]) => r * COLUMNS + c);
});
const HOMES = [0, COLUMNS - 1, (ROWS - 1) * COLUMNS, ROWS * COLUMNS - 1]; // the corners

// ------------------------------------------------------------------- questions

const canRecruit = (G, seat, at) =>
  G.owner[at] === seat && G.rice[seat] >= RECRUIT_COST && G.armies[at] < MOST_ARMIES;

const canBuild = (G, seat, at) =>
  G.owner[at] === seat && G.rice[seat] >= CASTLE_COST && !G.castle[at];

// One army at least stays behind.
const canMove = (G, seat, from, to, armies) =>
  G.owner[from] === seat &&
  BORDERS[from].includes(to) &&
  (G.owner[to] === seat || G.owner[to] === NOBODY) &&
  armies >= 1 &&
  armies < G.armies[from] &&
  G.armies[to] + armies <= MOST_ARMIES;

const canAttack = (G, seat, from, to) =>
  G.owner[from] === seat &&
  BORDERS[from].includes(to) &&
  G.owner[to] !== seat &&
  G.owner[to] !== NOBODY &&
  G.armies[from] > 1;

// ----------------------------------------------------------------------- moves

function recruit({ G, ctx }, at) {
  const seat = Number(ctx.currentPlayer);
  if (!canRecruit(G, seat, at)) return INVALID_MOVE;
  G.rice[seat] -= RECRUIT_COST;
  G.armies[at] = Math.min(MOST_ARMIES, G.armies[at] + RECRUITS);
}

function move({ G, ctx }, from, to, armies) {
  const seat = Number(ctx.currentPlayer);
  if (!canMove(G, seat, from, to, armies)) return INVALID_MOVE;
  G.armies[from] -= armies;
  G.armies[to] += armies;
  G.owner[to] = seat;
}

// Armies and a die against armies, castle and a die; a beaten province changes hands.
function attack({ G, ctx, random }, from, to) {
  const seat = Number(ctx.currentPlayer);
  if (!canAttack(G, seat, from, to)) return INVALID_MOVE;
  const attackers = G.armies[from] - 1;
  const strength = attackers + random.D6();
  if (strength > G.armies[to] + (G.castle[to] ? 2 : 0) + random.D6()) {
    G.armies[from] = 1;
    G.armies[to] = attackers;
    G.owner[to] = seat;
    G.castle[to] = false;
  } else {
    G.armies[from] -= Math.ceil(attackers / 2);
  }
}

function harvest({ G, ctx }) {
  const seat = Number(ctx.currentPlayer);
  G.rice[seat] += G.owner.filter((owner) => owner === seat).length;
}

function build({ G, ctx }, at) {
  const seat = Number(ctx.currentPlayer);
  if (!canBuild(G, seat, at)) return INVALID_MOVE;
  G.rice[seat] -= CASTLE_COST;
  G.castle[at] = true;
}

function pass() {}

function scoreProvinces(G) {
  G.owner.forEach((seat, at) => {
    if (seat === NOBODY) return;
    G.points[seat] += PROVINCE_POINTS + (G.castle[at] ? CASTLE_POINTS : 0);
  });
}

const Provinces = {
  name: "provinces",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true, // dice are never taken back; undo would keep a copy per move

  setup: () => ({
    owner: BORDERS.map((_, at) => HOMES.indexOf(at)), // NOBODY where it is no home
    armies: BORDERS.map((_, at) => (HOMES.includes(at) ? START_ARMIES : 0)),
    castle: BORDERS.map(() => false),
    rice: HOMES.map(() => START_RICE),
    points: HOMES.map(() => 0),
  }),

  turn: {
    minMoves: 1,
    maxMoves: 1,
    onEnd: ({ G, ctx }) => {
      if (ctx.turn % MOVES_TO_SCORING === 0) scoreProvinces(G);
    },
  },

  moves: { recruit, move, attack, harvest, build, pass },

  endIf: ({ G, ctx }) => (ctx.turn > MOVES ? { points: G.points } : undefined),
};

// -------------------------------------------------------------------- playouts

function legalMoves(G, seat) {
  const legal = [["pass"], ["harvest"]];
  for (let from = 0; from < BORDERS.length; from++) {
    if (G.owner[from] !== seat) continue;
    if (canRecruit(G, seat, from)) legal.push(["recruit", from]);
    if (canBuild(G, seat, from)) legal.push(["build", from]);
    for (const to of BORDERS[from]) {
      if (canAttack(G, seat, from, to)) legal.push(["attack", from, to]);
      for (let armies = 1; canMove(G, seat, from, to, armies); armies++) {
        legal.push(["move", from, to, armies]);
      }
    }
  }
  return legal;
}

measure({ game: Provinces, seats: SEATS, legalMoves });
