// The legend: explains the marks that are on the board now.

import { draw, drawCandidate, drawCross, drawTriangle, isStrong } from "./board.js";
import { BLACK, WHITE } from "./tree.js";

export function renderLegend(element, { candidates, threats, forbidden, heat }) {
  element.replaceChildren();
  const add = (text, drawMark, half = 0.55) => {
    const row = document.createElement("li");
    const viewBox = `${-half} ${-half} ${2 * half} ${2 * half}`;
    const mark = draw(row, "svg", { viewBox, "aria-hidden": "true" });
    draw(mark, "rect", { x: -0.55, y: -0.55, width: 1.1, height: 1.1, class: "wood" });
    drawMark(mark);
    row.append(text);
    element.append(row);
  };
  const example = (fits) => candidates?.find(fits)?.label;
  const chance = example((c) => !c.proof);
  const win = example((c) => c.proof > 0);
  const loss = example((c) => c.proof < 0);
  const circle = (label, best) => (mark) => drawCandidate(mark, 0, 0, best, label, "");
  if (chance) add("a good move and its chances to win, in percent", circle(chance, false));
  if (win) add(`proved: wins in ${win.slice(1)} moves, of both sides together`, circle(win, true));
  if (loss) add(`proved: loses in ${loss.slice(1)} moves, of both sides together`, circle(loss, false));
  if (heat) add("the net's first guess: the redder, the likelier", (mark) => {
    draw(mark, "rect", { x: -0.48, y: -0.48, width: 0.96, height: 0.96, rx: 0.12, class: "heat", opacity: 0.6 });
  });
  for (const colour of [BLACK, WHITE]) {
    const side = colour === BLACK ? "Black" : "White";
    const own = (threats ?? []).filter((threat) => threat.colour === colour);
    const triangle = (strong) => (mark) => drawTriangle(mark, colour, strong);
    if (own.some(({ name }) => isStrong(name))) {
      add(`${side} makes a five, an open four or a four-three here`, triangle(true), 0.3);
    }
    if (own.some(({ name }) => !isStrong(name))) add(`${side} makes another threat here`, triangle(false), 0.3);
  }
  if (forbidden?.length) add("forbidden to Black", (mark) => drawCross(mark, 0, 0, ""));
}
