// Recorded motion, played at the pace at which it was made.

import { find, show } from "./element.js";

export class Playback {
  constructor() {
    this.range = null;
    this.began = null;
    find("play").addEventListener("click", () => (this.began === null ? this.start() : this.stop()));
  }

  /** From now on this is what is played: from a sample up to another one, so many of them a second. */
  know(from, to, rate) {
    this.stop();
    Object.assign(this, { range: [from, to], rate });
    show("play", true);
  }

  start() {
    this.began = performance.now();
    find("play").textContent = "Stop";
  }

  stop() {
    this.began = null;
    find("play").textContent = "Play";
  }

  /** The sample that it has come to; null: nothing is played. */
  at(now) {
    if (this.began === null) return null;
    const [from, to] = this.range;
    const sample = from + ((now - this.began) / 1000) * this.rate;
    if (sample < to) return sample;
    this.stop();
    return to;
  }
}
