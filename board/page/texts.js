// The texts of the page in the person's language, from one file a language under `languages/`.

import { read, write } from "./memory.js";

const LANGUAGES = {
  en: "English",
  "zh-Hans": "简体中文",
  ja: "日本語",
  ko: "한국어",
  ru: "Русский",
  cs: "Čeština",
};

let language = null;
let texts = {};
let plurals = null;

// Returns the text of a key with its `{values}`; `count` chooses among plural forms.
export function t(key, values = {}) {
  const entry = texts[key];
  const template = typeof entry === "string" ? entry : entry[plurals.select(values.count)];
  return template.replaceAll(/\{(\w+)\}/g, (_, name) => shown(values[name]));
}

const shown = (value) => (typeof value === "number" ? value.toLocaleString(language) : value);

// Returns the text for a name that the server gives, such as a rule's, or the name itself.
export function translated(family, name) {
  return texts[`${family}.${name}`] ?? name;
}

// Returns the text of an error reply: of its key, or in the server's own words.
export function explained({ key, values, text }) {
  return `error.${key}` in texts ? t(`error.${key}`, values) : text;
}

// Returns the kept language or the first of the browser's that the page has.
function preferred() {
  const primary = (tag) => tag?.split("-")[0];
  for (const wanted of [read("language"), ...navigator.languages]) {
    const found = Object.keys(LANGUAGES).find((tag) => primary(tag) === primary(wanted));
    if (found) return found;
  }
  return "en";
}

async function load(tag) {
  const file = await fetch(new URL(`languages/${tag}.json`, import.meta.url));
  texts = await file.json();
  language = tag;
  plurals = new Intl.PluralRules(tag);
  document.documentElement.lang = tag;
  label();
}

// Writes the texts of the elements that name theirs in the page.
function label() {
  const each = (mark, set) => {
    for (const element of document.querySelectorAll(`[data-${mark}]`)) {
      set(element, t(element.dataset[mark]));
    }
  };
  each("text", (element, text) => (element.textContent = text));
  for (const [mark, name] of [["title", "title"], ["label", "aria-label"], ["placeholder", "placeholder"]]) {
    each(mark, (element, text) => element.setAttribute(name, text));
  }
}

// Offers the languages in a field; `onChange` draws what the page's scripts have written.
export function bindLanguage(select, onChange) {
  select.replaceChildren(...Object.entries(LANGUAGES).map(([tag, name]) => new Option(name, tag)));
  select.value = language;
  select.addEventListener("change", async () => {
    await load(select.value);
    write("language", language);
    onChange();
  });
}

await load(preferred());
