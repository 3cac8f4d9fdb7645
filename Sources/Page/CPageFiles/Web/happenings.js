// What was recognised, which lights are on, what is counted and what the command says of the link: as text, whoever sent it.

import { colour } from "./chart.js";
import { element, find, say, show } from "./element.js";

const MOST = 200;

export class Happenings {
  /** `chosen(event)` hears of an event that somebody wants to look at. */
  constructor(chosen) {
    this.chosen = chosen;
    this.held = null;
  }

  line(told) {
    switch (told.type) {
      case "page":
        find("model").textContent = told.title;
        find("events").replaceChildren();
        find("notes").replaceChildren();
        break;
      case "model":
        find("model").textContent = told.title;
        break;
      case "event":
        this.event(told);
        break;
      case "other":
        this.other(told);
        break;
      case "note":
        this.note(told.sentence);
        break;
      case "log":
        this.note(`device: ${told.text}`);
        break;
      case "lights":
        this.lights(told.on);
        break;
      case "counts":
        this.counts(told);
        break;
      case "feedback":
        if (told.status !== "ok") this.note(`${told.actuator}: ${told.status} after ${told.round_trip_ms} ms`);
        break;
      case "link":
        if (told.state === "session") find("device").textContent = `${told.name || "a device"} · ${told.rate} Hz`;
        if (told.state === "disconnected") find("device").textContent = "The device is gone; it is waited for.";
        break;
    }
  }

  /** What was recognised before is of other motion. */
  clear() {
    find("events").replaceChildren();
    this.held = null;
    find("label").textContent = "–";
    find("nothing").hidden = true;
  }

  event(told) {
    const { label, name, phase, time_ms } = told;
    if (phase === "enter") {
      const item = element("li");
      item.style.setProperty("--stroke", `var(${colour(label)})`);
      const button = element("button", name, "name");
      button.addEventListener("click", () => this.chosen(told));
      item.append(button, element("span", `${(time_ms / 1000).toFixed(2)} s`, "time"));
      find("events").prepend(item);
      if (find("events").childElementCount > MOST) find("events").lastElementChild.remove();
      this.held = { label, item, time: time_ms, since: performance.now() };
      find("nothing").hidden = true;
      find("label").textContent = name;
    } else if (this.held && this.held.label === label) {
      const seconds = Math.max(0, time_ms - this.held.time) / 1000;
      this.held.item.classList.add("over");
      this.held.item.lastElementChild.textContent += ` for ${seconds.toFixed(2)} s`;
      this.held = null;
      find("label").textContent = "–";
    }
  }

  /** What another model would have said. */
  other({ model, name, phase, time_ms: time }) {
    if (find("other-name").textContent !== model) find("other-events").replaceChildren();
    say("other-name", model);
    show("others", true);
    const list = find("other-events");
    if (phase === "enter") {
      const item = element("li");
      item.append(element("span", name), element("span", `${(time / 1000).toFixed(2)} s`, "time"));
      list.prepend(item);
      if (list.childElementCount > MOST) list.lastElementChild.remove();
    }
  }

  /** How long what is recognised has lasted; called now and then. */
  tell() {
    const { held } = this;
    find("since").textContent = held ? `for ${((performance.now() - held.since) / 1000).toFixed(1)} s` : "";
  }

  /** What is on; what ends by itself goes when its time is over. */
  lights(on) {
    const lit = on.filter(({ until_ms }) => until_ms === undefined || until_ms > Date.now());
    find("lights").replaceChildren(
      ...lit.map(({ name, blinks, colour: rgb, hertz, until_ms }) => {
        const item = element("li", hertz ? `${name}, ${hertz} Hz` : name, blinks ? "blinks" : "");
        if (rgb) item.style.setProperty("--lit", `rgb(${rgb.map(Number).join(" ")})`);
        if (until_ms !== undefined) setTimeout(() => item.remove(), until_ms - Date.now());
        return item;
      }),
    );
  }

  counts(told) {
    const lost = told.counts_losses ? `${told.lost_samples}` : "not known";
    const rows = [
      ["rate", told.rate === undefined ? "–" : `${told.rate.toFixed(2)} Hz`],
      ["jitter", told.jitter_ms === undefined ? "–" : `${told.jitter_ms.toFixed(2)} ms`],
      ["samples", `${told.samples}`],
      ["lost", lost],
      ["damaged frames", `${told.damaged_frames}`],
      ["windows", `${told.windows}`],
      ["read to feedback", told.latency_p50_us === undefined ? "–" : `${told.latency_p50_us} µs, p99 ${told.latency_p99_us} µs`],
      ["motion to light", told.age_p50_ms === undefined ? "–" : `${told.age_p50_ms} ms`],
    ];
    find("counts").replaceChildren(...rows.flatMap(([name, value]) => [element("dt", name), element("dd", value)]));
  }

  note(sentence) {
    // What is said again stands once, as the newest.
    [...find("notes").children].find((item) => item.textContent === sentence)?.remove();
    find("notes").prepend(element("li", sentence));
    if (find("notes").childElementCount > MOST) find("notes").lastElementChild.remove();
  }
}
