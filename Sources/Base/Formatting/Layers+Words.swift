public import MotionCore

extension FrontKind {
    /// A front layer as a person reads it: `convolution over 5`, `maximum of 2`, `convolution 16 over 3, every 2, 4 apart, causal`.
    ///
    /// - Parameter units: outputs of a convolution, where they are not told beside it.
    public func words(_ field: SampleField, units: Int? = nil) -> String {
        let name =
            switch self {
            case .convolution: "convolution" + (units.map { " \($0)" } ?? "") + " over"
            case .maximum: "maximum of"
            case .average: "mean of"
            }
        // Pooling moves on by its own length unless it says otherwise.
        let usual = self == .convolution ? 1 : field.taps
        return "\(name) \(field.taps)" + (field.stride == usual ? "" : ", every \(field.stride)")
            + (field.dilation == 1 ? "" : ", \(field.dilation) apart") + (field.isCausal ? ", causal" : "")
    }
}

extension RecurrentCell {
    /// As a person reads it.
    public var name: String { rawValue.uppercased() }
}
