// The application: the game tree, the current node, and the parts that show or change them.

import { gifOf } from "./animation.js";
import { bind, fitTools } from "./buttons.js";
import { Clock, lostOnTime } from "./clock.js";
import { download, fragmentOf, linkTo, openBytes, positionOfLink, save } from "./files.js";
import { Follower } from "./follower.js";
import { Game } from "./game.js";
import { FileGames } from "./games.js";
import { keepGame, keptGame } from "./memory.js";
import { named } from "./notation.js";
import { follow, keepPage } from "./offline.js";
import { pngOf, svgOf } from "./picture.js";
import { Puzzles } from "./puzzles.js";
import { Review } from "./review.js";
import { SecondEngine } from "./second.js";
import { Setup } from "./setup.js";
import { Connection } from "./socket.js";
import { bindLanguage, t, translated } from "./texts.js";
import { Thoughts } from "./thoughts.js";
import { Tournament } from "./tournament.js";
import { BLACK, Tree, WHITE, same } from "./tree.js";
import { View } from "./view.js";

const LARGEST_FILE = 1e6;

class App {
  constructor() {
    this.tree = new Tree({ size: 15, rule: "freestyle" });
    this.node = this.tree.root;
    this.facts = null; // the facts of the node by the rules, null until they arrive
    this.fault = ""; // why there are none, or why the engine did not move
    this.settled = null; // a promise of their arrival
    this.backAt = null; // the node that moves were taken back to
    this.begun = false;
    this.restored = null; // whether the server was away at first and there was a game to show
    this.hello = null; // the server's greeting: its rules, players, levels and puzzles
    this.readOnly = false; // whether the server shows a tournament and nothing else
    this.connection = new Connection();
    this.clock = new Clock(this);
    this.game = new Game(this.connection, this);
    this.thoughts = new Thoughts(this.connection, this);
    this.puzzles = new Puzzles(this.connection, this);
    this.review = new Review(this.connection, this);
    this.second = new SecondEngine(this.connection, this);
    this.view = new View(this);
    this.setup = new Setup(document.getElementById("setup"), (values) => this.start(values));
    this.games = new FileGames(document.getElementById("games"), {
      onOpen: (flat) => this.opened(flat),
      onError: (error) => this.tell(error.message),
    });
    this.follower = new Follower(this.connection, this);
    this.tournament = new Tournament(this.connection, this);
    this.connection.addEventListener("hello", ({ detail }) => this.greeted(detail));
    this.connection.addEventListener("lost", ({ detail }) => this.lost(detail));
    bind(this);
    bindLanguage(document.getElementById("language"), () => this.retell());
    this.render();
    keepPage();
  }

  // Writes everything in the language that was chosen.
  retell() {
    if (this.hello) this.offer();
    fitTools();
    this.render();
    this.tournament.render();
    if (this.tournament.isShown) this.tournament.list.turn(0);
  }

  render() {
    this.view.render();
  }

  tell(text, lasting = false) {
    this.view.tell(text, lasting);
  }

  // ---- the connection ----

  async greeted(hello) {
    follow(hello.version);
    this.hello = hello;
    this.readOnly = hello.readOnly;
    document.body.classList.toggle("read-only", this.readOnly);
    this.offer();
    this.game.fukumi = hello.fukumi;
    document.getElementById("browse").hidden = !hello.games;
    fitTools();
    if (this.begun || this.restored !== null) this.tell(t("connected"));
    const isReload = !this.begun;
    if (isReload) await this.begin();
    this.begun = true;
    this.tournament.watch();
    if (!this.readOnly) this.sendResources(this.setup.resources);
    this.settled = this.settle();
    await this.settled;
    // an engine that was thinking before a reload is asked again
    if (this.isAtGame) await this.game.next();
    else if (isReload && this.clock.isRunning) await this.goTo(this.clock.node);
  }

  // Returns whether the game goes on at this node, so that an engine may be asked for a move.
  get isAtGame() {
    const { clock, game, node } = this;
    if (clock.isRunning) return clock.runsAt(node);
    return Boolean(game.swap2) || !node.children.length || node === game.interrupted;
  }

  sendResources(resources) {
    const refused = (error) => this.tell(error.message);
    if (resources) this.connection.ask({ type: "resources", ...resources }).catch(refused);
  }

  offer() {
    if (this.readOnly) return;
    this.setup.offer(this.hello);
    this.puzzles.offer(this.hello.puzzles);
    this.second.offer(this.hello);
  }

