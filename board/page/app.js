// The page: one game tree, one place in it, and everything that shows or changes them.

import { AnalysisView, verdict } from "./analysis.js";
import { BoardView } from "./board.js";
import { acceptDrops, linkTo, openBytes, openText, positionOfLink, save } from "./files.js";
import { Game } from "./game.js";
import { Games } from "./games.js";
import { Graph } from "./graph.js";
import { listen } from "./keys.js";
import { bindOptions, bindTheme, keepGame, keptGame, options } from "./memory.js";
import { MoveList } from "./moves.js";
import { Setup } from "./setup.js";
import { Connection } from "./socket.js";
import { CHOICES } from "./swap2.js";
import { BLACK, WHITE, Tree, same, written } from "./tree.js";

const $ = (id) => document.getElementById(id);
const QUICK_VISITS = 400;
const NOTICE_MS = 6000;
const BEST_SHOWN = 8;

class App {
  constructor() {
    this.tree = new Tree({ size: 15, rule: "freestyle" });
    this.node = this.tree.root;
    this.facts = null;
    this.analysing = false;
    this.preview = null;
    this.connection = new Connection();
    this.board = new BoardView($("board"), (point) => this.click(point));
    this.graph = new Graph($("graph"), (node) => this.goTo(node));
    this.moves = new MoveList($("moves"), (node) => this.goTo(node));
    this.analysis = new AnalysisView($("analysis"), {
      onPreview: (line) => this.show(line),
      onAdd: (line) => line && this.goTo(this.tree.addLine(this.node, line)),
    });
    this.game = new Game(this.connection, this, "Fukumi");
    this.setup = new Setup($("setup"), (values) => this.start(values));
    const onOpen = (flat) => this.opened(flat);
    this.games = new Games($("games"), this.connection, { onOpen, onError: (e) => this.tell(e.message) });
    this.connection.addEventListener("hello", ({ detail }) => this.greeted(detail));
    this.connection.addEventListener("lost", ({ detail }) => this.lost(detail));
    this.bind();
    this.render();
  }

  // ---- the connection ----

  async greeted(hello) {
    this.setup.offer(hello);
    this.game.fukumi = hello.fukumi;
    $("browse").hidden = !hello.games;
    if (this.connected === undefined) await this.begin();
    this.connected = true;
    $("notice").hidden = true;
    await this.settle();
  }

  lost(reason) {
    this.connected = false;
    this.game.thinking = null;
    this.tell(reason || "The connection to Fukumi was lost. Trying again…", true);
    this.render();
  }

  // The position of the link, or the game of the last visit.
  async begin() {
    if (positionOfLink(location.hash)) return this.openLink();
    const kept = keptGame();
    if (!kept) return;
    try {
      this.tree = Tree.from(kept.tree);
      this.node = this.tree.root;
      for (const move of kept.moves) this.node = this.tree.play(this.node, move);
      this.game.seats = kept.seats;
    } catch {
      this.tree = new Tree({ size: 15, rule: "freestyle" });
      this.node = this.tree.root;
    }
  }

  async openLink() {
    const position = positionOfLink(location.hash);
    if (!position) return;
    await this.open(() => openText(this.connection, position, this.tree.rule));
    await this.goTo(this.tree.line(this.node).at(-1));
  }

  // ---- places in the tree ----

  async goTo(node) {
    if (!node || node === this.node) return;
    this.game.stop();
    this.leaveTour();
    await this.enter(node);
  }

  async enter(node) {
    this.node = node;
    this.tree.choose(node);
    this.preview = null;
    this.facts = null;
    await this.settle();
  }

  // Asks what the rules say of this place, and goes on with the analysis.
  async settle() {
    const { node, tree } = this;
    this.render();
    keepGame(tree, node, this.game.seats);
    try {
      const facts = await this.connection.ask({ type: "look", position: tree.position(node) });
      if (node !== this.node || tree !== this.tree) return;
      this.facts = facts;
    } catch (error) {
      if (this.connected !== false) this.tell(error.message);
    }
    this.render();
    if (this.analysing && !this.game.thinking) this.analyse();
  }

  // A stone by whoever's turn it is.
  async play(move, { ms = 0, report = null } = {}) {
    if (report) this.node.report = report;
    await this.enter(this.tree.play(this.node, move, ms));
    await this.game.moved();
  }

  async playAll(moves) {
    for (const move of moves.slice(0, -1)) await this.enter(this.tree.play(this.node, move));
    await this.play(moves.at(-1));
  }

  async click(point) {
    if (!this.facts) return;
    const taken = this.tree.path(this.node).some((n) => same(n.move, point));
    if (taken || this.facts.over || !this.game.mayPlay()) return;
    const foul = this.facts.forbidden.find((f) => same(f, point));
    if (foul && this.facts.toMove === BLACK) {
      this.tell(`${written(point)} is a ${foul[2]}: forbidden to Black.`);
      return;
    }
    this.leaveTour();
    await this.play(point);
  }

