// A game under way as a small board, with its players, clocks and evaluations.

import { BoardView, draw } from "./board.js";
import { SHORT_MS, clockTexts } from "./clock.js";
import { named } from "./notation.js";
import { t } from "./texts.js";
import { BLACK, WHITE } from "./tree.js";

const COLOURS = [BLACK, WHITE];
const FEWEST_PLIES = 30; // the graph begins with room for these
const WIDTH = 100;
const HEIGHT = 40;

const colourOf = (ply) => COLOURS[ply % 2]; // of the move with this index

export const percentText = (chance) => `${Math.round(100 * chance)} %`;

// Returns the texts of a side's clock at a time of the server's, in milliseconds.
export function liveClockTexts({ left, turn, asked }, now) {
  const spent = asked === null ? 0 : Math.max(0, now - 1000 * asked);
  const rest = (limit) => (limit === null ? null : 1000 * limit - spent);
  const texts = clockTexts({ match: rest(left), turn: rest(turn) }, asked !== null);
  // an engine has little time for each move, and is not in trouble for that
  return { ...texts, isShort: left !== null && rest(left) < SHORT_MS };
}

// Writes the texts into the element of a clock.
export function showClock(element, texts) {
  element.hidden = !texts || !(texts.match || texts.turn);
  if (element.hidden) return;
  element.querySelector("strong").textContent = texts.match || texts.turn;
  element.querySelector("span").textContent = texts.match ? texts.turn : "";
  element.classList.toggle("short", texts.isShort);
}

function made(name, className, ...children) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

export class LiveBoard {
  constructor(onFollow) {
    this.head = made("b", "");
    this.last = made("span", "last");
    const board = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    board.setAttribute("aria-hidden", "true");
    this.button = made("button", "follow", board);
    this.button.addEventListener("click", onFollow);
    this.board = new BoardView(board, () => {});
    this.sides = Object.fromEntries(COLOURS.map((colour) => [colour, this.side(colour)]));
    this.curves = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.curves.classList.add("curves");
    this.curves.setAttribute("role", "img");
    this.curves.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    this.curves.setAttribute("preserveAspectRatio", "none");
    const rows = COLOURS.map((colour) => this.sides[colour].row);
    const head = made("p", "head", this.head, this.last);
    this.element = made("article", "card live", head, this.button, ...rows, this.curves);
  }

  side(colour) {
    const name = made("b", "");
    const own = made("small", "own");
    own.setAttribute("role", "meter");
    own.setAttribute("aria-valuemin", 0);
    own.setAttribute("aria-valuemax", 100);
    const clock = made("span", "clock", made("strong", ""), " ", made("span", ""));
    clock.setAttribute("role", "timer");
    return { name, own, clock, row: made("div", "player", made("i", `dot ${colour}`), name, own, clock) };
  }

  render(game) {
    this.game = game;
    const { number, black, white, size, moves } = game;
    this.head.textContent = t("live.game", { number });
    this.button.setAttribute("aria-label", t("live.follow", { number, black, white }));
    const [x, y, ms] = moves.at(-1) ?? [];
    const took = ms ? ` · ${(ms / 1000).toFixed(2)} s` : "";
    this.last.textContent = moves.length ? `${moves.length}. ${named([x, y], size)}${took}` : "";
    const stones = moves.map(([x, y], ply) => ({ move: [x, y], colour: colourOf(ply), number: ply + 1 }));
    this.board.render({ size, stones, toMove: colourOf(moves.length) });
    for (const colour of COLOURS) this.renderSide(colour);
    this.renderCurves();
  }

  renderSide(colour) {
    const { name, own, row, clock } = this.sides[colour];
    name.textContent = name.title = this.game[colour];
    row.classList.toggle("active", this.game.clocks[colour].asked !== null);
    clock.setAttribute("aria-label", t(`clock.${colour}`));
    const told = this.told(colour).at(-1);
    own.hidden = !told;
    if (!told) return;
    own.textContent = percentText(told.chance);
    own.style.setProperty("--share", told.chance);
    own.setAttribute("aria-valuenow", Math.round(100 * told.chance));
    own.setAttribute("aria-label", t("live.own", { name: this.game[colour] }));
  }

  // Returns the chances that an engine gave itself: { ply, chance }.
  told(colour) {
    const all = this.game.moves.map(([, , , chance], ply) => ({ ply, chance }));
    return all.filter(({ ply, chance }) => colourOf(ply) === colour && chance !== null);
  }

  // Draws Black's chances, as each of the engines sees them.
  renderCurves() {
    this.curves.replaceChildren();
    this.curves.setAttribute("aria-label", t("live.curves"));
    const last = Math.max(FEWEST_PLIES, this.game.moves.length) - 1;
    draw(this.curves, "path", { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "even" });
    for (const colour of COLOURS) {
      const points = this.told(colour).map(({ ply, chance }) => {
        const black = colour === BLACK ? chance : 1 - chance;
        return `${((WIDTH * ply) / last).toFixed(1)} ${(2 + (HEIGHT - 4) * (1 - black)).toFixed(1)}`;
      });
      // a single point is a line of zero length, whose round ends make a dot
      const d = `M${points.join("L")}${points.length > 1 ? "" : "h.01"}`;
      if (points.length) draw(this.curves, "path", { d, class: colour });
    }
  }

  // now: the server's time in milliseconds.
  renderClocks(now) {
    for (const colour of COLOURS) showClock(this.sides[colour].clock, liveClockTexts(this.game.clocks[colour], now));
  }
}