  lost(text) {
    if (!this.hello) this.restored ??= this.restore();
    if (this.game.thinking) this.game.interrupted = this.game.asked;
    this.game.thinking = null;
    this.review.running = false;
    this.tell(text, true);
    this.render();
  }

  // Opens the position of the link, or the game of the last visit.
  async begin() {
    if (this.readOnly) this.game.free();
    if (this.readOnly || (this.hello.games && this.tournament.isLinked)) this.tournament.show();
    if (this.readOnly) return;
    const isKept = this.restore();
    const { hash } = location;
    if (isKept && hash === fragmentOf(this.tree, this.node)) return;
    const { tree } = this;
    if (positionOfLink(hash)) await this.openLink();
    // on a first visit a click begins a game, also after a link that cannot be opened
    if (!isKept && this.tree === tree) this.game.seat(this.setup.values().seats);
  }

  // Returns to the game of the last visit; returns whether there is one.
  restore() {
    const kept = keptGame();
    if (!kept) return false;
    this.tree = kept.tree;
    this.node = kept.node;
    try {
      this.game.restore(kept);
      this.puzzles.restore(kept.puzzle);
      if (kept.clock) this.clock.restore(kept.clock);
      if (kept.isBack) this.backAt = kept.node;
      this.render();
    } catch { // another version of this page stored how the game goes on: only its moves are kept
      this.game.free();
      this.puzzles.leave();
    }
    return true;
  }

  async openLink() {
    const position = positionOfLink(location.hash);
    if (!position) return;
    await this.openText(position, true);
  }

  // ---- nodes of the tree ----

  // Shows another node and stops the search of this one.
  async goTo(node) {
    if (!node || node === this.node) return;
    this.node = node;
    this.game.stepped();
    await this.enter(node);
    if (this.clock.runsAt(node) || node === this.game.interrupted) await this.game.next();
  }

  // Takes moves back, or plays them again: the game continues at this node.
  async takeBack(node) {
    if (!node) return;
    if ([BLACK, WHITE].some((colour) => this.game.isHuman(colour))) this.clock.continueAt(node);
    else this.clock.end(); // two engines would play on at once
    this.backAt = node;
    await this.goTo(node);
  }

  async enter(node) {
    this.node = node;
    this.tree.choose(node);
    this.view.unpin();
    this.facts = null;
    this.fault = "";
    this.settled = this.settle();
    await this.settled;
  }

  // Requests the facts of this node, then continues the analysis.
  async settle() {
    const { node, tree } = this;
    this.render();
    this.keep();
    try {
      const facts = await this.factsOf(tree, node);
      if (node !== this.node || tree !== this.tree) return;
      this.facts = facts;
      if (facts.over && this.clock.runsAt(node)) this.clock.end();
    } catch (error) {
      if (node !== this.node || tree !== this.tree || !this.connection.open) return;
      this.fault = error.message;
      this.tell(error.message);
    }
    this.render();
    this.thoughts.arrived();
  }

  factsOf(tree, node) {
    if (this.readOnly) return tree.knownFacts(node);
    return this.connection.ask({ type: "look", position: tree.position(node) });
  }

  keep() {
    if (this.readOnly) return;
    const { hash, pathname } = location;
    // a reload would return to the link and lose what came after it
    const isStale = positionOfLink(hash) && hash !== fragmentOf(this.tree, this.node);
    if (isStale) history.replaceState(null, "", pathname);
    const puzzle = this.puzzles.kept();
    const isBack = this.node === this.backAt;
    keepGame(this.tree, this.node, { ...this.game.kept(), puzzle, isBack }, this.clock.kept());
  }

  // A colour has lost on time.
  flagged(colour) {
    this.clock.end(colour);
    this.game.stop();
    this.tree.result = lostOnTime(colour);
    this.tell(this.view.wonOnTime(colour));
    this.keep();
    this.render();
    this.thoughts.arrived();
  }

  // Places a stone of the side to move. isOwn: whether a person placed it, who need not hear of it.
  async play(move, { ms = 0, report = null, isOwn = false } = {}) {
    const { clock, node, tree } = this;
    if (report) node.report = report;
    const isTimed = clock.runsAt(node);
    const took = isTimed && this.game.isHumanTurn ? clock.elapsed : ms;
    // a move of the game, not of a look at it, replaces those that were taken back
    const child = tree.play(node, move, took, clock.isRunning || node === this.backAt);
    if (isTimed) child.ms = took;
    if (clock.isRunning) clock.continueAt(child);
    if (!isOwn) this.view.say(child);
    await this.enter(child);
    await this.game.moved();
  }

