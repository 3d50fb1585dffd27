// Random games on boardgame.io against the clock: what the yardsticks here share.
// `node <game>.mjs 5 4` plays for five seconds, in four windows of time, and prints one
// JSON line: the moves a second in the best window.

import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";

process.env.NODE_ENV = "production"; // before boardgame.io is loaded: no logs
const require = createRequire(import.meta.url); // node takes its folders as CommonJS
const { Client } = require("boardgame.io/client");
export const { INVALID_MOVE } = require("boardgame.io/core");

// A small seeded generator (mulberry32) for choices; the dice are boardgame.io's own.
function seeded(seed) {
  let word = seed;
  return () => {
    word = (word + 0x6d2b79f5) | 0;
    let mixed = Math.imul(word ^ (word >>> 15), 1 | word);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

// Games stopped at the turn cap count as games too.
function playouts({ game, seats, legalMoves, turnCap = Infinity }, seconds) {
  const newClient = (seed) =>
    Client({ game: { ...game, seed }, numPlayers: seats, debug: false });
  const choose = seeded(1);
  let [moves, games] = [0, 0];
  let client = newClient(games);
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const end = start + seconds * 1000;
  while (performance.now() < end) {
    const { G, ctx } = client.store.getState(); // faster than client.getState()
    if (ctx.gameover || ctx.turn > turnCap) {
      games += 1;
      client = newClient(games);
      continue;
    }
    const legal = legalMoves(G, Number(ctx.currentPlayer));
    const [name, ...args] = legal[Math.floor(choose() * legal.length)];
    client.moves[name](...args);
    moves += 1;
  }
  // Others may use the machine; node's own helpers may use a second processor.
  const { user, system } = process.cpuUsage(cpu); // in microseconds
  const spent = Math.min(performance.now() - start, (user + system) / 1000);
  return moves / (spent / 1000);
}

export function measure(yardstick) {
  playouts(yardstick, 1); // let node compile first
  const [seconds, windows = 1] = process.argv.slice(2).map(Number);
  let best = 0;
  for (let window = 0; window < windows; window++) {
    best = Math.max(best, playouts(yardstick, seconds / windows));
  }
  console.log(JSON.stringify({ best }));
}
