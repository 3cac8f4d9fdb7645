// The connection to the command. Lines of JSON say what happened; binary messages are columns of the signal (PageStream.swift).

/** The bytes of one binary message: columns of so many samples, each with least and greatest values and probabilities. */
export function columnsOf(buffer) {
  const head = new DataView(buffer);
  if (buffer.byteLength < 48 || head.getUint8(0) !== 1) return null;
  const message = {
    epoch: head.getUint32(4, true),
    first: head.getFloat64(8, true),
    size: head.getUint32(16, true),
    count: head.getUint32(20, true),
    channels: head.getUint32(24, true),
    labels: head.getUint32(28, true),
    end: head.getFloat64(32, true),
    arrived: head.getFloat64(40, true),
  };
  const floats = message.count * (2 * message.channels + message.labels);
  if (buffer.byteLength !== 48 + 4 * floats) return null;
  message.values = new Float32Array(buffer, 48, floats);
  return message;
}

export class Link {
  /** Calls `told.line(object)`, `told.columns(message)` and `told.state(isOpen)`. */
  constructor(told) {
    this.told = told;
    this.view = null;
    /** Which one of several devices. */
    this.device = 0;
    this.open();
  }

  open() {
    const address = new URL("live", location.href);
    address.protocol = "ws:";
    this.socket = new WebSocket(address);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => {
      this.told.state(true);
      this.socket.send(`device ${this.device}`);
      if (this.view) this.socket.send(this.view);
      if (document.hidden) this.socket.send("hidden");
    };
    this.socket.onmessage = ({ data }) => {
      if (typeof data === "string") {
        this.told.line(JSON.parse(data));
      } else {
        const message = columnsOf(data);
        if (message) this.told.columns(message);
      }
    };
    this.socket.onclose = () => {
      this.told.state(false);
      setTimeout(() => this.open(), 1000);
    };
  }

  /** Asks for so many columns of so many seconds: the newest, or up to a sample. */
  show(seconds, columns, end) {
    this.view = `view ${seconds} ${columns} ${end === null ? "live" : Math.max(0, Math.round(end))}`;
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(this.view);
  }

  /** Asks for another one of several devices. */
  choose(device) {
    this.device = device;
    this.say(`device ${device}`);
  }

  /** Sends a message, unless nobody is there to hear it. */
  say(text) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
  }
}
