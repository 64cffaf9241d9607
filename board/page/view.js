// The views of the current node: board, players, analysis, moves and buttons.

import { AnalysisView, percent, verdict } from "./analysis.js";
import { BoardView } from "./board.js";
import { wonOnTime } from "./clock.js";
import { outcomeText, resultText } from "./games.js";
import { Graph } from "./graph.js";
import { renderLegend } from "./legend.js";
import { percentText, showClock } from "./live_board.js";
import { options } from "./memory.js";
import { MoveList } from "./moves.js";
import { named } from "./notation.js";
import { t, translated } from "./texts.js";
import { BLACK, WHITE, other } from "./tree.js";

const $ = (id) => document.getElementById(id);
const NOTICE_MS = 6000;
const BEST_SHOWN = 8;

export class View {
  constructor(app) {
    this.app = app;
    this.preview = null; // a line shown on the board as ghosts
    this.commented = null; // the node whose comment is in the field
    const jump = (node) => app.goTo(node);
    this.board = new BoardView($("board"), (point) => app.click(point));
    this.graph = new Graph($("graph"), jump);
    this.moves = new MoveList($("moves"), jump);
    this.analysis = new AnalysisView($("analysis"), {
      onPreview: (line) => this.show(line),
      onAdd: (line) => line && jump(app.tree.addLine(app.node, line)),
    });
  }

  tell(text, lasting = false) {
    const notice = $("notice");
    notice.textContent = text;
    notice.hidden = false;
    notice.classList.toggle("lasting", lasting);
    clearTimeout(this.noticeTimer);
    if (!lasting) this.noticeTimer = setTimeout(() => (notice.hidden = true), NOTICE_MS);
  }

  // Tells a screen reader a move.
  say({ ply, move }) {
    $("spoken").textContent = `${ply}. ${named(move, this.app.tree.size)}`;
  }

  show(line) {
    this.preview = line;
    this.renderBoard();
  }

  // Takes a candidate's line off the board.
  unpin() {
    this.preview = this.analysis.pinned = null;
  }

  render() {
    const { tree, node } = this.app;
    this.renderThoughts();
    this.renderPlayers();
    this.renderButtons();
    this.app.puzzles.render();
    this.moves.render(tree, node);
    this.renderSaid(node);
    this.renderComment(node);
  }

  // A comment that is being written is left alone, but not taken along to another node.
  renderComment(node) {
    const field = $("comment");
    if (document.activeElement !== field || node !== this.commented) field.value = node.comment;
    this.commented = node;
  }

  // Shows the time that the move took and the engine's words about it; on a read-only page, which has
  // no field for it, also the comment.
  renderSaid({ ms, said, comment }) {
    const took = ms ? t("took", { seconds: (ms / 1000).toFixed(ms < 10000 ? 2 : 0) }) : "";
    const texts = [took, said, this.app.readOnly ? comment : ""].filter(Boolean);
    $("said").textContent = texts.join("\n");
    $("said").hidden = !texts.length;
  }

  renderThoughts() {
    const { facts, tree, node, thoughts, readOnly } = this.app;
    this.renderBoard();
    const waiting = readOnly ? "" : t(thoughts.live ? "thinking" : "analysis.start");
    this.analysis.render(tree.size, node, waiting, facts?.over, this.app.second.candidate(node));
    this.app.second.render();
    this.graph.render(tree.line(node), node);
    this.renderValueBar(node);
    this.app.review.render();
  }

  renderValueBar(node) {
    const bar = $("value-bar");
    let known = node;
    // nobody has said anything yet about the last position of a game under way
    while (this.app.follower.isLive && known.parent && known.blackWins === null) known = known.parent;
    const chance = known.blackWins;
    bar.hidden = chance === null;
    if (bar.hidden) return;
    const share = Math.round(100 * chance);
    bar.setAttribute("aria-valuenow", share);
    bar.firstElementChild.style.width = `${share}%`;
    const text = bar.lastElementChild;
    text.textContent = share >= 50 ? `${t("colour.black")} ${share} %` : `${t("colour.white")} ${100 - share} %`;
    text.classList.toggle("within", share >= 50);
  }

  // Returns the position of a node for the board, without analysis; `win` is the winning line.
  bare(node, win) {
    const { tree } = this.app;
    return {
      size: tree.size,
      stones: tree.path(node).map((n) => ({ move: n.move, colour: n.colour, number: n.ply })),
      toMove: node.toMove,
      win,
      coordinates: options.coordinates,
      top: options.top,
      numbers: options.numbers,
    };
  }

  renderBoard() {
    const { facts, node, tree, game } = this.app;
    const report = this.preview ? null : node.report;
    const state = {
      ...this.bare(node, facts?.line),
      playable: Boolean(facts) && !facts.over && game.mayPlay(),
      forbidden: facts?.forbidden,
      heat: options.heat && !this.preview ? node.policy : null,
      threats: options.threats && !this.preview ? threatsOf(facts) : null,
      candidates: options.candidates && report ? bestOf(report, tree.size) : null,
      opinion: options.candidates && !this.preview ? opinionOf(this.app.second, node) : null,
      ghosts: this.preview,
    };
    this.board.render(state);
    renderLegend($("legend"), state);
  }

