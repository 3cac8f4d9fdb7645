// Elements of the page, by their ids, and new ones with a text: whoever sent it, it is shown as text.

export const find = (id) => document.getElementById(id);

/** An element with a text. */
export function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** Says something, if it is news: what is said again is read out again. */
export function say(id, text) {
  if (find(id).textContent !== text) find(id).textContent = text;
}

/** A person and a session, which is often called like its person; and its seconds. */
export function passage({ person, session, from, to }) {
  return `${person === session ? person : `${person}, ${session}`}, ${from.toFixed(1)} to ${to.toFixed(1)} s`;
}

/** Shows an element, or not. */
export function show(id, isShown) {
  find(id).hidden = !isShown;
}
