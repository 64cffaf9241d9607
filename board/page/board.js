// The board as one SVG, redrawn at each change.
//
// Go components are no alternative: they draw captures and handicap, need a framework and a build,
// and support neither forbidden points nor winning lines.

import { columnName, named, rowName } from "./notation.js";
import { t, translated } from "./texts.js";
import { BLACK, WHITE, other, same } from "./tree.js";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 1.1;
const SMALL_CELL = 32; // pixels below which a finger covers more than one point

export function draw(parent, name, attributes = {}, text = null) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== null) element.textContent = text;
  parent.append(element);
  return element;
}

// Returns the star points: four near the corners, and the middle of a board that has one.
function starsOf(size) {
  const edge = size < 13 ? 2 : 3;
  const far = size - 1 - edge;
  const corners = size < 9 ? [] : [[edge, edge], [edge, far], [far, edge], [far, far]];
  const middle = (size - 1) / 2;
  return size % 2 ? [...corners, [middle, middle]] : corners;
}

// Returns whether a threat wins at once or by the next move.
export const isStrong = (name) => /five|open four|four-three/.test(name);

function drawThreat(parent, x, y, colour, strong, title) {
  const at = `translate(${x + (colour === BLACK ? -0.3 : 0.3)} ${y + 0.33})`;
  const mark = draw(parent, "g", { transform: at });
  drawTriangle(mark, colour, strong);
  draw(mark, "title", {}, title);
}

export function drawTriangle(parent, colour, strong) {
  const mark = draw(parent, "g", { class: `threat ${colour} ${strong ? "strong" : ""}` });
  // a diamond for a strong threat: readable without its colour
  draw(mark, "path", { d: strong ? "M0 -.19L.17 0L0 .19L-.17 0Z" : "M0 -.17L.17 .13H-.17Z" });
}

export function drawCross(parent, x, y, title) {
  const mark = draw(parent, "g", { class: "forbidden" });
  draw(mark, "path", { d: `M${x - 0.22} ${y - 0.22}l.44 .44M${x + 0.22} ${y - 0.22}l-.44 .44` });
  draw(mark, "title", {}, title);
}

export function drawCandidate(parent, x, y, best, label, title) {
  const mark = draw(parent, "g", { class: `candidate${best ? " best" : ""}` });
  draw(mark, "circle", { cx: x, cy: y, r: 0.44 });
  draw(mark, "text", { x, y, class: "share" }, label);
  draw(mark, "title", {}, title);
}

// A square with the label, or only its frame around another mark.
export function drawOpinion(parent, x, y, isFrame, label, title) {
  const mark = draw(parent, "g", { class: `opinion${isFrame ? " frame" : ""}` });
  draw(mark, "rect", { x: x - 0.45, y: y - 0.45, width: 0.9, height: 0.9, rx: 0.08 });
  if (!isFrame) draw(mark, "text", { x, y, class: "share" }, label);
  draw(mark, "title", {}, title);
}

