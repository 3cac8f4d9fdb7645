// The columns that are at hand: a ring of them, by number.

const ROOM = 8192;

export class Columns {
  constructor() {
    this.forget();
  }

  forget({ epoch, size, channels, labels } = { epoch: 0, size: 0, channels: 0, labels: 0 }) {
    Object.assign(this, { epoch, size, channels, labels, first: 0, last: 0, end: 0, arrived: 0 });
    this.stride = 2 * channels + labels;
    this.values = new Float32Array(ROOM * this.stride);
  }

  /** Takes a message. */
  take(message) {
    const { epoch, size, channels, labels } = this;
    const isOther = message.epoch !== epoch || message.size !== size || message.channels !== channels || message.labels !== labels;
    if (isOther) this.forget(message);
    if (isOther || message.first > this.last || message.first + message.count < this.first) this.first = message.first;
    for (let column = 0; column < message.count; column++) {
      const from = column * this.stride;
      this.values.set(message.values.subarray(from, from + this.stride), ((message.first + column) % ROOM) * this.stride);
    }
    this.last = message.first + message.count;
    this.first = Math.max(Math.min(this.first, message.first), this.last - ROOM);
    this.end = message.end;
    this.arrived = message.arrived;
  }

  has(column) {
    return column >= this.first && column < this.last;
  }

  least(column, channel) {
    return this.values[(column % ROOM) * this.stride + 2 * channel];
  }

  greatest(column, channel) {
    return this.values[(column % ROOM) * this.stride + 2 * channel + 1];
  }

  probability(column, label) {
    return this.values[(column % ROOM) * this.stride + 2 * this.channels + label];
  }
}
