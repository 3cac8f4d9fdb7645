"""§2 to §8 of ARITHMETIC.md. All integers are int64, so that nothing wraps unseen; in32 asserts what the page promises of 32 bits.
Arrays of a network at work have one row per window, and the windows in them do not know of each other."""

import re
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np


class Refused(Exception):
    """A file that the page, or this program, does not allow; the text says why."""


def require(condition, sentence):
    if not condition:
        raise Refused(sentence)


def in32(v):
    assert v.max() < 2**31 and v.min() >= -2**31, "a value that must fit in int32 does not"
    return v


def in_u32(v):
    assert v.max() < 2**32 and v.min() >= 0, "a value that must fit in uint32 does not"
    return v


# §2: basic operations

def sat16(v):
    return np.minimum(32767, np.maximum(-32768, v))


def rshift(v, s):
    return in32(v + ((1 << s) >> 1)) >> s                                 # half = 2^(s−1), or 0 for s = 0; s may be an array


def mul15(a, b):
    return sat16((a * b + 2**14) >> 15)


# §3: affine maps

class Map:
    def __init__(self, bias, output_shift, terms):
        """A term is (weights, shift, width of its panels); shifts are by block, or block and panel, as a file has them."""
        rows = len(bias)
        self.bias, self.terms = bias, []
        self.output_shift = np.repeat(output_shift, 16)[:rows]            # §3.1: block = row / 16
        for weights, shift, width in terms:
            shift = np.repeat(shift, 16, axis=0)[:rows]
            columns = [slice(first, first + width) for first in range(0, weights.shape[1], width)]
            self.terms.append([(part, weights[:, part].copy(), shift[:, k]) for k, part in enumerate(columns)])

    def __call__(self, *inputs):                                          # §3.2
        acc = self.bias
        for x, panels in zip(inputs, self.terms, strict=True):
            for columns, weights, shift in panels:
                acc = in32(acc + (in32(x[:, columns] @ weights.T) >> shift))
        return rshift(acc, self.output_shift)

    def prove(self, name):                                                # §3.3
        require(self.output_shift.max() <= 24, f"{name} has an output shift above 24.")
        total = np.abs(self.bias) + ((1 << self.output_shift) >> 1)
        for panels in self.terms:
            for _, weights, shift in panels:
                bound = 2**15 * np.abs(weights).sum(axis=1)
                require(shift.max() <= 31, f"{name} has a shift above 31.")
                require(bound.max() <= 2**31 - 1, f"{name}: a panel may overflow (condition 1 of §3.3).")
                total = total + (bound >> shift) + 1
        require(total.max() <= 2**31 - 1, f"{name}: an accumulator may overflow (condition 2 of §3.3).")


