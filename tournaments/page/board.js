// The board after a number of plies of a game, as SVG.

const SQUARE = 30;

function boardOf(game, ply, numbered) {
  const size = game.size;
  const edge = (size + 1) * SQUARE;
  const at = (n) => (n + 1) * SQUARE;
  const moves = pairsOf(game.moves).slice(0, ply);
  const finished = ply === game.moves.length / 2;
  // crops the margin on the sides without coordinates
  const trimmed = edge - SQUARE / 3;
  return drawn("svg", { viewBox: `0 ${SQUARE / 3} ${trimmed} ${trimmed}`, class: "board", role: "img",
    "aria-label": `board after ${count(ply, "move")}` },
  drawn("rect", { y: SQUARE / 3, width: trimmed, height: trimmed, rx: 6, class: "wood" }),
  lines(size, at), stars(size, at), coordinates(size, at),
  moves.map((move, n) => stone(move, n, size, at, n === ply - 1, numbered)),
  finished && game.line ? winningLine(pairsOf(game.line), at) : null);
}

function lines(size, at) {
  const grid = [];
  for (let n = 0; n < size; n++)
    grid.push(drawn("path", { d: `M${at(n)} ${at(0)}V${at(size - 1)}M${at(0)} ${at(n)}H${at(size - 1)}`,
      class: "line" }));
  return grid;
}

function stars(size, at) {
  if (size % 2 === 0 || size < 9) return [];
  const marks = [3, (size - 1) / 2, size - 4];
  return marks.flatMap((x) => marks.map((y) =>
    drawn("circle", { cx: at(x), cy: at(y), r: 3, class: "star" })));
}

function coordinates(size, at) {
  const texts = [];
  for (let n = 0; n < size; n++)
    texts.push(
      drawn("text", { x: at(n), y: at(size) - 4, class: "coordinate" }, String.fromCharCode(97 + n)),
      drawn("text", { x: 8, y: at(n) + 4, class: "coordinate" }, String(size - n)));
  return texts;
}

function stone(move, n, size, at, last, numbered) {
  const [cx, cy] = [at(column(move)), at(row(move))];
  const side = n % 2 ? "white" : "black";
  const mark = numbered
    ? drawn("text", { x: cx, y: cy + 4.5, class: `number ${side}${last ? " last" : ""}` }, String(n + 1))
    : last ? drawn("circle", { cx, cy, r: 5, class: "last" }) : null;
  return drawn("g", { class: "stone", "data-square": squareName(move, size) },
    drawn("circle", { cx, cy, r: SQUARE * 0.46, class: side }),
    last ? drawn("circle", { cx, cy, r: SQUARE * 0.46, class: "ring" }) : null, mark);
}

function winningLine(stones, at) {
  const ends = [...stones].sort((a, b) => column(a) - column(b) || row(a) - row(b));
  const [first, last] = [ends[0], ends[ends.length - 1]];
  return drawn("line", { x1: at(column(first)), y1: at(row(first)), x2: at(column(last)),
    y2: at(row(last)), class: "winning" });
}
