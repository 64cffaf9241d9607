// The review of a game: every move judged by what it lost, and the better lines.

import { named } from "./notation.js";
import { keepMissedWin } from "./puzzles.js";
import { t, translated } from "./texts.js";

// Marks of the grades, also readable without colours; the field writes them behind a move.
export const MARKS = { mistake: "?", blunder: "??", "missed win": "?!" };

const GRADES = ["best", "good", "mistake", "blunder", "missed win"];
const $ = (id) => document.getElementById(id);

export class Review {
  // app: the application, used for its tree, node, `goTo`, `tell` and `render`.
  constructor(connection, app) {
    this.connection = connection;
    this.app = app;
    this.running = false;
    this.search = null;
    $("next-mistake").addEventListener("click", () => this.next());
    $("show-better").addEventListener("click", () => this.showBetter());
  }

  // Starts or stops the judgement of every move of the current line.
  toggle() {
    if (this.running) {
      this.stop();
      return;
    }
    const { app } = this;
    const line = app.tree.line(app.node);
    const opening = openingPlies(line);
    if (line.length - 1 <= opening) {
      app.tell(t("review.nothing"));
      return;
    }
    app.game.stop();
    app.thoughts.end();
    this.running = true;
    const message = { type: "review", position: app.tree.position(line.at(-1)), opening };
    const step = (reply) => {
      const node = line[reply.ply];
      node.review = reply;
      node.parent.report = reply.report;
      if (reply.grade === "missed win") keepMissedWin(app.tree.position(node.parent));
      if (reply.done) this.running = false;
      app.render();
    };
    const dropped = () => {
      this.running = false;
      app.render();
    };
    const fail = (error) => {
      app.tell(error.message);
      dropped();
    };
    this.search = this.connection.watch(message, step, fail, dropped);
    app.render();
  }

  stop() {
    if (!this.running) return;
    this.connection.stop(this.search);
  }

  // Goes to the next move of the line that lost something, from the beginning after the last one.
  next() {
    const { app } = this;
    const line = app.tree.line(app.node);
    const here = line.indexOf(app.node);
    const bad = line.filter((node) => MARKS[node.review?.grade]);
    const found = bad.find((node) => line.indexOf(node) > here) ?? bad[0];
    if (found) app.goTo(found);
    else if (line.some((node) => node.review)) app.tell(t("review.no-mistake"));
  }

  // Puts the better line into the game as a variation and goes to its first move.
  showBetter() {
    const { app } = this;
    const { parent, review } = app.node;
    app.goTo(app.tree.addLine(parent, review.line));
  }

  render() {
    const { tree, node } = this.app;
    const line = tree.line(node).filter((n) => n.review);
    $("review").textContent = t(this.running ? "stop" : "review");
    $("review").setAttribute("aria-pressed", this.running);
    $("judged").hidden = !line.length;
    const rows = ["black", "white"].map((colour) => row(colour, line.filter((n) => n.colour === colour)));
    $("grades").tBodies[0].replaceChildren(...rows);
    $("verdict").textContent = node.review ? verdict(node, tree.size) : "";
    $("show-better").hidden = !MARKS[node.review?.grade];
  }
}

// Returns the number of moves at the start that a tournament's manager has placed.
function openingPlies([, ...moves]) {
  const own = moves.findIndex(({ record }) => !record.startsWith("opening"));
  return own < 0 ? moves.length : own;
}

function row(colour, nodes) {
  const element = document.createElement("tr");
  const loss = nodes.reduce((sum, node) => sum + node.review.loss, 0);
  const kept = nodes.length ? `${Math.round(100 * (1 - loss / nodes.length))} %` : "";
  const counts = GRADES.map((grade) => nodes.filter((node) => node.review.grade === grade).length);
  for (const text of [t(`colour.${colour}`), kept, ...counts]) {
    element.insertCell().textContent = text;
  }
  return element;
}

function verdict(node, size) {
  const { grade, loss, line, proof } = node.review;
  const name = `${named(node.move, size)}: ${translated("grade", grade)}`;
  if (!MARKS[grade]) return name;
  const lost = t("review.lost", { percent: Math.round(100 * loss) });
  const better = t("review.better", { move: named(line[0], size) });
  const win = proof > 0 ? `, ${t("review.win", { count: proof })}` : "";
  return `${name}, ${lost}; ${better}${win}`;
}
