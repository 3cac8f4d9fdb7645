// The curve of a training: the loss of what is learned from, and of those who are kept out.

import { find } from "./element.js";

export class Curve {
  constructor() {
    this.passes = [];
  }

  /** Another training begins. */
  clear() {
    this.passes = [];
    find("pass").textContent = "";
  }

  /** A pass is done. */
  epoch(told) {
    this.passes.push(told);
    const kept = told.validation_accuracy === undefined ? "" : `, ${(100 * told.validation_accuracy).toFixed(1)} % of those kept out right`;
    find("pass").textContent = `pass ${this.passes.length}: loss ${told.loss.toFixed(3)}${kept}`;
    this.draw();
  }

  draw() {
    const canvas = find("curve");
    const scale = window.devicePixelRatio || 1;
    Object.assign(canvas, { width: canvas.clientWidth * scale, height: canvas.clientHeight * scale });
    const pen = canvas.getContext("2d");
    const most = Math.max(...this.passes.flatMap(({ loss, validation_loss: other }) => [loss, other ?? 0]));
    const style = getComputedStyle(document.documentElement);
    for (const [key, colour] of [["loss", "--c0"], ["validation_loss", "--c1"]]) {
      pen.strokeStyle = style.getPropertyValue(colour);
      pen.lineWidth = 1.5 * scale;
      pen.beginPath();
      this.passes.forEach((pass, index) => {
        if (pass[key] === undefined) return;
        pen.lineTo((index / Math.max(1, this.passes.length - 1)) * canvas.width, canvas.height * (1 - (0.95 * pass[key]) / most));
      });
      pen.stroke();
    }
  }
}
