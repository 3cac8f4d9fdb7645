// A stretch of the signal that is marked, to be kept under a label: by dragging over a chart, by a key, or by what was recognised.

import { element, find, show } from "./element.js";

export class Selection {
  /** `order(object)` asks the command for something. */
  constructor(order) {
    this.range = null;
    this.rate = 1;
    find("keep").addEventListener("submit", (event) => {
      event.preventDefault();
      const [from, to] = this.range;
      order({ order: "keep", label: find("called").value.trim(), from, to });
      this.clear();
    });
    find("unmark").addEventListener("click", () => this.clear());
  }

  /** Marks samples from one up to another. */
  mark(from, to, label) {
    this.range = [Math.max(0, Math.round(Math.min(from, to))), Math.max(1, Math.round(Math.max(from, to)))];
    const seconds = (this.range[1] - this.range[0]) / this.rate;
    find("marked").textContent = `${seconds.toFixed(2)} s marked: this`;
    if (label !== undefined) find("called").value = label;
    // Where the command keeps nothing, it is only looked at.
    show("keep", !find("mark").hidden);
  }

  /** Marks samples that are only looked at. */
  show(from, to) {
    this.range = [from, to];
    show("keep", false);
  }

  clear() {
    this.range = null;
    show("keep", false);
  }

  /** The labels that are likely. */
  know(labels) {
    find("known").replaceChildren(
      ...labels.map((label) => {
        const option = element("option");
        option.value = label;
        return option;
      }),
    );
  }

  /**
   * Hears of dragging over a chart, and of a click: `place(x)` is the sample under a point, 0 at its left edge and 1 at its right
   * one; `clicked(sample)` hears of what was only pointed at.
   */
  follow(canvas, place, clicked) {
    let from = null;
    let hasMoved = false;
    const sample = (event) => place((event.clientX - canvas.getBoundingClientRect().left) / canvas.clientWidth);
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      from = sample(event);
      hasMoved = false;
    });
    canvas.addEventListener("pointermove", (event) => {
      if (from === null || Math.abs(sample(event) - from) < 0.05 * this.rate) return;
      hasMoved = true;
      this.mark(from, sample(event));
    });
    canvas.addEventListener("pointerup", () => {
      if (from !== null && !hasMoved) clicked(from);
      from = null;
    });
    canvas.addEventListener("pointercancel", () => (from = null));
  }
}
