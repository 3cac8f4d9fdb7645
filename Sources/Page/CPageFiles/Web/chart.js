// A chart of several curves on one scale, with their least, greatest and newest values beside their names.

const style = getComputedStyle(document.documentElement);
export const colour = (index) => `--c${index % 8}`;

/** Three digits that say something: 0.98, 12.3, 345. */
export function figure(value) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2).replace("-", "−");
}

export class Chart {
  /**
   * `curves` have a name and functions of a column: least, greatest. They may have a colour, by its number; what `isBand` is
   * filled between the two, and has no figures. With `range` the scale stands; else it follows, and smaller movements than
   * `leastSpan` are drawn as such.
   */
  constructor(place, unit, curves, { range, leastSpan = 0 }) {
    this.curves = curves;
    this.leastSpan = leastSpan;
    this.unit = unit;
    this.fixed = range;
    this.range = range ?? [0, 0];
    this.figure = document.createElement("figure");
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    const caption = document.createElement("figcaption");
    curves.forEach((curve, index) => {
      curve.colour ??= index;
      curve.text = document.createElement("span");
      if (curve.isBand) return;
      const item = document.createElement("span");
      item.className = "channel";
      item.style.setProperty("--stroke", `var(${colour(curve.colour)})`);
      item.append(`${curve.name} `, curve.text);
      caption.append(item);
    });
    if (unit) {
      const text = document.createElement("span");
      text.className = "unit";
      text.textContent = unit;
      caption.append(text);
    }
    this.figure.append(caption, this.canvas);
    place.append(this.figure);
  }

  /** Draws columns `first` … `first + count − 1`, where they are at hand, and what is marked of them: columns, too, or null. */
  draw(columns, first, count, marked) {
    const scale = window.devicePixelRatio || 1;
    const width = Math.round(this.canvas.clientWidth * scale);
    const height = Math.round(this.canvas.clientHeight * scale);
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    const pen = this.canvas.getContext("2d");
    pen.clearRect(0, 0, width, height);
    this.measure(columns, first, count);
    const [low, high] = this.range;
    const y = (value) => height - 3 - ((value - low) / (high - low || 1)) * (height - 6);
    if (marked) {
      const [from, to] = marked.map((column) => ((column - first) / count) * width);
      pen.fillStyle = style.getPropertyValue("--mark");
      pen.fillRect(from, 0, Math.max(1, to - from), height);
    }
    this.drawGrid(pen, width, y, scale);
    pen.lineWidth = 1.5 * scale;
    pen.lineJoin = "round";
    for (const curve of this.curves) {
      pen.strokeStyle = style.getPropertyValue(colour(curve.colour));
      if (curve.isBand) {
        this.drawBand(pen, columns, first, count, curve, y);
        continue;
      }
      pen.beginPath();
      let isDown = false;
      for (let step = 0; step < count; step++) {
        const column = first + step;
        const least = columns.has(column) ? curve.least(column) : NaN;
        if (Number.isNaN(least)) {
          isDown = isDown && curve.isSparse;
          continue;
        }
        const x = ((step + 0.5) / count) * width;
        const greatest = curve.greatest(column);
        if (isDown) pen.lineTo(x, y(greatest));
        else pen.moveTo(x, y(greatest));
        if (greatest !== least) pen.lineTo(x, y(least));
        isDown = true;
      }
      pen.stroke();
      if (curve.isSparse) this.drawPoints(pen, columns, first, count, curve, y);
    }
    this.drawFigures(pen, y, scale);
  }

  /** All between two lines. */
  drawBand(pen, columns, first, count, curve, y) {
    const x = (step) => ((step + 0.5) / count) * this.canvas.width;
    const steps = Array.from({ length: count }, (_, step) => step).filter((step) => !Number.isNaN(curve.least(first + step)));
    pen.beginPath();
    for (const step of steps) pen.lineTo(x(step), y(curve.greatest(first + step)));
    for (const step of steps.reverse()) pen.lineTo(x(step), y(curve.least(first + step)));
    pen.fillStyle = pen.strokeStyle;
    pen.globalAlpha = 0.25;
    pen.fill();
    pen.globalAlpha = 1;
  }