class Page:
    """What is taken from the page's text, and the functions made of it."""

    def __init__(self, path):
        text = Path(path).read_text(encoding="utf-8")

        def found(pattern):
            match = re.search(pattern, text, re.MULTILINE)
            require(match, f"nothing in {path} matches {pattern}")
            return match.group(1)

        self.version = found(r"^# The arithmetic of MotionQ15, version (\d+)$")

        # §4: the table, and how to check a copy
        self.nodes = np.array(re.findall(r"\d+", found(r"From node 0 on:\s+((?:\d+[,\s]+){257})")), np.int64)
        total, crc = found(r"they\s+add\s+up\s+to\s+([\d,]+\d)"), found(r"CRC-32\s+is\s+([0-9A-F]{8})")
        require(self.nodes.sum() == int(total.replace(",", "")), f"the nodes of tanh do not add up to {total}")
        require(zlib.crc32(self.nodes.astype("<i2").tobytes()) == int(crc, 16), f"the CRC-32 of tanh's nodes is not {crc}")

        # §4: the functions at every int16; entry n is that of argument n, as numpy counts negative indices from the end
        n = np.arange(65536).astype(np.int16).astype(np.int64)
        self.tanh = self.tanh_of(n)
        self.sigmoid = 16384 + (self.tanh >> 1)
        self.forget = 32768 + np.minimum(self.tanh, 32766)

        # §6: the exponential
        self.powers = np.array([round(65536 * 2 ** (-j / 256)) for j in range(257)], np.int64)
        self.octave, self.end = int(found(r"a = d · (\d+) ")), int(found(r"d ≥ (\d+) \(12\.0\): result 0"))
        require(self.octave == round(2**15 * np.log2(np.e)), "the exponential's factor is not round(2^15 · log2 e)")

    def tanh_of(self, n):                                                 # §4
        m = np.minimum(np.abs(n), 32767)
        j, f = m >> 7, m & 127
        v = self.nodes[j] + (((self.nodes[j + 1] - self.nodes[j]) * f + 64) >> 7)
        return np.where(n < 0, -v, v)

    def exponential(self, d):                                             # §6
        a = in_u32(np.minimum(d, self.end - 1) * self.octave)
        w, j, r = a >> 27, (a >> 19) & 255, (a >> 11) & 255
        b = 256 * self.powers[j] - (self.powers[j] - self.powers[j + 1]) * r
        return np.where(d >= self.end, 0, rshift(b, w + 8))

    def softmax(self, logits):                                            # §6
        d = in_u32(logits.max(axis=1, keepdims=True) - logits)
        e = self.exponential(d)
        total = in_u32(e.sum(axis=1, keepdims=True))
        return np.minimum(32767, in_u32(32768 * e + total // 2) // total)


@dataclass
class FrontLayer:                                                         # §17
    kind: str                   # "convolution", "maximum" or "average"
    taps: int                   # K
    stride: int                 # s
    dilation: int = 1           # d
    causal: bool = False
    rectified: bool = False
    map: Map | None = None

    @property
    def span(self):
        return (self.taps - 1) * self.dilation + 1

    def fields(self, inputs):
        """Of each output the numbers of the inputs that it reads, from 1 on; those below 1 are zeros."""
        first = 1 if self.causal else self.span
        ends = [n for n in range(1, inputs + 1) if n >= first and (n - first) % self.stride == 0]
        return [[n - j * self.dilation for j in reversed(range(self.taps))] for n in ends]

    def outputs(self, x):
        """x has an entry for each input: numbers of so many windows."""
        return [self.output([x[n - 1] if n >= 1 else np.zeros_like(x[0]) for n in field]) for field in self.fields(len(x))]

    def output(self, read):
        if self.map:
            out = sat16(self.map(np.concatenate(read, axis=1)))
            return np.maximum(0, out) if self.rectified else out
        if self.kind == "maximum":
            return np.max(read, axis=0)
        return in32(2 * np.sum(read, axis=0) + self.taps) // (2 * self.taps)


@dataclass
class Network:
    page: Page
    labels: list
    inputs: list                # objects of §10
    input_bits: int             # `input` of §1
    rate: float | None
    window: int                 # T
    hop: int                    # S
    carry: bool
    convolution: Map | None
    lstm: list                  # (Map, units, whether it is a GRU)
    dense: list                 # (Map, rectified)
    detector: tuple | None      # (Map, prototypes [labels][each][rows], limits [labels])
    front: list                 # FrontLayer

    @property
    def slots(self):                                                      # §7: ⌈T / S⌉
        return -(-self.window // self.hop)

    def zero_state(self, count):
        """h and c of every LSTM layer, for so many slots."""
        return [(np.zeros((count, units), np.int64), np.zeros((count, units), np.int64)) for _, units, _ in self.lstm]

    def step(self, k, x, h, c):                                           # §5, layer k
        affine, units, is_gru = self.lstm[k]
        t = sat16(affine(x, h))
        if is_gru:
            return self.gru_step(t, units, c)
        i, f = self.page.sigmoid[t[:, :units]], self.page.forget[t[:, units:2 * units]]
        o, g = self.page.sigmoid[t[:, 2 * units:3 * units]], self.page.tanh[t[:, 3 * units:]]
        c = ((f * c + 2**15) >> 16) + mul15(i, g)
        assert c.max() < 2**30 and c.min() > -2**30, "|c| must be below 2^30"
        return mul15(o, self.page.tanh[sat16((c + 4) >> 3)]), c

    def gru_step(self, t, units, s):                                      # §18
        z, r = self.page.forget[t[:, :units]], self.page.sigmoid[t[:, units:2 * units]]
        g = self.page.tanh[sat16(t[:, 3 * units:] + mul15(r, t[:, 2 * units:3 * units]))]
        s = ((z * s + 2**15) >> 16) + (((65536 - z) * g) >> 1)
        assert np.abs(s).max() <= 32767 * 2**15, "|s| must not exceed M"
        return (s + 2**14) >> 15, s

    def run(self, windows, state):
        """Probabilities of whole windows (count × T × F), and which are unknown. The state is that before them, and becomes that
        after them."""
        if self.convolution:                                              # §3.2 and §7: one step for the whole window
            steps = [np.maximum(0, sat16(self.convolution(windows.reshape(len(windows), -1))))]
        else:
            steps = [windows[:, n] for n in range(self.window)]
            for layer in self.front:                                      # §17
                steps = layer.outputs(steps)
        for x in steps:
            for k in range(len(self.lstm)):                               # §5: a layer reads the new h of the one before
                state[k] = self.step(k, x, *state[k])
                x = state[k][0]
        # §6: x is the last layer's new h, or the convolution's or the front layers' output where there is no LSTM.
        hidden = x
        for affine, rectified in self.dense[:-1]:                         # §6
            x = sat16(affine(x))
            x = np.maximum(0, x) if rectified else x
        probabilities = self.page.softmax(self.dense[-1][0](x))
        return probabilities, self.unknown(hidden, probabilities.argmax(axis=1))

    def unknown(self, hidden, labels):                                    # §15; argmax takes the first of the largest
        if not self.detector:
            return np.zeros(len(hidden), bool)
        projection, prototypes, limits = self.detector
        z = np.clip(sat16(projection(hidden)), -8191, 8191)
        distances = in_u32(((z[:, None] - prototypes[labels]) ** 2).sum(axis=2))
        return distances.min(axis=1) > limits[labels]


def run_recording(network, samples, sessions, group=512):
    """§7: every window of a recording, as (session, end sample, slot), their probabilities, and whether they are unknown. `sessions` are (name, first row,
    rows). Windows that use one state in turn are a chain: with `carry` those of one slot in one session, with `reset` each is its
    own. A chain knows nothing of others, so the first windows of many chains are run side by side, then their second windows …"""
    windows, chains = [], {}
    for number, (session, row, rows) in enumerate(sessions):
        for v, first in enumerate(range(0, rows - network.window + 1, network.hop)):
            chain = (number, v % network.slots if network.carry else v)
            chains.setdefault(chain, []).append((len(windows), row + first))
            windows.append((session, first + network.window, v % network.slots))
    probabilities = np.zeros((len(windows), len(network.labels)), np.int64)
    unknown = np.zeros(len(windows), bool)
    ordered = sorted(chains.values(), key=len, reverse=True)
    for begin in range(0, len(ordered), group):
        chains = ordered[begin:begin + group]
        state = network.zero_state(len(chains))
        for turn in range(len(chains[0])):
            now = [chain[turn] for chain in chains if len(chain) > turn]  # the others have ended; as sorted, they are the last
            state = [(h[:len(now)], c[:len(now)]) for h, c in state]
            numbers, rows = np.array(now).T
            found = network.run(samples[rows[:, None] + np.arange(network.window)], state)
            probabilities[numbers], unknown[numbers] = found
    return windows, probabilities, unknown


def input_values(network, x):
    """§8, from physical values: x has a column per input, float64 as read from text."""
    def widened(v):
        return np.asarray(v, np.float64).astype(np.float32).astype(np.float64)

    offset, scale = (widened([feature[key] for feature in network.inputs]) for key in ("offset", "scale"))
    y = ((widened(x) - offset) * scale) * 2.0**network.input_bits
    require(np.all(np.isfinite(y)), "an input is not a finite number.")
    whole = np.trunc(y)
    nearest = whole + np.where(np.abs(y - whole) >= 0.5, np.sign(y), 0)   # ties away from zero; the subtraction is exact
    return sat16(nearest).astype(np.int64)
