// What an evaluation found: a confusion whose cells lead to the stretches behind them, and these to their motion.

import { element, find, passage, say, show } from "./element.js";

export class Study {
  /** `order(object)` asks the command for something. */
  constructor(order) {
    this.order = order;
    this.found = null;
    this.isIdle = false;
  }

  /** How far the work is: what goes on is not disturbed. */
  stage(stage) {
    this.isIdle = ["watching", "recognising", "looking"].includes(stage);
    show("study", this.isIdle && this.found?.labels !== undefined);
  }

  /** What was found; without labels nothing was. */
  line(told) {
    this.found = told;
    show("study", told.labels !== undefined && (told.is_alone || this.isIdle));
    if (told.labels === undefined) return;
    if (told.is_alone) {
      document.body.dataset.alone = "";
      find("device").textContent = told.recordings;
    }
    say("study-of", `${told.model} on ${told.recordings}`);
    say("study-verdict", told.verdict);
    this.draw();
    find("stretches-behind").replaceChildren();
    say("looked-at", "");
    say("behind", "Choose a number: the stretches behind it are listed here.");
  }

  draw() {
    const { labels, confusion } = this.found;
    const head = element("tr");
    head.append(element("td"), ...labels.map((name) => heading(name, "col")));
    const rows = labels.map((name, truth) => {
      const row = element("tr");
      const all = confusion[truth].reduce((sum, count) => sum + count, 0);
      row.append(heading(name, "row"), ...confusion[truth].map((count, answer) => this.cell(truth, answer, count, all)));
      return row;
    });
    find("confusion").tHead.replaceChildren(head);
    find("confusion").tBodies[0].replaceChildren(...rows);
  }

  /** Windows that truly were one label, and were taken for one, of so many of the label. */
  cell(truth, answer, count, all) {
    const cell = element("td");
    if (count === 0) return cell;
    const { labels } = this.found;
    const button = element("button", `${count}`, truth === answer ? "right" : "wrong");
    // Also a single one among many is seen.
    button.style.setProperty("--share", `${Math.max(truth === answer ? 0 : 20, Math.round((100 * count) / all))}%`);
    button.setAttribute("aria-label", `${count} of ${all} windows of ${labels[truth]}: taken for ${labels[answer]}`);
    button.addEventListener("click", () => this.list(truth, answer));
    cell.append(button);
    return cell;
  }

  /** The stretches behind a cell. */
  list(truth, answer) {
    const { labels, stretches, confusion } = this.found;
    const here = stretches.map((stretch, number) => ({ ...stretch, number })).filter((s) => s.truth === truth && s.answer === answer);
    const windows = here.reduce((sum, stretch) => sum + stretch.windows, 0);
    const all = confusion[truth][answer];
    const rest = windows < all ? `; the longest, with ${windows} of ${all} windows` : "";
    say("behind", `${truth === answer ? "Rightly" : `Truly ${labels[truth]},`} taken for ${labels[answer]}${rest}:`);
    const items = here.map((stretch) => {
      const item = element("li");
      const count = stretch.windows;
      const button = element("button", passage(stretch));
      button.addEventListener("click", () => this.order({ order: "look", stretch: stretch.number }));
      item.append(button, element("span", count === 1 ? " 1 window" : ` ${count} windows`, "time"));
      return item;
    });
    find("stretches-behind").replaceChildren(...items);
  }

  /** A stretch could not be shown. */
  failed({ sentence }) {
    say("looked-at", sentence);
  }

  /** A stretch is shown now. */
  shown(stretch) {
    if (!this.found?.labels) return;
    const { labels } = this.found;
    const { truth, answer, session } = stretch;
    const what = truth === answer ? `rightly taken for ${labels[answer]}` : `truly ${labels[truth]}, taken for ${labels[answer]}`;
    say("looked-at", `${passage(stretch)}: ${what}`);
    find("device").textContent = `${session}, as it was recorded`;
  }
}

function heading(name, scope) {
  const made = element("th", name);
  made.scope = scope;
  return made;
}
