// The graph of Black's chances over the game, with the mistakes of a review; a click jumps to a move.

import { draw } from "./board.js";
import { MARKS } from "./review.js";

const HEIGHT = 96;
const EDGE = 8; // above and below the curve
const LEFT = 30; // for the scale
const SCALE = [0, 50, 100]; // percent

export class Graph {
  constructor(element, onJump) {
    this.element = element;
    this.line = [];
    element.addEventListener("click", (event) => {
      const at = event.clientX - element.getBoundingClientRect().left - LEFT;
      const node = this.line[Math.max(0, Math.round(at / this.step))];
      if (node) onJump(node);
    });
  }

  render(line, here) {
    this.line = line;
    const width = Math.max(120, this.element.clientWidth);
    this.element.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.step = (width - LEFT - EDGE) / Math.max(1, line.length - 1);
    this.element.replaceChildren();
    this.drawScale(width);
    this.drawCurve();
    this.drawMistakes();
    const x = this.x(line.indexOf(here));
    draw(this.element, "path", { d: `M${x} ${EDGE}V${HEIGHT - EDGE}`, class: "here" });
  }

  x(index) {
    return LEFT + index * this.step;
  }

  y(chance) {
    return EDGE + (HEIGHT - 2 * EDGE) * (1 - chance);
  }

  drawScale(width) {
    for (const percent of SCALE) {
      const y = this.y(percent / 100);
      draw(this.element, "path", { d: `M${LEFT} ${y}H${width}`, class: "even" });
      draw(this.element, "text", { x: LEFT - 4, y, class: "scale" }, percent);
    }
  }

  drawCurve() {
    const known = this.line
      .map((node, i) => ({ x: this.x(i), chance: node.blackWins }))
      .filter(({ chance }) => chance !== null);
    if (!known.length) return;
    const points = known.map(({ x, chance }) => `${x.toFixed(1)} ${this.y(chance).toFixed(1)}`);
    const [first, last] = [known[0], known.at(-1)].map(({ x }) => x.toFixed(1));
    const area = `M${first} ${this.y(0)}L${points.join("L")}L${last} ${this.y(0)}Z`;
    draw(this.element, "path", { d: area, class: "area" });
    // a single point is a line of zero length, whose round ends make a dot
    const d = `M${points.join("L")}${points.length > 1 ? "" : "h.01"}`;
    draw(this.element, "path", { d, class: "curve" });
  }

  drawMistakes() {
    this.line.forEach((node, i) => {
      const mark = MARKS[node.review?.grade];
      if (!mark) return;
      const curve = this.y(node.blackWins);
      const y = curve > HEIGHT / 2 ? curve - 9 : curve + 10;
      draw(this.element, "text", { x: this.x(i), y, "data-grade": node.review.grade }, mark);
    });
  }
}
