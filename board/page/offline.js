// The page without its server, and after an update of the server.

import "./version.js"; // sets PAGE
import { read, write } from "./memory.js";

// Keeps the page for the time when the server is away. Not under a token, which each start changes.
export function keepPage() {
  const folder = new URL("./", location.href).pathname;
  if (folder !== "/") return;
  const kept = navigator.serviceWorker?.register("service-worker.js", { updateViaCache: "none" });
  kept?.catch(() => {}); // a private window refuses it: the page works without
}

// Loads the page again if the server has another version of it; once, in case that does not help.
export function follow(version) {
  if (version === self.PAGE.version || version === read("reloaded-for")) return;
  write("reloaded-for", version);
  location.reload();
}
