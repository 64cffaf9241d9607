// The dialog for a new game: a level of Fukumi against the person, or any players and limits.

import { read, write } from "./memory.js";
import { t, translated } from "./texts.js";
import { other } from "./tree.js";

export const HUMAN = "Human";

const DEFAULT_LEVEL = 2;

// key and fields of the request; protocol engines have time limits only
const LIMITS = [
  ["1v", { visits: 1 }],
  ["10v", { visits: 10 }],
  ["100v", { visits: 100 }],
  ["1000v", { visits: 1000 }],
  ["10000v", { visits: 10000 }],
  ["0.2s", { seconds: 0.2 }],
  ["1s", { seconds: 1 }],
  ["3s", { seconds: 3 }],
  ["10s", { seconds: 10 }],
  ["30s", { seconds: 30 }],
];
const STRONGEST = "1s"; // the limit above all levels
export const BY_CLOCK = "clock"; // the limit above all levels in a timed game

const MATCH_MINUTES = [1, 2, 3, 5, 10, 15, 30, 60];
const TURN_SECONDS = [5, 10, 20, 30, 60, 120];
const NO_LIMIT = 0;
const GIBI = 2 ** 30;

const levelKey = (index) => `level${index}`;

// Returns the fields of a request for a move within a limit or at a level; a limit of another version
// of this page, in a game that it kept, becomes the strongest.
export function limitOf(key) {
  const level = /^level(\d+)$/.exec(key);
  if (key === BY_CLOCK) return {};
  if (level) return { level: Number(level[1]) };
  const [, fields] = LIMITS.find(([known]) => known === key) ?? LIMITS.find(([known]) => known === STRONGEST);
  return fields;
}

// Returns a limit in words.
function describe({ visits, seconds }) {
  return visits ? t("visits", { count: visits }) : t("limit.seconds", { seconds });
}

// Offers the options [value, text], and chooses one of them if it is there.
export function fill(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
  if (options.some(([value]) => String(value) === String(chosen))) select.value = chosen;
}

export class Setup {
  constructor(dialog, onStart) {
    this.dialog = dialog;
    this.levels = [];
    this.fields = dialog.querySelector("form").elements;
    const { level, colour, opening, match, turn } = this.fields;
    for (const side of ["black", "white"]) {
      this.fields[side].addEventListener("change", () => {
        colour.value = "black"; // no lot between players who were seated one by one
        this.offerLimits(side);
      });
    }
    for (const field of [level, colour]) field.addEventListener("change", () => this.seatPerson());
    for (const field of [match, turn]) field.addEventListener("change", () => this.offerStrengths());
    opening.addEventListener("change", () => this.nameSides());
    // not on "close", which comes a moment later, when a key may have been pressed already
    dialog.addEventListener("submit", ({ submitter }) => {
      if (submitter.value !== "start") return;
      write("resources", this.resources);
      onStart(this.values());
    });
  }

  // Shows the server's rules, sizes, players and levels; valid choices are kept.
  offer({ rules, sizes: [least, most], players, fukumi, levels, resources }) {
    this.fukumi = fukumi;
    this.levels = levels;
    const { rule, size, black, white, level } = this.fields;
    const sizes = Array.from({ length: most - least + 1 }, (_, i) => least + i);
    fill(rule, rules.map((name) => [name, translated("rule", name)]), rule.value);
    fill(size, sizes.map((n) => [n, `${n} × ${n}`]), size.value || 15);
    this.offerTimes();
    this.offerResources(resources);
    const strengths = [...this.levelOptions(), [STRONGEST, t("setup.strongest")]];
    fill(level, strengths, level.value || levelKey(DEFAULT_LEVEL));
    const names = [HUMAN, ...players].map((name) => [name, translated("player", name)]);
    const isNew = !black.value;
    fill(black, names, black.value || HUMAN);
    fill(white, names, white.value || fukumi);
    this.offerLimits("black");
    this.offerLimits("white");
    if (isNew) this.seatPerson();
  }