  renderPlayers() {
    const { facts, fault, game, node, tree } = this.app;
    for (const colour of [BLACK, WHITE]) {
      const { name, detail, active } = game.describe(colour);
      const shown = game.hasEngine || game.swap2 ? name : tree[colour] || name;
      const box = $(`player-${colour}`);
      box.querySelector("b").textContent = translated("player", shown);
      const told = tree.played && tree.lastTold(node, colour);
      box.querySelector("small").textContent = Number.isFinite(told) ? percentText(told) : detail;
      box.classList.toggle("active", active && !facts?.over && !this.loserOnTime(node));
    }
    // Before the facts arrive it is unknown whether the last move has won.
    const busy = !facts && !fault && this.app.connection.open;
    if (!busy || game.thinking) $("status").textContent = this.statusText();
    $("board").setAttribute("aria-busy", busy || Boolean(game.thinking));
    this.renderChoices();
    this.renderClocks();
    $("played").hidden = !tree.played;
    $("played").querySelector("span").textContent = tree.played ? this.playedText(tree.played) : "";
  }

  // Returns which game of the tournament it is, and how it has ended.
  playedText({ number, outcome }) {
    if (outcome) return `${t("live.game", { number })}: ${outcomeText(outcome)}`;
    return t(this.app.tournament.games.has(number) ? "follow.live" : "follow.away", { number });
  }

  statusText() {
    const { facts, fault, node, tree, game } = this.app;
    const { swap2, thinking } = game;
    if (facts?.winner) return t(`won.${facts.winner}`);
    if (facts?.over) return t("draw");
    const loser = this.loserOnTime(node);
    if (loser) return this.wonOnTime(loser);
    if (tree.played?.outcome && tree.endsAt(node)) return outcomeText(tree.played.outcome);
    if (thinking) return t("is-thinking", { name: translated("player", thinking) });
    const written = tree.endsAt(node) && resultText(tree.result);
    if (written) return written;
    if (fault) return fault;
    const name = translated("player", swap2?.seat.name);
    if (swap2?.choices) return t("swap2.is-choosing", { name });
    if (swap2) return t(`swap2.places.${node.toMove}`, { name, count: swap2.due - node.ply });
    return `${t(`to-move.${node.toMove}`)} · ${translated("rule", tree.rule)} · ${tree.size} × ${tree.size}`;
  }

  wonOnTime(loser) {
    return t(`won-on-time.${other(loser)}`);
  }

  // Returns the colour that lost on time in this position, in the game or in a file's record of it.
  loserOnTime(node) {
    const { clock, tree } = this.app;
    if (clock.hasFallenAt(node)) return clock.fallen;
    const winner = tree.endsAt(node) ? wonOnTime(tree.result) : null;
    return winner && other(winner);
  }

  renderClocks() {
    for (const colour of [BLACK, WHITE]) {
      const texts = this.app.follower.clockTexts(colour) ?? this.app.clock.shown(colour);
      showClock($(`player-${colour}`).querySelector(".clock"), texts);
    }
  }

  renderChoices() {
    const { game } = this.app;
    const choices = (!game.thinking && game.isHumanTurn && game.swap2?.choices) || [];
    const box = $("choices");
    const focused = [...box.children].indexOf(document.activeElement);
    box.hidden = !choices.length;
    box.replaceChildren();
    for (const choice of choices) {
      const button = document.createElement("button");
      button.textContent = t(`swap2.choice.${choice}`);
      button.addEventListener("click", () => game.choose(choice));
      box.append(button);
    }
    if (focused >= 0) (box.children[focused] ?? $("board")).focus();
  }

  renderButtons() {
    const { follower, node, game, thoughts, hello } = this.app;
    for (const id of ["new-game", "puzzles"]) $(id).disabled = !hello; // what they offer is unknown
    for (const id of ["back", "first"]) $(id).disabled = !node.parent;
    $("delete").disabled = !node.parent || follower.holds(node);
    $("undo").disabled = !game.undoTarget(node);
    for (const id of ["forward", "last", "redo"]) $(id).disabled = !node.chosen;
    $("move-now").textContent = t(game.thinking ? "stop" : "move-now");
    $("move-now").disabled = !game.thinking && !game.mayBeAsked;
    $("analyse").setAttribute("aria-pressed", thoughts.live);
    $("analyse").textContent = t(thoughts.live ? "stop" : "analyse");
  }
}

function threatsOf(facts) {
  return Object.entries(facts?.threats ?? {}).flatMap(([colour, byName]) =>
    Object.entries(byName).flatMap(([name, points]) =>
      name.startsWith("foul") ? [] : points.map((move) => ({ move, colour, name })),
    ),
  );
}

// Returns the moves in which a proved move wins (+) or loses (−), or the chance of another move.
function label({ value, proof }) {
  if (!proof) return percent(value);
  return `${proof > 0 ? "+" : "−"}${Math.abs(proof)}`;
}

function opinionOf(second, node) {
  const found = second.candidate(node);
  return found && { ...found, label: found.value === null ? "" : percent(found.value) };
}

function bestOf(report, size) {
  const best = report.candidates.slice(0, BEST_SHOWN);
  return best.map((candidate) => ({
    move: candidate.move,
    label: label(candidate),
    title: `${named(candidate.move, size)}: ${verdict(candidate.proof) || `${percent(candidate.value)} %`}`,
    proof: candidate.proof,
  }));
}
