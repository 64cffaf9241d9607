// The board as one SVG, redrawn at each change.
//
// Go components are no alternative: they draw captures and handicap, need a framework and a build,
// and support neither forbidden points nor winning lines.

import { BLACK, other, same, written } from "./tree.js";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 1.1;
const SMALL_CELL = 32; // pixels below which a finger covers more than one point
const STARS = { 15: [3, 7, 11], 19: [3, 9, 15], 20: [5, 14], 13: [3, 6, 9], 9: [2, 4, 6] };

export function draw(parent, name, attributes = {}, text = null) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== null) element.textContent = text;
  parent.append(element);
  return element;
}

export class BoardView {
  constructor(element, onPlay) {
    this.element = element;
    this.onPlay = onPlay;
    this.cursor = null;
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

  pointAt(point) {
    if (String(point) === String(this.cursor)) return;
    this.cursor = point;
    this.drawCursor();
  }

  // state: size, stones [{move, colour, number}], and the layers of the methods below.
  render(state) {
    this.state = state;
    if (state.size !== this.size || state.coordinates !== this.coordinates) this.drawGrid();
    this.layer.replaceChildren();
    this.drawHeat();
    this.drawThreats();
    this.drawForbidden();
    this.drawStones();
    this.drawCandidates();
    this.drawGhosts();
    this.drawWin();
    this.drawCursor();
  }

  drawGrid() {
    this.size = this.state.size;
    this.coordinates = this.state.coordinates;
    const last = this.size - 1;
    const edge = last + 2 * MARGIN;
    this.element.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${edge} ${edge}`);
    this.element.replaceChildren();
    const wood = { x: -MARGIN, y: -MARGIN, width: edge, height: edge, class: "wood" };
    draw(this.element, "rect", { ...wood, rx: 0.25 });
    const lines = Array.from({ length: this.size }, (_, i) => `M0 ${i}H${last}M${i} 0V${last}`);
    draw(this.element, "path", { d: lines.join(""), class: "lines" });
    draw(this.element, "rect", { x: 0, y: 0, width: last, height: last, class: "rim" });
    const stars = STARS[this.size] ?? [];
    for (const x of stars) {
      for (const y of stars) draw(this.element, "circle", { cx: x, cy: y, r: 0.1, class: "star" });
    }
    if (this.coordinates) this.drawCoordinates(last);
    this.layer = draw(this.element, "g");
    this.top = draw(this.element, "g");
  }

  drawCoordinates(last) {
    for (let i = 0; i < this.size; i++) {
      const column = String.fromCharCode(65 + i);
      const places = [[i, -0.78, column], [i, last + 0.78, column]];
      places.push([-0.78, i, i + 1], [last + 0.78, i, i + 1]);
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
      const side = colour === BLACK ? -0.27 : 0.27;
      const at = `translate(${x + side} ${y + 0.27})`;
      const strong = /five|open four|four-three/.test(name) ? "strong" : "";
      const mark = draw(this.layer, "g", { transform: at, class: `threat ${colour} ${strong}` });
      draw(mark, "path", { d: "M0 -.17L.17 .13H-.17Z" });
      draw(mark, "title", {}, `${colour}: ${name}`);
    }
  }

  drawForbidden() {
    for (const [x, y, foul] of this.state.forbidden ?? []) {
      const mark = draw(this.layer, "g", { class: "forbidden" });
      const d = `M${x - 0.22} ${y - 0.22}l.44 .44M${x + 0.22} ${y - 0.22}l-.44 .44`;
      draw(mark, "path", { d });
      draw(mark, "title", {}, `forbidden to Black: ${foul}`);
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
    for (const [rank, candidate] of (this.state.candidates ?? []).entries()) {
      const [x, y] = candidate.move;
      const mark = draw(this.layer, "g", { class: `candidate${rank ? "" : " best"}` });
      draw(mark, "circle", { cx: x, cy: y, r: 0.44 });
      draw(mark, "text", { x, y, class: "share" }, candidate.label);
    }
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
    if (!this.cursor) return;
    const [cx, cy] = this.cursor;
    const { stones, toMove, playable } = this.state;
    const free = playable && !stones.some(({ move: [x, y] }) => x === cx && y === cy);
    if (free) draw(this.top, "circle", { cx, cy, r: 0.45, class: `stone hover ${toMove}` });
    draw(this.top, "circle", { cx, cy, r: 0.48, class: "cursor" });
    this.element.setAttribute("aria-label", `Board, ${written(this.cursor)}`);
  }
}
