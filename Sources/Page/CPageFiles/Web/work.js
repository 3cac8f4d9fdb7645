// The work: a board is chosen, gestures are shown to it, a model names them, and what went wrong is kept and taught. The command
// says where it stands (PageWork.swift); what is asked of it is an order (PageOrder.swift).

import { element, find, say, show } from "./element.js";

const MOST_GESTURES = 20;
const FIRST_NAMES = ["circle", "zigzag", "flick"];

export class Work {
  /** `order(object)` asks the command for something. */
  constructor(order) {
    this.order = order;
    this.stands = null;
    for (const name of FIRST_NAMES) this.addName(name);
    this.listen();
  }

  listen() {
    const on = (id, kind, action) =>
      find(id).addEventListener(kind, (event) => {
        event.preventDefault();
        action();
      });
    on("simulate", "click", () => this.order({ order: "simulate" }));
    on("other", "submit", () => this.order({ order: "open", port: find("port").value.trim() }));
    on("again", "click", () => this.order({ order: "again" }));
    on("leave", "click", () => this.order({ order: "leave" }));
    on("add", "click", () => this.addName("").focus());
    on("teach", "submit", () => this.teach());
    on("compare", "submit", () => this.order({ order: "compare", model: find("against").value }));
    on("resume", "click", () => this.order({ order: "resume" }));
    on("install", "click", () => this.order({ order: "install" }));
    on("record", "submit", () => this.record());
    on("train", "click", () => this.order({ order: "train" }));
    on("learn", "click", () => this.order({ order: "learn", kept: this.stands.kept }));
    on("models", "submit", () => this.order({ order: "use", model: find("which").value }));
    for (const button of document.querySelectorAll(".stop")) button.addEventListener("click", () => this.order({ order: "stop" }));
  }

  addName(name) {
    const number = find("names").childElementCount + 1;
    const item = element("li");
    const input = element("input");
    Object.assign(input, { value: name, autocomplete: "off", spellcheck: false });
    input.setAttribute("aria-label", `Name of gesture ${number}`);
    item.append(input);
    find("names").append(item);
    show("add", number < MOST_GESTURES);
    return input;
  }

  teach() {
    const labels = [...find("names").querySelectorAll("input")].map(({ value }) => value.trim()).filter((name) => name !== "");
    this.order({
      order: "teach",
      labels,
      examples: Number(find("examples").value),
      unknown: find("unknown").checked,
      adds: this.stands.is_taught && find("adds").checked,
    });
  }

  record() {
    const labels = find("gestures").value.split(",").map((name) => name.trim()).filter((name) => name !== "");
    const [repetitions, seconds] = [Number(find("repetitions").value), Number(find("each").value)];
    this.order({ order: "record", labels, subject: find("subject").value.trim(), repetitions, seconds });
  }

  /** How the work stands. */
  line(told) {
    const before = this.stands;
    this.stands = told;
    show("work", true);
    show("mark", told.port !== "" && told.stage !== "looking");
    show("play", told.stage === "looking");
    document.body.dataset.stage = told.stage;
    say("trouble", told.trouble);
    say("verdict", told.verdict);
    const { stage } = told;
    const isIdle = stage === "watching" || stage === "recognising";
    show("choosing", stage === "choosing");
    show("asking", stage === "showing");
    show("turning", stage === "turning");
    show("learning", stage === "learning");
    show("recognising", stage === "recognising");
    show("installing", stage === "installing");
    show("looking", stage === "looking");
    show("install", told.takes_networks);
    show("lesson", isIdle);
    if (before?.stage !== stage) find("lesson").open = stage === "watching";
    show("adding", told.is_taught);
    show("people", isIdle);
    show("train", told.recordings.length > 0);
    show("kept", isIdle && told.kept.length > 0);
    show("models", isIdle && told.models.length > 0);
    show("leaving", told.port !== "");
    say("taught", told.model);
    this.boards(told.boards);
    this.lists(before, told);
    this.prompt(told.prompt);
  }

  boards(boards) {
    const known = JSON.stringify(boards);
    if (find("boards").dataset.known === known) return;
    find("boards").dataset.known = known;
    find("boards").replaceChildren(
      ...boards.map(({ port, words }) => {
        const button = element("button", words);
        button.append(element("small", port));
        button.addEventListener("click", () => this.order({ order: "open", port }));
        const item = element("li");
        item.append(button);
        return item;
      }),
    );
    show("no-board", boards.length === 0);
  }

  lists(before, told) {
    if (before?.models.join() !== told.models.join()) {
      find("which").replaceChildren(...told.models.map((name) => element("option", name)));
      if (told.models.includes(told.model)) find("which").value = told.model;
    }
    if (before?.models.join() !== told.models.join() || before?.model !== told.model) {
      const others = told.models.filter((name) => name !== told.model);
      find("against").replaceChildren(element("option", "nothing"), ...others.map((name) => element("option", name)));
      find("against").firstElementChild.value = "";
      find("against").value = told.other;
      show("compare", others.length > 0);
      if (told.other === "") show("others", false);
    }
    if (before?.recordings.join() !== told.recordings.join()) {
      find("recordings").replaceChildren(...told.recordings.map((name) => element("li", name)));
    }
    if (before?.kept.join() !== told.kept.join()) {
      find("stretches").replaceChildren(...told.kept.map((name) => element("li", name)));
    }
    // Whoever taught it goes on with it, unless they say otherwise.
    if (told.is_taught && before?.model !== told.model) {
      find("adds").checked = true;
      find("names").replaceChildren();
      this.addName("");
    }
  }

  prompt(prompt) {
    if (!prompt) return;
    say("prompt", prompt.is_listening ? `Make “${prompt.label}” now` : `Next: “${prompt.label}”. Hold still`);
    find("prompt").classList.toggle("now", prompt.is_listening);
    Object.assign(find("progress"), { max: prompt.all, value: prompt.made });
    say("remark", prompt.remark || `${prompt.made} of ${prompt.all} made`);
  }
}
