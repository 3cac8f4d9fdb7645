// A data set: its repetitions, each beside those of its label. What is wrong is dropped or called otherwise, and all is written
// again (CurationPage.swift).

import { Chart } from "./chart.js";
import { element, find, passage, say, show } from "./element.js";

/** What is unlike the others of its label, in the list of labels. */
const UNLIKE = "unlike the others of their label";

/** Characters of an order; the command takes no longer message (WebSocket.swift), and some have several bytes. */
const MOST = 20_000;

export class DataSet {
  /** `order(object)` asks the command for something. */
  constructor(order) {
    this.order = order;
    this.told = null;
    /** The number of the repetition that is shown. */
    this.place = null;
    /** By number: null is dropped, a label is called that. */
    this.changes = new Map();
    find("chosen-label").addEventListener("change", () => this.list());
    find("drop").addEventListener("click", () => this.change(null));
    find("leave-as-is").addEventListener("click", () => this.change(undefined));
    find("rename").addEventListener("submit", (event) => {
      event.preventDefault();
      this.change(find("new-label").value.trim());
    });
    find("mend").addEventListener("submit", (event) => {
      event.preventDefault();
      this.mend();
    });
  }

  /** What is in it. */
  line(told) {
    this.told = told;
    document.body.dataset.alone = "dataset";
    show("dataset", true);
    const { labels, paths, people, repetitions, stretches } = told;
    find("device").textContent = paths.join(", ");
    const few = stretches.length < repetitions ? `; ${stretches.length} of them are listed` : "";
    say("dataset-is", `${repetitions} repetitions of ${labels.length} labels by ${people} people${few}`);
    const unlike = stretches.filter((stretch) => stretch.unlike !== undefined);
    const names = unlike.length > 0 ? [UNLIKE, ...labels] : labels;
    find("chosen-label").replaceChildren(...names.map((name, place) => option(name, place === 0 && unlike.length > 0 ? "" : name)));
    find("known-labels").replaceChildren(...labels.map((name) => option(name, name)));
    find("mended-folder").value = `${paths[0].replace(/(\.csv)?(\.gz)?\/*$/, "")}-mended`;
    this.list();
  }

  /** The repetitions of the label that is chosen. */
  list() {
    const label = find("chosen-label").value;
    const hadFocus = find("repetition-list").contains(document.activeElement);
    const here = this.told.stretches.filter((stretch) => (label === "" ? stretch.unlike !== undefined : stretch.label === label));
    find("repetition-list").replaceChildren(
      ...here.map((stretch) => {
        const item = element("li");
        const button = element("button", this.name(stretch));
        const changed = this.changes.get(stretch.place);
        button.className = `${changed === null ? "dropped" : ""} ${stretch.unlike === undefined ? "" : "unlike"}`;
        button.setAttribute("aria-pressed", String(stretch.place === this.place));
        button.addEventListener("click", () => this.order({ order: "look", stretch: stretch.place }));
        item.append(button);
        return item;
      }),
    );
    // The buttons are others now.
    if (hadFocus) find("repetition-list").querySelector('[aria-pressed="true"]')?.focus();
  }

  name(stretch) {
    const changed = this.changes.get(stretch.place);
    const now = changed === null ? " (dropped)" : changed === undefined ? "" : ` (now ${changed})`;
    return `${stretch.label}: ${passage(stretch)}${now}`;
  }

  /** A repetition is shown now. */
  shown({ place, panels }) {
    if (!this.told) return;
    this.place = place;
    const stretch = this.told.stretches.find((one) => one.place === place);
    show("repetition", true);
    say("repetition-is", stretch.unlike ? `${this.name(stretch)}: ${stretch.unlike}` : this.name(stretch));
    find("courses").replaceChildren();
    const charts = (panels ?? []).map(({ unit, channels }) => {
      const bands = channels.map(({ name, mean, deviation }, colour) => ({
        name,
        colour,
        isBand: true,
        least: (point) => number(mean[point]) - number(deviation[point]),
        greatest: (point) => number(mean[point]) + number(deviation[point]),
      }));
      const lines = channels.map(({ name, single }, colour) => {
        const value = (point) => number(single[point]);
        return { name, colour, least: value, greatest: value };
      });
      return { chart: new Chart(find("courses"), unit, [...bands, ...lines], {}), points: channels[0].mean.length };
    });
    // Their widths are known when all are there.
    for (const { chart, points } of charts) {
      chart.draw({ has: () => true }, 0, points);
      chart.tell();
    }
    this.list();
  }

  /** What becomes of the repetition that is shown: null drops it, a label is its new one, undefined leaves it as it was. */
  change(what) {
    if (what === undefined) this.changes.delete(this.place);
    else this.changes.set(this.place, what);
    const all = [...this.changes.values()];
    const dropped = all.filter((change) => change === null).length;
    say("changes", `${dropped} dropped, ${all.length - dropped} called otherwise`);
    show("mend", all.length > 0);
    const stretch = this.told.stretches.find((one) => one.place === this.place);
    say("repetition-is", this.name(stretch));
    this.list();
  }

  mend() {
    const all = [...this.changes];
    const renamed = all.filter(([, change]) => change !== null);
    const order = {
      order: "mend",
      folder: find("mended-folder").value.trim(),
      dropped: all.filter(([, change]) => change === null).map(([place]) => place),
      stretches: renamed.map(([place]) => place),
      labels: renamed.map(([, label]) => label),
    };
    if (JSON.stringify(order).length > MOST) say("mended", "too many changes at once: write these in two steps");
    else this.order(order);
  }

  mended({ sentence }) {
    say("mended", sentence);
  }
}

function option(text, value) {
  const made = element("option", text);
  made.value = value;
  return made;
}

/** What is missing is null in JSON. */
function number(value) {
  return value ?? NaN;
}
