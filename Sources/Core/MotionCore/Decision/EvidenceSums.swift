/// Evidence for each label, added up window by window: a sequential test in integers, CUSUM (Page 1954) on the logarithms of
/// likelihood ratios. A label that is a little more probable than any other for long weighs as much as one that is much more
/// probable for a moment; what is sometimes the one and sometimes the other weighs nothing.
///
/// A plain value over memory of the caller's, which copies share. Evidence is counted in bits with 8 fraction bits.
package struct EvidenceSums {
    /// Labels, at least 1.
    package let labels: Int
    private let leak: Int16
    private let limit: Int16
    /// `[labels]`
    private let sums: UnsafeMutablePointer<Int32>

    /// The most that a sum may grow to; whoever waits for more waits for ever.
    package static var most: Int32 { @_noAllocation get { 1 << 24 } }

    /// - Parameter memory: `bytes(labels:)` of it, on a 4-byte boundary; it outlives the sums.
    package init(labels: Int, parameters: DecisionParameters, memory: UnsafeMutableRawPointer) {
        self.labels = labels
        leak = Int16(truncatingIfNeeded: parameters.evidenceLeak)
        limit = Int16(truncatingIfNeeded: parameters.evidenceLimit)
        sums = memory.assumingMemoryBound(to: Int32.self)
        reset()
    }

    /// Memory that the sums need.
    package static func bytes(labels: Int) -> Int { labels * 4 }

    /// Forgets all windows.
    @_noAllocation
    package func reset() {
        for label in 0..<labels { sums[label] = 0 }
    }

    /// Every sum is the largest with which its label is not entered.
    package func reset(below parameters: DecisionParameters) {
        for label in 0..<labels { sums[label] = parameters.evidence(toEnter: label) - 1 }
    }

    /// Takes a window's evidence in: `S = max(0, S + clip(log2 p − log2 q, ±limit) − leak)` for each label, p being its probability
    /// and q the largest of the others'.
    ///
    /// - Parameter probabilities: one per label, Q15.
    @_noAllocation
    package func add(_ probabilities: UnsafePointer<Int16>) {
        let (leak, limit) = (Int32(leak), Int32(limit))
        var (first, second, best) = (Int32(0), Int32(0), -1)
        for label in 0..<labels {
            let bits = Self.bits(probabilities[label])
            if best < 0 ? true : bits > first {
                (second, first, best) = (first, bits, label)
            } else if bits > second {
                second = bits
            }
        }
        for label in 0..<labels {
            let ratio = Self.bits(probabilities[label]) - (label == best ? second : first)
            let evidence = min(max(ratio, -limit), limit) - leak
            sums[label] = min(max(sums[label] + evidence, 0), Self.most)
        }
    }

    @_noAllocation
    package subscript(label: Int) -> Int32 { sums[label] }

    /// log2(32768 · p) with 8 fraction bits, to within 0.02 bits: 0 … 3839. What is below 1 counts as 1.
    @_noAllocation
    static func bits(_ probability: Int16) -> Int32 {
        let value = UInt32(max(1, Int32(probability)))
        let exponent = UInt32(31 - value.leadingZeroBitCount)
        // log2(1 + f) is nearly f + 0.344 · f · (1 − f).
        let fraction = (value << 8) >> exponent & 255
        return Int32(exponent << 8 + fraction + (fraction * (256 - fraction) * 88) >> 16)
    }
}
