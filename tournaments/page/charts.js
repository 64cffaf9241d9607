// Curves and bars: Elo with its intervals, time over the moves, values over a game.

// Returns a round step that divides `range` into about `wanted` parts.
function step(range, wanted) {
  const rough = range / wanted || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
}

function eloPlot(data) {
  const errors = data.engines.map((engine) => engine.error ?? 0);
  const lows = data.engines.map((engine, i) => engine.elo - errors[i]);
  const highs = data.engines.map((engine, i) => engine.elo + errors[i]);
  const gap = step(Math.max(...highs) - Math.min(...lows), 5);
  const low = Math.floor(Math.min(...lows) / gap) * gap;
  const high = Math.max(Math.ceil(Math.max(...highs) / gap) * gap, low + gap);
  const at = (elo) => `${(100 * (elo - low) / (high - low)).toFixed(2)}%`;
  const ticks = [];
  for (let tick = low; tick <= high + gap / 2; tick += gap) ticks.push(tick);
  const rows = data.engines.map((engine, i) => [
    element("span", { class: "name" }, nameOf(engine)),
    element("span", { class: "track", title: `${signed(engine.elo)} \u00b1 ${errors[i].toFixed(0)}` },
      ticks.map((tick) => element("i", { class: "tick", style: `left:${at(tick)}` })),
      element("i", { class: "whisker",
        style: `left:${at(lows[i])};right:calc(100% - ${at(highs[i])})` }),
      element("i", { class: "dot", style: `left:${at(engine.elo)}` })),
  ]);
  const axis = element("span", { class: "track axis" }, ticks.map((tick) =>
    element("span", { style: `left:${at(tick)}` }, signed(tick))));
  byId("elo").append(element("div", { class: "plot" }, rows.flat(), element("span"), axis));
}

const CHART = { width: 320, height: 150, left: 44, bottom: 22, top: 8, right: 6 };

function timePlots(data) {
  const curves = data.engines.map((engine) => engine.time);
  const most = Math.max(1, ...curves.flat().map(([, slow]) => slow));
  const longest = Math.max(2, ...curves.map((curve) => curve.length));
  byId("time").append(
    element("div", { class: "small-multiples" }, data.engines.filter((engine) => engine.time.length).map((engine) =>
      element("figure", {}, element("figcaption", {}, nameOf(engine)),
        timeCurve(engine.time, most, longest)))),
    element("p", { class: "muted" },
      "Over the engine\u2019s own moves: the median of all games, and in the band nine moves of ten."));
}

function timeCurve(curve, most, longest) {
  const { width, height, left, bottom, top, right } = CHART;
  const x = (i) => left + (width - left - right) * i / (longest - 1);
  const y = (ms) => height - bottom - (height - bottom - top) * ms / most;
  const line = (values) => values.map((ms, i) => `${x(i).toFixed(1)},${y(ms).toFixed(1)}`);
  const band = [...line(curve.map(([, slow]) => slow)), `${x(curve.length - 1)},${y(0)}`, `${x(0)},${y(0)}`];
  const gap = step(most, 3);
  const grid = [];
  for (let ms = 0; ms <= most; ms += gap)
    grid.push(drawn("line", { x1: left, x2: width - right, y1: y(ms), y2: y(ms), class: "grid" }),
      drawn("text", { x: left - 5, y: y(ms) + 4, "text-anchor": "end" }, duration(ms)));
  const across = step(longest, 4);
  for (let move = across; move <= longest; move += across)
    grid.push(drawn("text", { x: x(move - 1), y: height - 6, "text-anchor": "middle" }, String(move)));
  return drawn("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart" }, grid,
    drawn("polygon", { points: band.join(" "), class: "band" }),
    drawn("polyline", { points: line(curve.map(([median]) => median)).join(" "), class: "median" }));
}

const GAME_CHART = { width: 400, middle: 46, half: 36, base: 134, tall: 34, edge: 4 };

// The values both engines reported, from Black's side, above the time of each move; either is left
// out where there is no data. `go` is called with the number of plies at a clicked place.
function gameChart(game, ply, go) {
  const { width, base, edge, tall } = GAME_CHART;
  const total = game.moves.length / 2;
  const wide = (width - 2 * edge) / total;
  const x = (n) => edge + wide * (n + 0.5);
  const values = valueCurves(game, x);
  const times = timeBars(game, x, wide);
  if (!values.length && !times.length) return "";
  const top = values.length ? 0 : base - tall - 2;
  const bottom = times.length ? base + 14 : base - tall - 2;
  const click = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    go(Math.ceil(((event.clientX - box.left) / box.width * width - edge) / wide));
  };
  return drawn("svg", { viewBox: `0 ${top} ${width} ${bottom - top}`, class: "chart game-chart", click },
    ply ? drawn("line", { x1: x(ply - 1), x2: x(ply - 1), y1: top, y2: base, class: "now" }) : null,
    values, times);
}

function valueCurves(game, x) {
  const { width, middle, half, edge } = GAME_CHART;
  const seen = Object.entries(game.seen ?? {}).map(([n, [value]]) => [Number(n), value]);
  if (!seen.length) return [];
  const curves = ["black", "white"].flatMap((side, parity) => {
    const points = seen.filter(([n]) => n % 2 === parity)
      .map(([n, value]) => [x(n), middle - half * (parity ? -value : value)]);
    return [
      drawn("polyline", { points: points.map(String).join(" "), class: `value ${side}` }),
      points.map(([cx, cy]) => drawn("circle", { cx, cy, r: 2.6, class: side }))];
  });
  return [
    drawn("line", { x1: edge, x2: width - edge, y1: middle, y2: middle, class: "grid" }),
    drawn("text", { x: edge, y: 10 }, "good for Black"),
    drawn("text", { x: edge, y: 2 * middle - 2 }, "good for White"), curves.flat()].flat();
}

function timeBars(game, x, wide) {
  const { base, tall, edge } = GAME_CHART;
  const slowest = Math.max(0, ...(game.ms ?? []));
  if (!slowest) return [];
  const bars = game.ms.map((ms, n) => drawn("rect", {
    x: x(n) - wide * 0.4, width: wide * 0.8, y: base - tall * ms / slowest,
    height: tall * ms / slowest, class: n % 2 ? "white" : "black" }));
  return [...bars, drawn("text", { x: edge, y: base + 12 }, `time, up to ${duration(slowest)}`)];
}
