// The page: signal and probabilities over time, what was recognised, the device's lights, the link, and the work with all that.

import { Chart } from "./chart.js";
import { Columns } from "./columns.js";
import { Curve } from "./curve.js";
import { DataSet } from "./dataset.js";
import { Devices } from "./devices.js";
import { find, show } from "./element.js";
import { Happenings } from "./happenings.js";
import { Link } from "./link.js";
import { Playback } from "./playback.js";
import { Selection } from "./selection.js";
import { Study } from "./study.js";
import { Tune } from "./tune.js";
import { Work } from "./work.js";

const SPANS = [1, 2, 5, 10, 20, 60, 120, 300, 600];

const columns = new Columns();
const happenings = new Happenings(lookAt);
let charts = [];
let device = null;
let labels = [];
let seconds = 10;
/** The sample after the last one that is shown; null: the newest. */
let end = null;
let isNew = false;
/** Whether another device was chosen, and what is told may still be of one before. */
let isChanging = false;

const link = new Link({
  state(isOpen) {
    document.body.dataset.open = isOpen;
    find("device").textContent = isOpen ? "No board yet" : "The command has ended, or cannot be reached.";
  },
  line(told) {
    if (told.type === "page" && isChanging) begin();
    if (told.type === "devices") {
      devices.line(told);
      // What is told from now on is of the device that was chosen last.
      if (told.shown === link.device) isChanging = false;
    }
    if (told.type === "page" || told.type === "model") labels = told.labels;
    if (told.type === "link" && told.state === "session") device = told;
    if (told.type === "page" || told.type === "model" || told.type === "link") build();
    if (told.type === "work") {
      const wasLooking = document.body.dataset.stage === "looking";
      work.line(told);
      study.stage(told.stage);
      if (wasLooking && told.stage !== "looking") resume();
    }
    if (told.type === "page" || told.type === "model") tune.model(told);
    if (told.type === "work" && told.stage !== "learning") curve.clear();
    if (told.type === "epoch") curve.epoch(told);
    if (told.type === "trial") tune.outcome(told);
    if (told.type === "why") find("why").textContent = told.sentence;
    if (told.type === "study") study.line(told);
    if (told.type === "failed") study.failed(told);
    if (told.type === "dataset") dataset.line(told);
    if (told.type === "mended") dataset.mended(told);
    if (told.type === "shown") shown(told);
    happenings.line(told);
  },
  columns(message) {
    columns.take(message);
    isNew = true;
  },
});

const order = (what) => link.say(JSON.stringify(what));
const selection = new Selection(order);
const work = new Work(order);
const tune = new Tune(order);
const curve = new Curve();
const study = new Study(order);
const dataset = new DataSet(order);
const playback = new Playback();
const devices = new Devices((number) => {
  if (number === link.device) return;
  isChanging = true;
  link.choose(number);
});

/** Another device is shown: all that is shown was of the one before. */
function begin() {
  device = null;
  find("device").textContent = "No board yet";
  columns.forget();
  charts = [];
  find("charts").replaceChildren();
  find("charts").dataset.shape = "";
  find("counts").replaceChildren();
  resume();
  show("nothing", true);
}

/** Stops at what was recognised, and marks it. */
function lookAt({ epoch, sample, name }) {
  if (sample === undefined || epoch !== columns.epoch) return;
  end = Math.min(columns.end, sample + Math.round((seconds / 4) * selection.rate));
  ask();
  selection.mark(sample - 1.5 * selection.rate, sample, name);
  askWhy(sample);
}

/** Shows a stretch of what was recorded, and what stands around it. */
function shown(told) {
  if (!device) return;
  happenings.clear();
  for (const event of told.events) happenings.event(event);
  if (told.place === undefined) study.shown(told);
  else dataset.shown(told);
  const [from, to] = told.samples;
  const { rate } = device;
  seconds = SPANS.find((span) => span >= (1.5 * (to - from)) / rate) ?? SPANS.at(-1);
  end = Math.round(to + (seconds / 4) * rate);
  ask();
  selection.show(from, to);
  playback.know(Math.max(0, from - rate), to + rate, rate);
  askWhy(to - 1);
}

/** Follows the board again: what was recorded is gone. */
function resume() {
  playback.stop();
  selection.clear();
  happenings.clear();
  find("why").textContent = "";
  end = null;
  ask();
}

/** Why the window that ended last at a sample led to what it did. */
function askWhy(sample) {
  if (labels.length > 0) link.say(`why ${Math.round(sample)}`);
}

/** Marks the last second that is shown. */
function mark() {
  if (!device || find("mark").hidden) return;
  end ??= columns.end;
  ask();
  selection.mark(end - selection.rate, end);
}

