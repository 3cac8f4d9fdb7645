// Threshold, evidence and leak by hand: the command says at once what the last minutes would have been (DecisionTrial.swift).

import { find, say, show } from "./element.js";

const NAMES = ["threshold", "evidence", "leak"];

export class Tune {
  /** `order(object)` asks the command for something. */
  constructor(order) {
    this.order = order;
    /** Whether an answer is waited for, and whether the values have changed since. */
    this.waits = false;
    this.isNew = false;
    for (const name of NAMES) find(name).addEventListener("input", () => this.attempt());
    find("tune").addEventListener("toggle", () => this.attempt());
    find("deciding").addEventListener("submit", (event) => {
      event.preventDefault();
      order({ order: "decide", ...this.values });
    });
  }

  get values() {
    return Object.fromEntries(NAMES.map((name) => [name, Number(find(name).value)]));
  }

  /** A model, with its own decision. */
  model(told) {
    show("tune", told.threshold !== undefined);
    this.waits = false;
    say("outcome-recorded", "");
    if (told.threshold === undefined) return;
    for (const name of NAMES) {
      find(name).value = told[name];
      say(`${name}-is`, `${told[name]}`);
    }
  }

  attempt() {
    for (const name of NAMES) say(`${name}-is`, find(name).value);
    // One at a time: a slider moves faster than recordings are tried.
    this.isNew = this.waits;
    if (this.waits || !find("tune").open) return;
    this.waits = true;
    this.order({ order: "try", ...this.values });
  }

  /** What would have been. */
  outcome(told) {
    this.waits = false;
    if (this.isNew) this.attempt();
    say("outcome", told.sentence);
    say("outcome-recorded", told.recorded ?? "");
  }
}