  async playAll(moves) {
    this.node = moves.slice(0, -1).reduce((here, move) => this.tree.play(here, move), this.node);
    await this.play(moves.at(-1));
  }

  async click(point) {
    await this.settled;
    this.clock.tick(); // the flag may have fallen in the meantime
    if (!this.facts || this.facts.over || !this.game.mayPlay()) return;
    if (this.tree.path(this.node).some((n) => same(n.move, point))) return;
    const foul = this.facts.forbidden.find((f) => same(f, point));
    if (foul) {
      this.tell(t("forbidden-here", { point: named(point, this.tree.size), foul: translated("foul", foul[2]) }));
      return;
    }
    this.review.stop();
    await this.play(point, { isOwn: true });
  }

  // Plays the best move of the analysis for a person.
  async playBest() {
    const best = this.node.report?.candidates[0];
    if (best) await this.click(best.move);
    else this.tell(t("analysis.start"));
  }

  async start(values) {
    this.tournament.hide();
    this.puzzles.leave();
    this.game.start(values);
    this.review.stop();
    this.thoughts.end();
    const { size, rule, seats, control } = values;
    this.tree = new Tree({ size, rule, black: seats.black.name, white: seats.white.name });
    this.clock.start(this.game.swap2 ? null : control, this.tree.root);
    this.sendResources(values.resources);
    history.replaceState(null, "", location.pathname);
    await this.enter(this.tree.root);
    await this.game.next();
  }

  async deleteHere() {
    if (!this.node.parent || this.follower.holds(this.node)) return;
    const parent = this.tree.remove(this.node);
    const { clock } = this;
    if (clock.node && this.tree.path(clock.node).includes(this.node)) clock.returnTo(parent);
    this.puzzles.deleted(this.node);
    await this.goTo(parent);
  }

  // ---- files ----

  async open(reading, atEnd) {
    try {
      const tree = await reading();
      if (tree) await this.opened(tree, atEnd);
    } catch (error) {
      this.tell(error.message);
    }
  }

  // Shows a game, at its beginning or its end.
  opened(flat, atEnd = false) {
    this.puzzles.leave();
    this.game.free();
    this.review.stop();
    this.tree = Tree.from(flat);
    this.tournament.hide();
    const { root } = this.tree;
    return this.enter(atEnd ? this.tree.line(root).at(-1) : root);
  }

  async openFile(file) {
    if (file.size > LARGEST_FILE) this.tell(t("too-large", { file: file.name }));
    else await this.openBytes(await file.arrayBuffer());
  }

  async openText(text, atEnd) {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > LARGEST_FILE) this.tell(t("text-too-long"));
    else await this.openBytes(bytes, atEnd);
  }

  // Opens a game; of several the person chooses one.
  openBytes(bytes, atEnd) {
    const choose = (games, read) => this.games.show(games, read);
    return this.open(() => openBytes(this.connection, bytes, this.tree.rule, choose), atEnd);
  }

  async save(format) {
    try {
      await save(this.connection, this.tree, format);
    } catch (error) {
      this.tell(error.message);
    }
  }

  async savePicture(format) {
    const board = document.getElementById("board");
    download(format === "svg" ? svgOf(board) : await pngOf(board), this.tree, format);
  }

  // Saves the game as an animation: the line of this position from its beginning to its end.
  async saveAnimation() {
    const { tree } = this;
    const line = tree.line(this.node);
    this.tell(t("save-gif.drawing"), true);
    try {
      const win = await this.winAt(tree, line.at(-1));
      const states = line.map((node) => this.view.bare(node, node === line.at(-1) ? win : []));
      download(await gifOf(states), tree, "gif");
      this.tell(t("save-gif.done"));
    } catch (error) {
      this.tell(error.message);
    }
  }

  // Returns the winning line at a node, none where the rules do not allow the position.
  async winAt(tree, node) {
    try {
      return (await this.factsOf(tree, node)).line;
    } catch {
      return [];
    }
  }

  // Turns or mirrors the whole game; `moved` returns the new place of a point.
  async turn(moved) {
    this.game.stepped();
    this.review.stop();
    this.thoughts.stop(); // replies on their way are about the board as it was
    this.tree.turn(moved);
    await this.enter(this.node);
    if (this.isAtGame) await this.game.next();
  }

  async share() {
    const link = linkTo(this.tree, this.node);
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      this.tell(t("copied"));
    } catch {
      this.tell(t("in-address-bar"));
    }
  }
}

new App();