/** A chart for each unit, and one of the probabilities. */
function build() {
  selection.know(labels);
  find("explain").hidden = labels.length === 0;
  if (!device) return;
  selection.rate = device.rate;
  const names = device.channels.map(({ name, unit }) => ({ name, unit }));
  const shape = JSON.stringify([names, labels]);
  if (shape === find("charts").dataset.shape) return;
  find("charts").dataset.shape = shape;
  find("charts").replaceChildren();
  const units = [...new Set(names.map(({ unit }) => unit))];
  charts = units.map((unit) => {
    const curves = names.flatMap((channel, place) =>
      channel.unit === unit
        ? [{ name: channel.name, least: (c) => columns.least(c, place), greatest: (c) => columns.greatest(c, place) }]
        : [],
    );
    const fullScale = Math.max(...device.channels.filter((channel) => channel.unit === unit).map((channel) => channel.full_scale));
    return new Chart(find("charts"), unit, curves, { leastSpan: fullScale > 0 ? fullScale / 50 : 0 });
  });
  if (labels.length > 0) {
    const curves = labels.map((name, place) => {
      const value = (c) => columns.probability(c, place);
      return { name, least: value, greatest: value, isSparse: true };
    });
    charts.push(new Chart(find("charts"), "probability", curves, { range: [0, 1] }));
  }
  for (const { canvas } of charts) selection.follow(canvas, sampleAt, askWhy);
  ask();
}

/** The sample at a part of what is shown; who asks for one wants it to stand still. */
function sampleAt(part) {
  if (end === null) pause();
  return (lastColumn() - width() + part * width()) * columns.size;
}

/** The column after the last one that is shown. */
const lastColumn = () => Math.ceil((end ?? columns.end) / (columns.size || 1));

/** A column for every two points: a line is two wide, and twice as many take twice as long to draw. */
const width = () => Math.max(100, Math.min(1000, Math.round((find("charts").clientWidth || 600) / 2)));

function ask() {
  find("span").textContent = `${seconds} s${end === null ? "" : ", paused"}`;
  find("pause").textContent = end === null ? "Pause" : "Go on";
  find("pause").setAttribute("aria-pressed", String(end !== null));
  link.show(seconds, width(), end);
}

/** Moves what is shown by so many of its own lengths. */
function scroll(lengths) {
  playback.stop();
  const shown = seconds * (device?.rate ?? 1);
  end = Math.max(Math.min(shown, columns.end), Math.min(columns.end, (end ?? columns.end) + lengths * shown));
  ask();
}

function zoom(steps) {
  const place = SPANS.indexOf(seconds) + steps;
  seconds = SPANS[Math.max(0, Math.min(SPANS.length - 1, place))];
  ask();
}

function pause() {
  playback.stop();
  end = end === null ? columns.end : null;
  ask();
}

const actions = {
  pause,
  back: () => scroll(-0.5),
  forth: () => scroll(0.5),
  closer: () => zoom(-1),
  wider: () => zoom(1),
  mark,
  explain: () => askWhy(end ?? columns.end),
};
const keys = { " ": "pause", ArrowLeft: "back", ArrowRight: "forth", "+": "closer", "-": "wider", m: "mark", w: "explain" };
for (const [id, action] of Object.entries(actions)) find(id).addEventListener("click", action);
document.addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLButtonElement && event.key === " ") return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
  event.preventDefault();
  actions[keys[event.key]]();
});
// Behind another tab it is told nothing; what happened meanwhile is told when somebody looks again.
document.addEventListener("visibilitychange", () => (document.hidden ? link.say("hidden") : ask()));
// Only of the width: the height changes with every line that a caption takes.
let asked = 0;
new ResizeObserver(() => {
  if (width() === asked) return;
  asked = width();
  ask();
}).observe(find("charts"));

let drawn = null;
let pictures = 0;
let told = 0;
let played = 0;
function draw(now) {
  const sample = playback.at(now);
  // Twenty times a second: each time all columns come again.
  if (sample !== null && now - played > 50) {
    played = now;
    end = Math.round(sample);
    ask();
  }
  if (isNew || selection.range !== drawn) {
    isNew = false;
    drawn = selection.range;
    pictures += 1;
    const count = width();
    const last = lastColumn();
    const marked = selection.range?.map((sample) => sample / (columns.size || 1));
    for (const chart of charts) chart.draw(columns, last - count, count, marked);
    document.body.dataset.pictures = pictures;
    document.body.dataset.age = Math.round(Date.now() - columns.arrived);
  }
  if (now - told > 200) {
    told = now;
    happenings.tell();
    for (const chart of charts) chart.tell();
    if (sample !== null) askWhy(sample);
  }
  requestAnimationFrame(draw);
}
requestAnimationFrame(draw);
