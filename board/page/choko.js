// A game of Choko against the server's players. The page keeps the actions; the server the rules.

import { draw as add } from "./board.js";
import { bindTheme, readOwn, writeOwn } from "./memory.js";
import { keepPage } from "./offline.js";
import { addressOf, refusal } from "./socket.js";
import { bindLanguage, explained, t } from "./texts.js";

const SIZE = 5;
const SQUARES = SIZE * SIZE;
const DROPS = SQUARES;
const MOVES = 4 * SQUARES;
const STEPS = [[0, -1], [1, 0], [0, 1], [-1, 0]];
const EDGE = 100;
const SIDES = { 1: "blue", "-1": "red", 0: "empty" };

const find = (id) => document.getElementById(id);
const board = find("board");

const kept = readOwn("choko") ?? { actions: [] }; // the game of the last visit: { actions, side, player }

let position = null;
let from = null; // the square of the chosen piece
let landing = null; // where it jumps, while the other piece to take is open
let thinking = false;
let awaited = 0; // replies to come: only the last is shown
let socket;

// The squares that an action begins on, ends on, and takes from (null: takes none).
function decode(action) {
  if (action < DROPS) return { from: null, to: action, taken: null };
  let code = action - DROPS;
  let taken = null;
  let distance = 1;
  if (code >= MOVES) {
    code -= MOVES;
    taken = code % SQUARES;
    code = Math.floor(code / SQUARES);
    distance = 2;
  }
  const square = Math.floor(code / 4);
  const [dx, dy] = STEPS[code % 4];
  return { from: square, to: square + distance * (dx + SIZE * dy), taken };
}

const person = () => Number(find("side").value);
const isOurTurn = () => position && !position.result && !thinking && position.to_move === person();
const nameOf = (square) => `${"ABCDE"[square % SIZE]}${Math.floor(square / SIZE) + 1}`;
const legal = () => position.legal.map((action) => ({ action, ...decode(action) }));

function connect() {
  let reached = false;
  socket = new WebSocket(addressOf("choko-session"));
  socket.addEventListener("open", () => {
    reached = true;
    awaited = 0;
    send((position ?? kept).actions, null);
  });
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  socket.addEventListener("close", (event) => {
    find("status").textContent = refusal(event.code) ?? t(reached ? "lost" : "away");
    setTimeout(connect, 2000);
  });
}

function send(actions, player) {
  if (socket.readyState !== WebSocket.OPEN) return;
  thinking = player !== null;
  awaited += 1;
  socket.send(JSON.stringify({ actions, player }));
  if (position) draw();
}

function receive(reply) {
  awaited -= 1;
  if (awaited) return;
  thinking = false;
  if (reply.type === "error") {
    find("status").textContent = explained(reply);
    return;
  }
  position = reply;
  writeOwn("choko", { actions: reply.actions, side: find("side").value, player: find("player").value });
  from = landing = null;
  if (!position.result && position.to_move !== person()) send(position.actions, find("player").value);
  else draw();
}

function click(square) {
  if (!isOurTurn()) return;
  const ours = legal();
  if (landing !== null) {
    const chosen = ours.find((one) => one.from === from && one.to === landing && one.taken === square);
    if (chosen) return act(chosen);
    from = landing = null;
    return draw();
  }
  if (position.cells[square] === person()) {
    from = from === square ? null : square;
    return draw();
  }
  const found = ours.filter((one) => one.from === from && one.to === square);
  if (found.length === 1) return act(found[0]);
  if (found.length > 1) landing = square;
  else from = null;
  draw();
}

const act = (one) => send([...position.actions, one.action], null);

function undo() {
  if (!position || thinking) return;
  const actions = [...position.actions];
  const blue = () => actions.length % 2 === 0;
  do actions.pop();
  while (actions.length && blue() !== (person() === 1));
  send(actions, null);
}

// ---- drawing -------------------------------------------------------------------------------

function draw() {
  const open = isOurTurn() ? legal() : [];
  const targets = new Set(
    landing !== null
      ? open.filter((one) => one.from === from && one.to === landing).map((one) => one.taken)
      : open.filter((one) => one.from === from).map((one) => one.to),
  );
  const last = position.actions.length ? decode(position.actions.at(-1)).to : null;
  const focused = board.contains(document.activeElement) && document.activeElement.dataset.square;
  board.replaceChildren();
  drawLabels();
  position.cells.forEach((cell, square) => drawSquare(cell, square, targets, last));
  if (focused) board.querySelector(`[data-square="${focused}"]`).focus();
  find("status").textContent = status();
  const [blue, red] = position.hands;
  const holder = position.initiative ? t(`choko.initiative.${SIDES[position.initiative]}`) : "";
  find("hands").textContent = `${t("choko.hands", { blue, red })} ${holder}`;
  find("last").textContent = position.actions.length ? lastAction() : "";
}

function status() {
  if (position.result) return t(`choko.result.${position.result}`);
  if (thinking) return t("thinking");
  if (landing !== null) return t("choko.take");
  return t(`choko.to-act.${SIDES[position.to_move]}`, { count: position.actions.length });
}

function lastAction() {
  const { from: start, to, taken } = decode(position.actions.at(-1));
  const values = { from: start === null ? "" : nameOf(start), to: nameOf(to) };
  if (start === null) return t("choko.dropped", values);
  if (taken === null) return t("choko.moved", values);
  return t("choko.jumped", { ...values, taken: nameOf(taken) });
}

function drawLabels() {
  for (let i = 0; i < SIZE; i++) {
    add(board, "text", { x: 60 + (i + 0.5) * EDGE, y: 40, class: "label" }, "ABCDE"[i]);
    add(board, "text", { x: 40, y: 65 + (i + 0.5) * EDGE, class: "label" }, i + 1);
  }
}

function drawSquare(cell, square, targets, last) {
  const [x, y] = [square % SIZE, Math.floor(square / SIZE)];
  const name = nameOf(square);
  const label = `${name}, ${t(`choko.square.${SIDES[cell]}`)}`;
  const group = add(board, "g", { tabindex: 0, role: "button", "data-square": name, "aria-label": label });
  const marks = [square === last && "last", targets.has(square) && "target", square === from && "from"];
  add(group, "rect", {
    x: 60 + x * EDGE, y: 60 + y * EDGE, width: EDGE, height: EDGE,
    class: ["square", ...marks].filter(Boolean).join(" "),
  });
  const centre = { cx: 60 + (x + 0.5) * EDGE, cy: 60 + (y + 0.5) * EDGE };
  if (cell) add(group, "circle", { ...centre, r: 36, class: SIDES[cell] });
  else if (targets.has(square)) add(group, "circle", { ...centre, r: 9, class: "hint" });
  group.addEventListener("click", () => click(square));
  group.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    click(square);
  });
}

for (const name of ["side", "player"]) find(name).value = kept[name] ?? find(name).value;
find("new-game").addEventListener("click", () => send([], null));
find("undo").addEventListener("click", undo);
find("side").addEventListener("change", () => send([], null));
bindTheme(find("theme"));
bindLanguage(find("language"), () => position && draw());
connect();
keepPage();
