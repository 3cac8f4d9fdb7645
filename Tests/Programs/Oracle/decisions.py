"""§9 of ARITHMETIC.md: from windows' probabilities to events. Plain integers, except the sums of smoothing."""

import numpy as np


def times(a, b):
    assert 0 <= a * b + 2**29 < 2**64
    return (a * b + 2**29) >> 30


def weight(k, n):
    """w(k, N): the largest of 1 … 32767 that meets the condition. `times` never falls when a factor rises: halving finds it."""
    r = ((k + 1) << 30) // n
    target = times(times(r, r), r)
    low, high = 1, 32767                                                  # 1 if there is none
    while low < high:
        middle = (low + high + 1) // 2
        v = middle << 15
        v2 = times(v, v)
        v4 = times(v2, v2)
        power = times(times(v4, v4), v2)
        low, high = (middle, high) if power <= target else (low, middle - 1)
    return low


def bits(v):
    """log2 with 8 fraction bits, in the page's integers."""
    v = max(v, 1)
    e = v.bit_length() - 1
    f = ((v << 8) >> e) & 255
    return 256 * e + f + ((f * (256 - f) * 88) >> 16)


class Decider:
    def __init__(self, labels, rest, threshold, smoothing, enter_ratio, exit_ratio, refractory, evidence=None, leak=None, limit=None,
                 shares=None):
        self.labels, self.rest, self.threshold, self.smoothing = labels, rest, threshold, smoothing
        self.enter_ratio, self.exit_ratio, self.refractory = enter_ratio, exit_ratio, refractory
        self.weights = np.array([weight(k, smoothing) for k in range(smoothing)], np.int64)
        self.evidence, self.leak, self.limit = evidence, leak, limit      # to enter; None or 0: by score
        self.shares = shares or []                                        # numbers, of labels 0, 1, ...; the others' are 0
        self.active, self.barred = None, None                             # barred: the time before which nothing is entered
        self.gap()

    def gap(self):
        """A gap empties the smoothing and the sums of evidence. The active label stays active."""
        self.sums = [0] * self.labels
        self.seen = np.zeros((0, self.labels), np.int64)

    def end(self, time):
        """The end of a stream, or of patience with it: the label that is left by it, None for none."""
        left = self.active
        self.gap()
        if left is not None:
            self.active, self.barred = None, time + self.refractory
        return left

    def scores(self, probabilities):
        self.seen = np.vstack([self.seen, probabilities])[-self.smoothing:]
        w = self.weights[-len(self.seen):]                                # the newest weights; the newest window has the last
        total = int(w.sum())
        return [(int(s) + total // 2) // total for s in w @ self.seen]

    def add(self, probabilities):
        """A window's evidence for each label."""
        for k, p in enumerate(probabilities):
            q = max((other for j, other in enumerate(probabilities) if j != k), default=0)
            ratio = max(-self.limit, min(self.limit, bits(p) - bits(q)))
            self.sums[k] = min(max(self.sums[k] + ratio - self.leak, 0), 1 << 24)

    def needed(self, k):
        share = self.shares[k] if k < len(self.shares) else 0
        return max(1, [self.evidence, self.evidence >> 1, self.evidence >> 2, 2 * self.evidence][share])

    def window(self, time, probabilities):
        """(answer, confidence, phase, active) of one window; None for no label."""
        score = self.scores(probabilities)

        def strongest(but=None):                                          # the first of equals; None if there is no other
            return max((k for k in range(self.labels) if k != but), key=lambda k: score[k], default=None)

        def exceeds(a, b, ratio):
            return score[a] << 12 >= ratio * score[b]

        best = strongest()
        answer = best if score[best] >= self.threshold else None
        phase, active = "none", None
        if self.active is not None:
            phase, active, other = "hold", self.active, strongest(but=self.active)
            if other is not None and exceeds(other, active, self.exit_ratio):
                phase, self.active, self.barred = "exit", None, time + self.refractory
                self.sums = [0] * self.labels
        elif self.evidence:
            self.add(probabilities)
            enough = [k for k in range(self.labels) if k != self.rest and self.sums[k] >= self.needed(k)]
            candidate = max(enough, key=lambda k: self.sums[k], default=None)
            is_barred = self.barred is not None and time < self.barred
            if candidate is not None and not is_barred:
                phase, active, self.active = "enter", candidate, candidate
        elif best != self.rest and score[best] >= self.threshold and (self.barred is None or time >= self.barred):
            other = strongest(but=best)
            if other is None or exceeds(best, other, self.enter_ratio):
                phase, active, self.active = "enter", best, best
        return answer, score[best], phase, active
