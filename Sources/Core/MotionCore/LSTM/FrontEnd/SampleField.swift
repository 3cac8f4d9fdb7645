/// Which of its inputs one output of a front layer reads: `taps` of them, `dilation` apart. The next output reads as many inputs
/// `stride` inputs later (ARITHMETIC.md §17).
public struct SampleField: Sendable, Equatable {
    /// Inputs of an output.
    public var taps: Int
    /// Inputs from one output to the next.
    public var stride: Int
    /// Inputs from one of a field to the next of it.
    public var dilation: Int
    /// Whether the first output comes with a window's first input, with zeros before that; otherwise with the first input that
    /// fills a field.
    public var isCausal: Bool

    /// A field of these numbers; `isValid` tells whether they are in their ranges.
    public init(taps: Int, stride: Int = 1, dilation: Int = 1, isCausal: Bool = false) {
        self.taps = taps
        self.stride = stride
        self.dilation = dilation
        self.isCausal = isCausal
    }

    /// Whether each number is 1 … 65,536, and the span no more than that.
    public var isValid: Bool {
        let range = 1...NetworkLimits.dimension
        return range.contains(taps) && range.contains(stride) && range.contains(dilation) && range.contains(span)
    }

    /// Inputs from the first of a field to its last.
    public var span: Int { (taps - 1) * dilation + 1 }

    /// Outputs for so many inputs of a window.
    public func outputs(of inputs: Int) -> Int {
        let first = isCausal ? 1 : span
        return inputs < first ? 0 : (inputs - first) / stride + 1
    }

    /// The inputs that an output reads, the oldest first; those below 0 are zeros.
    public func places(ofOutput output: Int) -> [Int] {
        let newest = (isCausal ? 0 : span - 1) + output * stride
        return (0..<taps).map { newest - (taps - 1 - $0) * dilation }
    }
}