export class BoardView {
  constructor(element, onPlay) {
    this.element = element;
    this.onPlay = onPlay;
    this.cursor = null;
    this.said = null; // what a screen reader was told of the cursor last
    this.pressed = null; // the point where a button or finger went down
    this.state = null;
    this.size = 0;
    // Not "click": there is none if the element is redrawn before the button goes up.
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.pressed = event.button === 0 ? this.pointOf(event) : null;
    });
    element.addEventListener("pointerup", (event) => {
      const point = this.pointOf(event);
      if (this.pressed && point && same(point, this.pressed)) this.clicked(point, event);
      this.pressed = null;
    });
    element.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") this.pointAt(this.pointOf(event));
    });
    element.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") this.pointAt(null);
    });
    element.addEventListener("keydown", (event) => this.keyed(event));
    element.addEventListener("blur", () => this.pointAt(null));
  }

  pointOf(event) {
    const box = this.element.getBoundingClientRect();
    const scale = (this.size - 1 + 2 * MARGIN) / box.width;
    const x = Math.round((event.clientX - box.left) * scale - MARGIN);
    const y = Math.round((event.clientY - box.top) * scale - MARGIN);
    const inside = x >= 0 && y >= 0 && x < this.size && y < this.size;
    return inside ? [x, y] : null;
  }

  // On a small board the first tap of a finger points, the second one plays.
  clicked(point, event) {
    const cell = this.element.getBoundingClientRect().width / (this.size + 1);
    const aimed = this.cursor && same(this.cursor, point);
    if (event.pointerType === "touch" && cell < SMALL_CELL && !aimed) {
      this.pointAt(point);
      this.element.dispatchEvent(new Event("aim"));
    } else {
      this.pointAt(null);
      this.onPlay(point);
    }
  }

  keyed(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const middle = Math.floor(this.size / 2);
    const [x, y] = this.cursor ?? [middle, middle];
    if (step[event.key]) {
      const within = (n) => Math.max(0, Math.min(this.size - 1, n));
      const [dx, dy] = this.cursor ? step[event.key] : [0, 0];
      this.pointAt([within(x + dx), within(y + dy)]);
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor) {
      this.onPlay([x, y]);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // Tells a screen reader what the cursor is on.
  say(text) {
    this.element.setAttribute("aria-label", `${t("board")}, ${text}`);
    if (text === this.said) return; // an engine's move, told since then, may not be heard yet
    this.said = text;
    if (document.activeElement === this.element) document.getElementById("spoken").textContent = text;
  }

  pointAt(point) {
    if (String(point) === String(this.cursor)) return;
    this.cursor = point;
    this.drawCursor();
  }

  // state: size, stones [{move, colour, number}], and the layers of the methods below.
  render(state) {
    this.state = state;
    const grid = `${state.size} ${state.coordinates} ${state.top}`;
    if (grid !== this.grid) this.drawGrid();
    this.grid = grid;
    this.layer.replaceChildren();
    this.drawHeat();
    this.drawForbidden();
    this.drawStones();
    this.drawCandidates();
    this.drawOpinion();
    this.drawThreats();
    this.drawGhosts();
    this.drawWin();
    this.drawCursor();
  }

  drawGrid() {
    this.size = this.state.size;
    const last = this.size - 1;
    const edge = last + 2 * MARGIN;
    this.element.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${edge} ${edge}`);
    this.element.replaceChildren();
    const wood = { x: -MARGIN, y: -MARGIN, width: edge, height: edge, class: "wood" };
    draw(this.element, "rect", { ...wood, rx: 0.25 });
    const lines = Array.from({ length: this.size }, (_, i) => `M0 ${i}H${last}M${i} 0V${last}`);
    draw(this.element, "path", { d: lines.join(""), class: "lines" });
    draw(this.element, "rect", { x: 0, y: 0, width: last, height: last, class: "rim" });
    for (const [cx, cy] of starsOf(this.size)) draw(this.element, "circle", { cx, cy, r: 0.1, class: "star" });
    this.drawShades();
    if (this.state.coordinates) this.drawCoordinates(last);
    this.layer = draw(this.element, "g");
    this.top = draw(this.element, "g");
  }

  // Defines the shades that give the stones their depth.
  drawShades() {
    const shades = { black: ["#6b6b70", "#131315"], white: ["#ffffff", "#d9d4c8"] };
    const defs = draw(this.element, "defs");
    for (const [colour, [light, dark]] of Object.entries(shades)) {
      const shade = draw(defs, "radialGradient", { id: `${colour}-stone`, cx: 0.36, cy: 0.3, r: 0.75 });
      draw(shade, "stop", { offset: colour === WHITE ? 0.45 : 0, "stop-color": light });
      draw(shade, "stop", { offset: 0.9, "stop-color": dark });
    }
  }

  drawCoordinates(last) {
    for (let i = 0; i < this.size; i++) {
      const column = columnName(i).toUpperCase();
      const row = rowName(i, this.size);
      const places = [[i, -0.78, column], [i, last + 0.78, column]];
      places.push([-0.78, i, row], [last + 0.78, i, row]);
      for (const [x, y, text] of places) draw(this.element, "text", { x, y, class: "coordinate" }, text);
    }
  }

  drawHeat() {
    const most = Math.max(...(this.state.heat ?? []).map(([, , p]) => p), 0);
    for (const [x, y, prior] of this.state.heat ?? []) {
      const opacity = (0.08 + 0.72 * Math.sqrt(prior / most)).toFixed(3);
      const box = { x: x - 0.48, y: y - 0.48, width: 0.96, height: 0.96, rx: 0.12 };
      draw(this.layer, "rect", { ...box, class: "heat", opacity });
    }
  }

  drawThreats() {
    for (const { move: [x, y], colour, name } of this.state.threats ?? []) {
      const title = `${t(`colour.${colour}`)}: ${translated("threat", name)}`;
      drawThreat(this.layer, x, y, colour, isStrong(name), title);
    }
  }

  drawForbidden() {
    for (const [x, y, foul] of this.state.forbidden ?? []) {
      drawCross(this.layer, x, y, t("forbidden", { foul: translated("foul", foul) }));
    }
  }

  drawStones() {
    const { stones, numbers } = this.state;
    stones.forEach(({ move: [x, y], colour, number }, i) => {
      draw(this.layer, "circle", { cx: x, cy: y + 0.04, r: 0.455, class: "shadow" });
      draw(this.layer, "circle", { cx: x, cy: y, r: 0.45, class: `stone ${colour}` });
      const isLast = i === stones.length - 1;
      if (numbers) {
        const look = `number ${colour}${isLast ? " last" : ""}`;
        draw(this.layer, "text", { x, y, class: look }, number);
      } else if (isLast) {
        draw(this.layer, "circle", { cx: x, cy: y, r: 0.13, class: "last-mark" });
      }
    });
  }

  drawCandidates() {
    for (const [rank, { move, label, title }] of (this.state.candidates ?? []).entries()) {
      drawCandidate(this.layer, ...move, rank === 0, label, title);
    }
  }

  // The second engine's move.
  drawOpinion() {
    const { opinion, candidates } = this.state;
    if (!opinion) return;
    const { move, label, title } = opinion;
    const isFrame = (candidates ?? []).some((candidate) => same(candidate.move, move));
    drawOpinion(this.layer, ...move, isFrame, label, title);
  }

  drawGhosts() {
    const { ghosts, toMove } = this.state;
    (ghosts ?? []).forEach(([x, y], i) => {
      const colour = i % 2 ? other(toMove) : toMove;
      draw(this.layer, "circle", { cx: x, cy: y, r: 0.44, class: `stone ghost ${colour}` });
      draw(this.layer, "text", { x, y, class: `number ${colour}` }, i + 1);
    });
  }

  drawWin() {
    const line = this.state.win ?? [];
    if (!line.length) return;
    const [[x1, y1], [x2, y2]] = [line[0], line[line.length - 1]];
    if (!this.state.numbers) draw(this.layer, "line", { x1, y1, x2, y2, class: "win-line" });
    for (const [cx, cy] of line) draw(this.layer, "circle", { cx, cy, r: 0.47, class: "win" });
  }

  drawCursor() {
    this.top.replaceChildren();
    if (!this.cursor) {
      this.said = null;
      this.element.setAttribute("aria-label", t("board"));
      return;
    }
    const [cx, cy] = this.cursor;
    const { stones, toMove, playable, forbidden } = this.state;
    const free = playable && !stones.some(({ move: [x, y] }) => x === cx && y === cy);
    if (free) draw(this.top, "circle", { cx, cy, r: 0.45, class: `stone hover ${toMove}` });
    draw(this.top, "circle", { cx, cy, r: 0.48, class: "cursor" });
    const stone = stones.find(({ move }) => same(move, this.cursor));
    const foul = forbidden?.find((point) => same(point, this.cursor))?.[2];
    let what = foul ? t("forbidden", { foul: translated("foul", foul) }) : t("free");
    if (stone) what = t(`stone.${stone.colour}`, { number: stone.number });
    this.say(`${named(this.cursor, this.size)}: ${what}`);
  }
}
