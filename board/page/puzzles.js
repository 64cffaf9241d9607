// Puzzles: positions to win against the best defence, from the collection or one's own missed wins.

import { read, write } from "./memory.js";
import { HUMAN, fill } from "./setup.js";
import { t, translated } from "./texts.js";
import { Tree } from "./tree.js";

const SOLVER = "Best defence";
const MOST_OWN = 200;
const $ = (id) => document.getElementById(id);

const own = () => read("missed") ?? [];
const solved = () => new Set(read("solved") ?? []);

// Keeps the position before a missed win of a review as a puzzle of one's own.
export function keepMissedWin(position) {
  const all = own().filter((kept) => JSON.stringify(kept) !== JSON.stringify(position));
  write("missed", [...all, position].slice(-MOST_OWN));
}

const gradeText = (grade) =>
  grade === "vct" ? t("puzzle.by-threats") : t("puzzle.by-fours", { count: Number(grade.slice(4)) });

export class Puzzles {
  // app: the application, used for its tree, node, game, `enter`, `tell` and `render`.
  constructor(connection, app) {
    this.connection = connection;
    this.app = app;
    this.counts = {};
    // { source, rule, grade, index, total, start, key, state }, and `wrong`: the last node that lets
    // the win go
    this.current = null;
    this.fields = $("puzzle-dialog").querySelector("form").elements;
    this.fields.source.addEventListener("change", () => this.offerGrades());
    this.fields.rule.addEventListener("change", () => this.offerGrades());
    $("puzzle-dialog").addEventListener("submit", ({ submitter }) => {
      if (submitter.value === "start") this.begin();
    });
    $("puzzle-again").addEventListener("click", () => this.restart());
    $("puzzle-next").addEventListener("click", () => this.open(this.current.index + 1));
    $("puzzle-solution").addEventListener("click", () => this.showSolution());
    $("puzzle-end").addEventListener("click", () => this.end());
  }

  // counts: the number of puzzles by rule and grade.
  offer(counts) {
    this.counts = counts;
    const { rule } = this.fields;
    fill(rule, Object.keys(counts).map((name) => [name, translated("rule", name)]), rule.value);
    this.offerGrades();
  }

  offerGrades() {
    const { source, rule, grade } = this.fields;
    const isOwn = source.value === "own";
    rule.closest("label").hidden = grade.closest("label").hidden = isOwn;
    const all = Object.entries(this.counts[rule.value] ?? {});
    fill(grade, all.map(([name, n]) => [name, `${gradeText(name)} (${n})`]), grade.value);
    const empty = isOwn && !own().length;
    $("puzzle-dialog").querySelector("[value=start]").disabled = empty;
    $("puzzle-dialog").querySelector(".empty").textContent = empty
      ? t("puzzle.none")
      : "";
  }

  show() {
    this.offerGrades();
    $("puzzle-dialog").showModal();
  }

  begin() {
    const { source, rule, grade } = this.fields;
    this.current = { source: source.value, rule: rule.value, grade: grade.value, index: 0 };
    return this.open(this.firstUnsolved());
  }

  // Returns the index of the first puzzle that is not solved, 0 if all are.
  firstUnsolved() {
    const { current } = this;
    const { source, rule, grade } = current;
    const total = source === "own" ? own().length : this.counts[rule][grade];
    const done = solved();
    const open = Array.from({ length: total }, (_, i) => i).find((i) => !done.has(this.keyOf(current, i)));
    return open ?? 0;
  }

  keyOf({ source, rule, grade }, index) {
    return source === "own" ? JSON.stringify(own()[index]) : `${rule} ${grade} ${index}`;
  }

  async open(index) {
    const { app, current } = this;
    try {
      const { number, total, tree } = await this.load(current, index);
      if (this.current !== current) return; // the person has gone on to something else
      Object.assign(current, { index: number, total, key: this.keyOf(current, number), state: "open", wrong: null });
      app.tournament.hide();
      app.game.free();
      app.review.stop();
      app.thoughts.end();
      app.tree = tree;
      current.start = tree.line(tree.root).at(-1);
      this.seat();
      await app.enter(current.start);
    } catch (error) {
      app.tell(error.message);
    }
  }

  async load({ source, rule, grade }, index) {
    if (source === "collection") {
      const reply = await this.connection.ask({ type: "puzzle", rule, grade, index });
      return { ...reply, tree: Tree.from(reply.tree) };
    }
    const all = own();
    const number = index % all.length;
    const tree = new Tree(all[number]);
    tree.addLine(tree.root, all[number].moves);
    return { number, total: all.length, tree };
  }

  // Seats the person on the side that is to win.
  seat() {
    const attacker = this.current.start.toMove;
    const seat = (colour) => ({ name: colour === attacker ? HUMAN : SOLVER, defends: colour !== attacker });
    this.app.game.seats = { black: seat("black"), white: seat("white") };
  }

  // Asks for the best defence; resolves to a function that plays it.
  async defend(position) {
    const { move, won } = await this.connection.searchFor({ type: "defend", position });
    return () => {
      if (!won && this.current) this.current.wrong = this.app.node;
      return this.app.play(move);
    };
  }

  async restart() {
    this.app.game.stop();
    this.current.state = "open";
    this.seat();
    await this.app.goTo(this.current.start);
    this.app.keep();
    this.app.render();
  }

  // Plays through the winning line that the solver finds.
  async showSolution() {
    const { app, current } = this;
    await this.restart();
    current.state = "shown";
    app.game.free();
    app.keep();
    if (!app.thoughts.live) app.thoughts.toggle();
  }

  end() {
    this.current = null;
    this.app.game.free();
    this.app.keep();
    this.app.render();
  }

  // Ends the puzzle if its position was deleted with a node.
  deleted(node) {
    const start = this.current?.start;
    if (start && this.app.tree.path(start).includes(node)) this.end();
  }

  // Returns what is needed to continue after a reload, null without a puzzle.
  kept() {
    if (!this.current?.start) return null;
    const { start, wrong, ...others } = this.current;
    const moves = (node) => this.app.tree.path(node).map((n) => n.move);
    return { ...others, start: moves(start), wrong: wrong && moves(wrong) };
  }

  restore(kept) {
    if (!kept) return;
    const { tree } = this.app;
    this.current = { ...kept, start: tree.find(kept.start), wrong: kept.wrong && tree.find(kept.wrong) };
  }

  // A person's game or file replaces the puzzle.
  leave() {
    this.current = null;
  }

  render() {
    const { current, app } = this;
    $("puzzle").hidden = !current?.start;
    if (!current?.start) return;
    const { facts } = app;
    const attacker = current.start.toMove;
    if (facts?.over && facts.winner !== attacker) current.wrong = app.node;
    const isWrong = app.tree.path(app.node).includes(current.wrong);
    if (current.state === "open" && facts?.over && !isWrong) {
      current.state = "solved";
      write("solved", [...solved().add(current.key)]);
    }
    const how = current.source === "own" ? t("puzzle.missed") : gradeText(current.grade);
    $("puzzle").querySelector("b").textContent = t(`puzzle.task.${attacker}`, { how });
    $("puzzle-count").textContent = t("puzzle.count", { number: current.index + 1, total: current.total });
    const again = current.state === "open" && solved().has(current.key);
    $("puzzle-state").textContent = t(`puzzle.state.${isWrong ? "wrong" : again ? "again" : current.state}`);
  }
}
