// The connection to the server: one reply to a request, several to a search.

import { explained, t } from "./texts.js";

const LONGEST_WAIT = 8000;
const REFUSALS = { 4403: "refused", 1013: "too-many-pages" };

// Returns why the server ended a connection with this code, if it refused the page.
export const refusal = (code) => (code in REFUSALS ? t(`refusal.${REFUSALS[code]}`) : null);

// Returns the address of a web socket of this server.
export function addressOf(name) {
  const address = new URL(name, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return address;
}

export class Connection extends EventTarget {
  constructor() {
    super();
    this.pending = new Map();
    this.next = 1;
    this.search = null;
    this.wait = 500;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(addressOf("session"));
    let reached = false;
    this.socket.addEventListener("open", () => (reached = true));
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", ({ code }) => this.lost(code, reached));
  }

  get open() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  // reached: whether there was a connection before.
  lost(code, reached) {
    for (const waiting of this.pending.values()) waiting.fail(new Error(t("lost")));
    this.pending.clear();
    this.search = null;
    const text = refusal(code) ?? t(reached ? "lost" : "away");
    this.dispatchEvent(new CustomEvent("lost", { detail: text }));
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  receive(reply) {
    if (reply.type === "hello") {
      this.wait = 500;
      this.dispatchEvent(new CustomEvent("hello", { detail: reply }));
      return;
    }
    const waiting = this.pending.get(reply.id);
    if (!waiting) return;
    if (reply.type === "error") {
      this.pending.delete(reply.id);
      waiting.fail(new Error(explained(reply)));
    } else if (waiting.step) {
      waiting.step(reply);
    } else {
      this.pending.delete(reply.id);
      waiting.done(reply);
    }
  }

  // Sends a request and resolves to its reply.
  ask(message) {
    return new Promise((done, fail) => this.send(message, { done, fail }));
  }

  // Starts a search and resolves to its reply; drops the previous search.
  searchFor(message) {
    this.dropSearch();
    return new Promise((done, fail) => {
      this.search = this.send(message, { done, fail });
    });
  }

  // Starts a search with several replies, and returns its id; `dropped` is called when it is stopped or
  // another search replaces it.
  watch(message, step, fail, dropped) {
    this.dropSearch();
    this.search = this.send(message, { step, fail, dropped });
    return this.search;
  }

  // Stops a search, given by its id, unless it has ended or another one has replaced it.
  stop(search) {
    if (search === null || search !== this.search) return;
    this.dropSearch();
    this.tell({ type: "stop" });
  }

  // Sends a request whose reply does not matter.
  tell(message) {
    this.send(message, { done() {}, fail() {} });
  }

  dropSearch() {
    const waiting = this.pending.get(this.search);
    this.drop(this.search);
    this.search = null;
    waiting?.dropped?.();
  }

  // Ignores the replies to a request from now on.
  drop(id) {
    this.pending.delete(id);
  }

  send(message, waiting) {
    const id = this.next++;
    if (!this.open) {
      queueMicrotask(() => waiting.fail(new Error(t("no-connection"))));
      return id;
    }
    this.pending.set(id, waiting);
    this.socket.send(JSON.stringify({ ...message, id }));
    return id;
  }
}