  offerTimes() {
    const { match, turn } = this.fields;
    const none = [NO_LIMIT, t("setup.no-limit")];
    const minutes = MATCH_MINUTES.map((count) => [60 * count, t("minutes", { count })]);
    const seconds = TURN_SECONDS.map((count) => [count, t("seconds", { count })]);
    fill(match, [none, ...minutes], match.value || NO_LIMIT);
    fill(turn, [none, ...seconds], turn.value || NO_LIMIT);
  }

  offerResources({ threads: most, memory: limits }) {
    const { threads, memory } = this.fields;
    const kept = read("resources");
    fill(threads, Array.from({ length: most }, (_, i) => [i + 1, i + 1]), threads.value || kept?.threads);
    const sizes = limits.map((bytes) => [bytes, t("gigabytes", { number: (bytes / GIBI).toFixed(1) })]);
    fill(memory, sizes, memory.value || kept?.memory);
  }

  // Returns the threads and bytes of memory for Fukumi's search.
  get resources() {
    return { threads: Number(this.fields.threads.value), memory: Number(this.fields.memory.value) };
  }

  // Returns the time control { match, turn } in seconds, null for an untimed game.
  get control() {
    const limit = ({ value }) => Number(value) || null;
    const control = { match: limit(this.fields.match), turn: limit(this.fields.turn) };
    return control.match || control.turn ? control : null;
  }

  // In a timed game full strength means: by the clock.
  offerStrengths() {
    for (const side of ["black", "white"]) {
      const select = this.fields[`${side}-limit`];
      const wasStrongest = [STRONGEST, BY_CLOCK].includes(select.value);
      this.offerLimits(side);
      if (wasStrongest) select.value = this.strongest;
    }
  }

  get strongest() {
    return this.control ? BY_CLOCK : STRONGEST;
  }

  // Returns the name of a limit, which for Fukumi may be a level.
  limitText(key) {
    if (key === BY_CLOCK) return t("limit.clock");
    const { level, ...limit } = limitOf(key);
    return level === undefined ? describe(limit) : translated("level", this.levels[level]);
  }

  levelOptions() {
    return this.levels.map((name, i) => [levelKey(i), translated("level", name)]);
  }

  // Seats the person and Fukumi at the chosen level.
  seatPerson() {
    const { level, colour } = this.fields;
    const person = colour.value === "white" ? "white" : "black";
    this.fields[person].value = HUMAN;
    this.fields[other(person)].value = this.fukumi;
    this.offerLimits(person);
    this.offerLimits(other(person));
    this.fields[`${other(person)}-limit`].value = level.value === STRONGEST ? this.strongest : level.value;
  }

  offerLimits(side) {
    const player = this.fields[side].value;
    const select = this.fields[`${side}-limit`];
    const levels = player === this.fukumi ? this.levelOptions() : [];
    const fitting = LIMITS.filter(([, limit]) => player === this.fukumi || limit.seconds);
    const limits = fitting.map(([key, limit]) => [key, describe(limit)]);
    if (this.control) limits.push([BY_CLOCK, t("limit.clock")]);
    fill(select, [...levels, ...limits], select.value || this.strongest);
    if (!select.value || player === HUMAN) select.value = this.strongest;
    select.disabled = player === HUMAN;
  }

  nameSides() {
    const swap2 = this.fields.opening.value === "swap2";
    this.dialog.querySelector(".first").textContent = t(swap2 ? "setup.opens" : "colour.black");
    this.dialog.querySelector(".second").textContent = t(swap2 ? "setup.chooses" : "colour.white");
  }

  values() {
    const { rule, size, opening, colour } = this.fields;
    const ponders = this.fields.ponders.checked;
    const seat = (side) => {
      return { name: this.fields[side].value, limit: this.fields[`${side}-limit`].value, ponders };
    };
    const seats = { black: seat("black"), white: seat("white") };
    if (colour.value === "either" && Math.random() < 0.5) {
      [seats.black, seats.white] = [seats.white, seats.black];
    }
    const { control, resources } = this;
    return { rule: rule.value, size: Number(size.value), opening: opening.value, seats, control, resources };
  }

  show() {
    this.nameSides();
    this.dialog.showModal();
  }
}
