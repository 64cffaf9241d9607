// The clocks of a timed game. What each side has left follows from the times of its moves, so that
// a move taken back gives its time back.

import { BLACK, WHITE, other } from "./tree.js";

const TICK_MS = 100;
export const SHORT_MS = 10_000; // below this, tenths are shown

// Returns milliseconds as minutes and seconds.
function written(ms) {
  if (ms < SHORT_MS) return (Math.ceil(Math.max(0, ms) / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// Returns the texts of a side's clock and whether it is short of time; { match, turn } are the
// milliseconds left, null for no limit.
export function clockTexts({ match, turn }, isMoving) {
  const turnText = turn !== null && (isMoving || match === null) ? written(turn) : "";
  const least = Math.min(match ?? Infinity, isMoving ? (turn ?? Infinity) : Infinity);
  return { match: match === null ? "" : written(match), turn: turnText, isShort: least < SHORT_MS };
}

const seconds = (ms) => (ms === null ? null : Math.max(0, ms) / 1000);

export class Clock {
  // app: the application, used for its tree, game, view, `flagged`.
  constructor(app) {
    this.app = app;
    this.reset();
    setInterval(() => this.tick(), TICK_MS);
  }

  // Ends the timing: for an untimed game, or one that was opened.
  reset() {
    this.control = null; // { match, turn } in seconds, null for no limit
    this.node = null; // the position that the game has reached
    this.since = 0; // when its turn began
    this.isOver = false;
    this.fallen = null; // the colour that lost on time
  }

  // Starts the clock of the side to move.
  start(control, node) {
    this.reset();
    if (!control) return;
    this.control = control;
    this.continueAt(node);
  }

  // Moves the game to a node: after a move, or after one was taken back.
  continueAt(node) {
    if (!this.control) return;
    this.node = node;
    this.since = Date.now();
    this.isOver = false;
    this.fallen = null;
    this.app.tree.result = "";
  }

  // Moves the game to a node whose moves were deleted; one that has ended stays so.
  returnTo(node) {
    if (this.isRunning) this.continueAt(node);
    else Object.assign(this, { node, fallen: null });
  }

  get isRunning() {
    return Boolean(this.control) && !this.isOver;
  }

  // Returns whether the game stands at this node and its clock runs.
  runsAt(node) {
    return this.isRunning && node === this.node;
  }

  hasFallenAt(node) {
    return this.fallen !== null && node === this.node;
  }

  // The game has ended, on the board or by time; only a move taken back continues it.
  end(fallen = null) {
    if (!this.isRunning) return;
    this.isOver = true;
    this.fallen = fallen;
  }

  get elapsed() {
    return Date.now() - this.since;
  }

  // Returns the milliseconds that a colour has left now: { match, turn }, null for no limit.
  left(colour) {
    const { match, turn } = this.control;
    const runs = this.isRunning && colour === this.node.toMove;
    const spent = runs ? this.elapsed : 0;
    const moves = this.app.tree.path(this.node).filter((node) => node.colour === colour);
    const used = moves.reduce((sum, node) => sum + node.ms, spent);
    return { match: match && match * 1000 - used, turn: turn && turn * 1000 - spent };
  }

  // Returns the limits of a request for a move that begins now.
  limits() {
    const { match, turn } = this.left(this.node.toMove);
    return { left: seconds(match), turn: seconds(turn) };
  }

  tick() {
    if (!this.isRunning) return;
    this.app.view.renderClocks();
    const { game } = this.app;
    const colour = this.node.toMove;
    // the server tells whether an engine is late
    if (!game.isHuman(colour)) return;
    const { match, turn } = this.left(colour);
    if ((match ?? 1) <= 0 || (turn ?? 1) <= 0) this.app.flagged(colour);
  }

  // Returns the texts of a colour's clock, null without a clock.
  shown(colour) {
    if (!this.control || !this.node) return null;
    if (this.fallen === colour) return { match: written(0), turn: "", isShort: true };
    return clockTexts(this.left(colour), this.isRunning && this.node.toMove === colour);
  }

  // Returns what is needed to continue after a reload, null without a clock.
  kept() {
    const { control, node, since, isOver, fallen } = this;
    if (!control) return null;
    return { control, since, isOver, fallen, moves: this.app.tree.path(node).map((n) => n.move) };
  }

  restore({ control, since, isOver, fallen, moves }) {
    this.control = control;
    this.node = moves.reduce((here, move) => this.app.tree.play(here, move), this.app.tree.root);
    Object.assign(this, { since, isOver, fallen });
  }
}

// The result of a game in an SGF that a colour lost on time.
export const lostOnTime = (colour) => `${other(colour) === BLACK ? "B" : "W"}+T`;

// Returns the winner's colour of a result, null for none.
export function winnerOf(result) {
  const found = /^([BW])\+/i.exec(result);
  return found && (found[1].toUpperCase() === "B" ? BLACK : WHITE);
}

// Returns the winner's colour of a result that was won on time, else null.
export const wonOnTime = (result) => (/^.\+T(?:ime)?$/i.test(result) ? winnerOf(result) : null);
