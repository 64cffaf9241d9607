// The current game: the players' seats, and requests for engines' moves.

import { BY_CLOCK, HUMAN, limitOf } from "./setup.js";
import { Swap2 } from "./swap2.js";
import { t, translated } from "./texts.js";
import { BLACK, WHITE, other } from "./tree.js";

export class Game {
  // board: the application, used for its tree, node, facts, `play`, `tell` and `render`.
  constructor(connection, board) {
    this.connection = connection;
    this.board = board;
    this.fukumi = null; // Fukumi's name as a player, from the server
    this.seats = { black: { name: HUMAN }, white: { name: HUMAN } };
    this.swap2 = null;
    this.thinking = null; // name of the engine that is asked for a move
    this.search = null; // the search for this move
    this.asked = null; // the node that it began at
    this.interrupted = null; // the node where an engine was thinking when the person stepped away
    this.pondering = null; // the search in the person's time
    this.control = null; // the time control of the game, null without one
  }

  start({ seats, opening, control }) {
    this.stop();
    this.seats = seats;
    this.control = control;
    this.swap2 = opening === "swap2" ? new Swap2(seats.black, seats.white) : null;
  }

  // For a game that was opened, not played: people move both sides.
  free() {
    this.stop();
    this.board.clock.reset();
    this.swap2 = null;
    this.seats = { black: { name: HUMAN }, white: { name: HUMAN } };
  }

  // Returns the state for a reload of the page.
  kept() {
    const { seats, control, swap2 } = this;
    return { seats, control, swap2: swap2 && swap2.kept() };
  }

  restore({ seats, control = null, swap2 = null }) {
    Object.assign(this, { seats, control });
    this.swap2 = swap2 && Object.assign(new Swap2(seats.black, seats.white), swap2);
  }

  seatOf(colour) {
    return this.swap2 ? this.swap2.seat : this.seats[colour];
  }

  get turn() {
    return this.seatOf(this.board.node.toMove);
  }

  get isHumanTurn() {
    return this.turn.name === HUMAN;
  }

  isHuman(colour) {
    return this.seats[colour].name === HUMAN;
  }

  get hasEngine() {
    return [BLACK, WHITE].some((colour) => this.seats[colour].name !== HUMAN);
  }

  mayPlay() {
    const { clock, node, readOnly } = this.board;
    if (readOnly || this.thinking || !this.isHumanTurn || clock.hasFallenAt(node)) return false;
    return !this.swap2?.choices;
  }

  describe(colour) {
    const seat = this.seats[colour];
    if (this.swap2) {
      const detail = t(colour === BLACK ? "swap2.opens" : "swap2.chooses");
      return { name: seat.name, detail, active: this.swap2.seat === seat };
    }
    return { name: seat.name, detail: this.detailOf(seat), active: this.board.node.toMove === colour };
  }

  detailOf({ name, limit, ponders }) {
    if (limit === undefined || name === HUMAN) return "";
    const text = this.board.setup.limitText(limit);
    return this.mayPonder({ name, limit, ponders }) ? `${text} · ${t("ponders")}` : text;
  }

  // Returns whether a seat's player thinks in the person's time: Fukumi at its full strength.
  mayPonder({ name, limit, ponders }) {
    return ponders && name === this.fukumi && limitOf(limit).level === undefined;
  }

  stepped() {
    if (this.thinking) this.interrupted = this.asked;
    this.stop();
    this.swap2?.stepped(this.board.node.ply);
  }

  stop() {
    this.stopPondering();
    if (!this.thinking) return;
    this.thinking = null;
    this.connection.stop(this.search);
  }

  // Continues the game after a stone was placed.
  async moved() {
    if (this.swap2?.placed(this.board.node.ply)) {
      this.board.keep();
      this.board.render();
    }
    await this.next();
  }

  // Asks the engine to move, if it is an engine's turn.
  async next() {
    const { facts } = this.board;
    const { clock, node } = this.board;
    if (facts?.over) this.stopPondering();
    if (!facts || facts.over || this.thinking || clock.hasFallenAt(node)) return;
    if (this.isHumanTurn) this.ponder();
    else if (this.mayEngineMove) await this.ask(this.turn);
  }

  // Has Fukumi think in the person's time, unless its analysis does so already.
  ponder() {
    const { node, tree, thoughts } = this.board;
    if (this.swap2 || thoughts.live || !this.mayPonder(this.seatOf(other(node.toMove)))) return;
    const ignore = () => {};
    const message = { type: "ponder", position: tree.position(node) };
    this.pondering = this.connection.watch(message, ignore, ignore);
  }

