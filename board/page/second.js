// A second engine, which gives its own move next to Fukumi's analysis.

import { options, write } from "./memory.js";
import { named } from "./notation.js";
import { percent } from "./analysis.js";
import { t, translated } from "./texts.js";

const SECONDS = [0.5, 1, 3, 10, 30];
const DEFAULT_SECONDS = 1;
const PAUSE_MS = 250; // stepping through a game asks for no opinion on every move
const $ = (id) => document.getElementById(id);

export class SecondEngine {
  // app: the application, used for its tree, node, view and thoughts.
  constructor(connection, app) {
    this.connection = connection;
    this.app = app;
    this.asked = null; // the node whose opinion is awaited
    this.request = null; // the id of the request for it, once it is sent
    this.failure = ""; // why there is none
    this.name = "";
    this.hasChosen = false;
    for (const id of ["second", "second-seconds"]) {
      $(id).addEventListener("change", () => this.choose());
    }
  }

  // Shows the server's engines; the one of its command line is chosen unless the person chose.
  offer({ players, fukumi, second }) {
    const names = players.filter((name) => name !== fukumi);
    const shown = names.map((name) => new Option(translated("player", name), name));
    $("second").replaceChildren(new Option(t("second.none"), ""), ...shown);
    const wanted = this.hasChosen ? this.name : (second ?? options.second);
    $("second").value = names.includes(wanted) ? wanted : "";
    const times = SECONDS.map((seconds) => new Option(t("limit.seconds", { seconds }), seconds));
    $("second-seconds").replaceChildren(...times);
    $("second-seconds").value = options.secondSeconds ?? DEFAULT_SECONDS;
    this.name = $("second").value;
  }

  choose() {
    this.hasChosen = true;
    options.second = this.name = $("second").value;
    options.secondSeconds = this.seconds;
    write("options", options);
    this.stop();
    if (this.name && !this.app.thoughts.live) this.app.thoughts.toggle();
    else this.look();
    this.app.view.renderThoughts();
  }

  get seconds() {
    return Number($("second-seconds").value);
  }

  // Returns the opinion on a node, if the chosen engine gave it in the chosen time.
  opinionOn({ opinion }) {
    const fits = opinion && opinion.name === this.name && opinion.seconds === this.seconds;
    return fits ? opinion : null;
  }

  // Asks for the opinion on the current node, unless it is known.
  look() {
    const { facts, node, thoughts } = this.app;
    this.stop();
    const wanted = this.name && thoughts.live && facts && !facts.over;
    if (!wanted || this.opinionOn(node)) return;
    this.asked = node;
    this.timer = setTimeout(() => this.ask(node), PAUSE_MS);
  }

  ask(node) {
    const { name, seconds } = this;
    const position = this.app.tree.position(node);
    const end = (failure) => {
      this.asked = this.request = null;
      this.failure = failure;
      this.app.view.renderThoughts();
    };
    this.request = this.connection.send({ type: "opinion", position, player: name, seconds }, {
      done: (reply) => {
        node.opinion = { ...reply, name, seconds };
        end("");
      },
      fail: (error) => end(error.message),
    });
  }

  stop() {
    clearTimeout(this.timer);
    if (this.request !== null) {
      this.connection.drop(this.request);
      this.connection.tell({ type: "stop-opinion" });
    }
    this.asked = this.request = null;
    this.failure = "";
  }

  // Returns the candidate that the board and the table show, or null.
  candidate(node) {
    const found = this.opinionOn(node);
    if (!found) return null;
    const { move, pv, value, words } = found;
    const chance = value === null ? "" : `${percent(value)} %`;
    const said = [`${translated("player", this.name)}: ${named(move, this.app.tree.size)}`, chance, words];
    return { move, pv, value, proof: 0, visits: 0, prior: null, second: true, title: said.filter(Boolean).join(" · ") };
  }

  render() {
    const { node } = this.app;
    const found = this.opinionOn(node);
    let state = "";
    if (this.failure) state = this.failure;
    else if (this.asked === node) state = t("thinking");
    else if (found) state = t("took", { seconds: (found.ms / 1000).toFixed(2) });
    $("second-state").textContent = state;
    $("second-state").classList.toggle("failed", Boolean(this.failure));
    $("second-seconds").hidden = !this.name;
  }
}