  async start(values) {
    this.game.start(values);
    this.leaveTour();
    this.analysing = false;
    const { size, rule, seats } = values;
    this.tree = new Tree({ size, rule, black: seats.black.name, white: seats.white.name });
    history.replaceState(null, "", location.pathname);
    await this.enter(this.tree.root);
    await this.game.next();
  }

  async deleteHere() {
    if (!this.node.parent) return;
    this.game.stop();
    this.leaveTour();
    await this.enter(this.tree.remove(this.node));
  }

  // ---- files ----

  async open(reading) {
    try {
      this.opened(await reading());
    } catch (error) {
      this.tell(error.message);
    }
  }

  opened(flat) {
    this.game.free();
    this.leaveTour();
    this.tree = Tree.from(flat);
    return this.enter(this.tree.root);
  }

  async openFile(file) {
    if (file.size > 1e6) this.tell(`${file.name} is too large for a game.`);
    else await this.open(async () => openBytes(this.connection, await file.arrayBuffer(), this.tree.rule));
  }

  async save(format) {
    try {
      await save(this.connection, this.tree, format);
    } catch (error) {
      this.tell(error.message);
    }
  }

  async share() {
    const link = linkTo(this.tree, this.node);
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      this.tell("The link to this position is copied.");
    } catch {
      this.tell("The link to this position is in the address bar.");
    }
  }

  // ---- analysis ----

  toggleAnalysis() {
    this.leaveTour();
    this.analysing = !this.analysing;
    if (!this.analysing) this.connection.stop();
    else if (!this.game.thinking) this.analyse();
    this.render();
  }

  analyse(visits = null) {
    if (!this.facts || this.facts.over) {
      this.connection.stop();
      return Promise.resolve();
    }
    const { node, tree } = this;
    const message = { type: "analyse", position: tree.position(node), visits };
    return new Promise((done) => {
      const step = (reply) => {
        this.learn(node, reply);
        if (reply.done) done();
      };
      const fail = (error) => {
        this.tell(error.message);
        done();
      };
      this.connection.watch(message, step, fail);
    });
  }

  learn(node, reply) {
    if (reply.type === "policy") {
      node.policy = reply.policy;
      node.vcf = reply.vcf;
    } else {
      node.report = reply;
    }
    if (node === this.node) this.renderThoughts();
  }

  // A short look at every move of the line, for the graph.
  async tourGame() {
    if (this.tour) {
      this.leaveTour();
      return;
    }
    this.game.stop();
    this.analysing = false;
    const tour = (this.tour = {});
    for (const node of this.tree.line(this.node)) {
      await this.enter(node);
      if (this.tour !== tour) return;
      if (!node.report) await this.analyse(QUICK_VISITS);
      if (this.tour !== tour) return;
    }
    this.leaveTour();
  }

  leaveTour() {
    if (!this.tour) return;
    this.tour = null;
    this.connection.stop();
    this.render();
  }

  show(line) {
    this.preview = line;
    this.renderBoard();
  }

  // ---- what is seen ----

  tell(text, lasting = false) {
    const notice = $("notice");
    notice.textContent = text;
    notice.hidden = false;
    clearTimeout(this.noticeTimer);
    if (!lasting) this.noticeTimer = setTimeout(() => (notice.hidden = true), NOTICE_MS);
  }

  changed() {
    this.render();
  }

  render() {
    this.renderThoughts();
    this.renderGame();
    this.moves.render(this.tree, this.node);
    if (document.activeElement !== $("comment")) $("comment").value = this.node.comment;
  }

  renderThoughts() {
    this.renderBoard();
    this.analysis.render(this.node, this.analysing);
    this.graph.render(this.tree.line(this.node), this.node);
  }

  renderBoard() {
    const { facts, node, tree } = this;
    const report = this.preview ? null : node.report;
    this.board.render({
      size: tree.size,
      stones: tree.path(node).map((n) => ({ move: n.move, colour: n.colour, number: n.ply })),
      toMove: node.toMove,
      playable: Boolean(facts) && !facts.over && this.game.mayPlay(),
      forbidden: facts?.forbidden,
      win: facts?.line,
      heat: options.heat && !this.preview ? node.policy : null,
      threats: options.threats && !this.preview ? threatsOf(facts) : null,
      candidates: options.candidates && report ? bestOf(report) : null,
      ghosts: this.preview,
      coordinates: options.coordinates,
      numbers: options.numbers,
    });
  }

  renderGame() {
    for (const colour of [BLACK, WHITE]) {
      const { name, detail, active } = this.game.describe(colour);
      const named = this.game.hasEngine || this.game.swap2 ? name : this.tree[colour] || name;
      const box = $(`player-${colour}`);
      box.querySelector("b").textContent = named;
      box.querySelector("small").textContent = detail;
      box.classList.toggle("active", active && !this.facts?.over);
    }
    $("status").textContent = this.statusText();
    this.renderChoices();
    $("back").disabled = $("first").disabled = $("undo").disabled = !this.node.parent;
    $("forward").disabled = $("last").disabled = $("redo").disabled = !this.node.chosen;
    $("delete").disabled = !this.node.parent;
    $("move-now").disabled = Boolean(this.game.thinking || this.game.swap2 || this.facts?.over);
    $("analyse").setAttribute("aria-pressed", this.analysing);
    $("analyse").textContent = this.analysing ? "Stop" : "Analyse";
    $("whole-game").textContent = this.tour ? "Stop" : "Whole game";
  }

  statusText() {
    const side = this.node.toMove === BLACK ? "Black" : "White";
    const { swap2, thinking } = this.game;
    if (this.facts?.winner) return `${this.facts.winner === BLACK ? "Black" : "White"} wins.`;
    if (this.facts?.over) return "A draw: no move is left.";
    if (thinking) return `${thinking} is thinking…`;
    if (swap2?.choices) return `Swap2: ${swap2.seat.name} chooses.`;
    if (swap2) return `Swap2: ${swap2.seat.name} places ${side}'s stone, ${swap2.due - this.node.ply} to go.`;
    return `${side} to move · ${this.tree.rule} · ${this.tree.size} × ${this.tree.size}`;
  }

  renderChoices() {
    const box = $("choices");
    const choices = (this.game.isHumanTurn && this.game.swap2?.choices) || [];
    box.hidden = !choices.length;
    box.replaceChildren();
    for (const choice of choices) {
      const button = document.createElement("button");
      button.textContent = CHOICES[choice];
      button.addEventListener("click", () => this.game.choose(choice));
      box.append(button);
    }
  }

  // ---- buttons and keys ----

  bind() {
    const step = {
      first: () => this.goTo(this.tree.root),
      back: () => this.goTo(this.node.parent),
      forward: () => this.goTo(this.node.chosen),
      last: () => this.goTo(this.tree.line(this.node).at(-1)),
      undo: () => this.goTo(this.game.undoTarget(this.node)),
      redo: () => this.goTo(this.game.redoTarget(this.node)),
      "move-now": () => this.game.moveNow(),
      analyse: () => this.toggleAnalysis(),
      "whole-game": () => this.tourGame(),
      delete: () => this.deleteHere(),
      "new-game": () => this.setup.show(),
      "open-file": () => $("file").click(),
      "save-sgf": () => this.save("sgf"),
      "save-psq": () => this.save("psq"),
      paste: () => $("paste-dialog").showModal(),
      share: () => this.share(),
      browse: () => this.games.show(),
    };
    for (const [id, action] of Object.entries(step)) $(id).addEventListener("click", action);
    listen({
      ArrowLeft: step.back,
      ArrowRight: step.forward,
      Home: step.first,
      End: step.last,
      Delete: step.delete,
      " ": step.analyse,
      u: step.undo,
      r: step.redo,
      m: step["move-now"],
      n: step["new-game"],
    });
    this.bindFields();
  }

  bindFields() {
    bindTheme($("theme"));
    bindOptions(document.querySelectorAll(".options input"), () => this.renderBoard());
    $("file").addEventListener("change", async ({ target }) => {
      if (target.files[0]) await this.openFile(target.files[0]);
      target.value = "";
    });
    const hint = () => this.tell("Tap again to place the stone.");
    $("board").addEventListener("aim", hint, { once: true });
    acceptDrops(document.body, (file) => this.openFile(file));
    addEventListener("hashchange", () => this.openLink());
    $("comment").addEventListener("input", ({ target }) => {
      this.node.comment = target.value;
      keepGame(this.tree, this.node, this.game.seats);
    });
    $("comment").addEventListener("blur", () => this.render());
    const paste = $("paste-dialog");
    paste.addEventListener("close", () => {
      const field = paste.querySelector("textarea");
      if (paste.returnValue === "open") this.open(() => openText(this.connection, field.value, this.tree.rule));
      paste.returnValue = field.value = "";
    });
  }
}

function threatsOf(facts) {
  return Object.entries(facts?.threats ?? {}).flatMap(([colour, byName]) =>
    Object.entries(byName).flatMap(([name, points]) =>
      name.startsWith("foul") ? [] : points.map((move) => ({ move, colour, name })),
    ),
  );
}

function bestOf(report) {
  return report.candidates.slice(0, BEST_SHOWN).map(({ move, value, proof }) => ({
    move,
    label: proof ? verdict(proof).replace(/^(.).* in /, (_, l) => (l === "w" ? "+" : "−")) : Math.round((value + 1) * 50),
  }));
}

new App();
