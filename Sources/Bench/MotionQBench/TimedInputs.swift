import Quantization

/// Room for the floats of one item, a window or a sample, in Q-format.
struct TimedInputs {
    private let converter: InputConverter
    private var inputs: [Int16]

    /// - Parameters:
    ///   - count: numbers of an item.
    ///   - fractionBits: of the network's inputs.
    init(count: Int, fractionBits: Int) {
        converter = InputConverter(fractionBits: fractionBits)
        inputs = Array(repeating: 0, count: count)
    }

    /// Converts one item after the other and does the work on each.
    ///
    /// - Parameters:
    ///   - values: the floats of all items.
    ///   - work: what is done with an item's number and its inputs.
    /// - Returns: nanoseconds per item.
    @inline(__always)
    mutating func time(_ values: UnsafePointer<Float>, items: Int, _ work: (_ item: Int, _ inputs: Span<Int16>) -> Void) -> Double {
        let size = inputs.count
        let start = ContinuousClock.now
        inputs.withUnsafeMutableBufferPointer { inputs in
            guard let base = inputs.baseAddress else { return }
            for item in 0..<items {
                converter.convert(values + item * size, count: size, into: base)
                work(item, inputs.span)
            }
        }
        return start.duration(to: .now) / .nanoseconds(1) / Double(items)
    }
}