  stopPondering() {
    this.connection.stop(this.pondering);
    this.pondering = null;
  }

  async ask(seat) {
    const { board } = this;
    const from = board.node;
    this.asked = from;
    this.interrupted = null;
    this.thinking = seat.name;
    board.fault = "";
    board.render();
    try {
      const placed = this.swap2 ? this.askSwap2(seat) : this.askMove(seat);
      this.search = this.connection.search;
      const play = await placed;
      if (this.thinking !== seat.name || board.node !== from) return;
      this.thinking = null;
      await play();
    } catch (error) {
      if (board.node !== from) return;
      this.thinking = null;
      if (this.connection.open) board.fault = error.message;
      board.tell(error.message);
      board.render();
      if (this.connection.open) board.thoughts.arrived();
    }
  }

  async askMove(seat) {
    const position = this.board.tree.position(this.board.node);
    if (seat.defends) return this.board.puzzles.defend(position);
    const message = { type: "move", position, player: seat.name, ...this.limitsOf(seat) };
    const reply = await this.connection.searchFor(message);
    if (reply.type === "flag") return () => this.board.flagged(this.board.node.toMove);
    return () => this.board.play(reply.move, { ms: reply.ms, report: reply.report });
  }

  // Returns the limits of a seat's next move, for which its clock starts now.
  limitsOf(seat) {
    const { clock, node } = this.board;
    const { limit } = seat;
    const fields = { ...limitOf(limit) };
    if (this.mayPonder(seat)) fields.reuse = true;
    if (!clock.runsAt(node)) return { ...(limit === BY_CLOCK ? { seconds: 1 } : {}), ...fields };
    if (!this.isHumanTurn) clock.since = Date.now();
    return { ...fields, clock: clock.limits() };
  }

  async askSwap2(seat) {
    const position = this.board.tree.position(this.board.node);
    const seconds = limitOf(seat.limit).seconds ?? 1;
    const message = { type: "swap2", position, player: seat.name, seconds };
    const { stones } = await this.connection.searchFor(message);
    return () => this.takeSwap2(stones);
  }

  async takeSwap2(stones) {
    const { board, swap2 } = this;
    if (swap2.stage && stones.length === 0) {
      board.tell(t("swap2.plays.black", { name: translated("player", swap2.seat.name) }));
      return this.choose("black");
    }
    if (stones.length === 2) {
      board.tell(t("swap2.places-two", { name: translated("player", swap2.seat.name) }));
      swap2.choose("two");
    } else if (stones.length === 1) {
      board.tell(t("swap2.plays.white", { name: translated("player", swap2.seat.name) }));
      this.settle(swap2.choose("white"));
    }
    return board.playAll(stones);
  }

  // Makes a Swap2 choice, by a click or by an engine.
  choose(choice) {
    const seats = this.swap2.choose(choice);
    if (seats) this.settle(seats);
    this.board.keep();
    this.board.render();
    return this.next();
  }

  // Seats the players, whose names the game's file will have.
  seat(seats) {
    this.seats = seats;
    this.board.tree.black = seats.black.name;
    this.board.tree.white = seats.white.name;
  }

  settle(seats) {
    this.seat(seats);
    this.swap2 = null;
    this.board.clock.start(this.control, this.board.node);
  }

  get mayBeAsked() {
    if (this.board.clock.hasFallenAt(this.board.node)) return false;
    return this.board.facts?.over === false && this.mayEngineMove;
  }

  // Returns whether the opening allows an engine's move here.
  get mayEngineMove() {
    return !this.swap2 || (!this.isHumanTurn && this.swap2.asksAt(this.board.node.ply));
  }

  // Asks for a move of the side to move, by Fukumi for a person; stops an engine that is thinking.
  async moveNow() {
    if (this.thinking) {
      this.stop();
      this.board.render();
      this.board.thoughts.arrived();
    } else if (this.mayBeAsked) {
      await this.ask(this.isHumanTurn ? { name: this.fukumi, limit: "1s" } : this.turn);
    }
  }

  // Returns whether this side answers a person's moves, so that its moves are undone with them.
  isAnswer(colour) {
    const [own, others] = [this.seats[colour], this.seats[other(colour)]];
    return !this.swap2 && own.name !== HUMAN && others.name === HUMAN;
  }

  // Returns the node that undo leads to, null where no move of the person was played.
  undoTarget(node) {
    let here = node.parent;
    while (here && this.isAnswer(here.toMove)) here = here.parent;
    return here;
  }

  redoTarget(node) {
    let here = node.chosen;
    while (here?.chosen && this.isAnswer(here.toMove)) here = here.chosen;
    return here;
  }
}
