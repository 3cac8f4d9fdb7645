// Several devices on one page: which there are, how each stands, and which one is shown.

import { element, find, show } from "./element.js";

export class Devices {
  /** `choose(number)` hears which one is to be shown. */
  constructor(choose) {
    this.choose = choose;
  }

  line({ shown, devices }) {
    show("devices", devices.length > 1);
    const list = find("device-list");
    // Elements stay, and with them the focus.
    while (list.childElementCount < devices.length) list.append(this.entry(list.childElementCount));
    devices.forEach(({ name, device, held, is_here: isHere, has_ended: hasEnded }, place) => {
      const button = list.children[place].firstElementChild;
      button.setAttribute("aria-pressed", String(place === shown));
      button.title = device;
      const words = [name, hasEnded ? "ended" : isHere ? held || "–" : device ? "gone" : "waited for"];
      words.forEach((text, part) => {
        if (button.children[part].textContent !== text) button.children[part].textContent = text;
      });
    });
  }

  entry(number) {
    const item = element("li");
    const button = element("button");
    button.append(element("span"), element("strong"));
    button.addEventListener("click", () => this.choose(number));
    item.append(button);
    return item;
  }
}