  /** Values that stand alone, as squares. */
  drawPoints(pen, columns, first, count, curve, y) {
    pen.fillStyle = pen.strokeStyle;
    const size = 2 * pen.lineWidth;
    for (let step = 0; step < count; step++) {
      const value = columns.has(first + step) ? curve.greatest(first + step) : NaN;
      if (!Number.isNaN(value)) pen.fillRect(((step + 0.5) / count) * this.canvas.width - size / 2, y(value) - size / 2, size, size);
    }
  }

  /** Least, greatest and newest of what is shown, and the scale that holds them all. */
  measure(columns, first, count) {
    let [low, high] = [Infinity, -Infinity];
    for (const curve of this.curves) {
      let [least, greatest, newest] = [Infinity, -Infinity, NaN];
      for (let column = first; column < first + count; column++) {
        if (!columns.has(column)) continue;
        const [bottom, top] = [curve.least(column), curve.greatest(column)];
        if (Number.isNaN(bottom)) continue;
        least = Math.min(least, bottom);
        greatest = Math.max(greatest, top);
        newest = (bottom + top) / 2;
      }
      curve.shown = { least, greatest, newest };
      low = Math.min(low, least);
      high = Math.max(high, greatest);
    }
    if (this.fixed || low > high) return;
    const span = Math.max(high - low, this.leastSpan, 1e-6 * Math.max(Math.abs(low), Math.abs(high)), 1e-9);
    const [bottom, top] = this.range;
    const fits = low >= bottom && high <= top && span > 0.4 * (top - bottom);
    if (!fits) this.range = [(low + high) / 2 - 0.6 * span, (low + high) / 2 + 0.6 * span];
  }

  drawGrid(pen, width, y, scale) {
    const [low, high] = this.range;
    const step = 10 ** Math.floor(Math.log10((high - low) / 2));
    const rung = [1, 2, 5, 10].map((times) => times * step).find((size) => (high - low) / size <= 4) ?? step;
    pen.strokeStyle = style.getPropertyValue("--grid");
    pen.font = `${11 * scale}px system-ui, sans-serif`;
    pen.lineWidth = scale;
    this.rungs = [];
    for (let value = Math.ceil(low / rung) * rung; value <= high; value += rung) {
      pen.beginPath();
      pen.moveTo(0, y(value));
      pen.lineTo(width, y(value));
      pen.stroke();
      this.rungs.push(Math.abs(value) < rung / 1000 ? 0 : value);
    }
  }

  /** The grid's figures, over the curves and on the panel's colour, so that both can be read. */
  drawFigures(pen, y, scale) {
    for (const value of this.rungs) {
      const text = figure(value);
      const place = Math.max(y(value) - 3 * scale, 11 * scale);
      pen.fillStyle = style.getPropertyValue("--panel");
      pen.globalAlpha = 0.75;
      pen.fillRect(scale, place - 10 * scale, pen.measureText(text).width + 4 * scale, 12 * scale);
      pen.globalAlpha = 1;
      pen.fillStyle = style.getPropertyValue("--faint");
      pen.fillText(text, 3 * scale, place);
    }
  }

  /** The figures beside the names, and the picture in words; a few times a second are enough. */
  tell() {
    for (const { text, shown } of this.curves) {
      if (!shown) continue;
      text.textContent = `${figure(shown.newest)} (${figure(shown.least)} … ${figure(shown.greatest)})`;
    }
    const words = this.curves.filter(({ isBand }) => !isBand).map(({ name, shown }) => `${name} ${figure(shown?.newest)}`);
    this.canvas.setAttribute("aria-label", `${words.join(", ")} ${this.unit}`);
  }
}
