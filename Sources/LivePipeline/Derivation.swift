import Conditioning
import ReferenceModel

/// From the six axes of a sample to inputs that no channel has, by the same `OrientationFilter` as with recordings. Allocates in
/// `init` only.
final class Derivation {
    private var filter: OrientationFilter
    private let features: [InputFeature]
    private let fractionBits: Int
    /// Of each input, in `quantities`.
    private let columns: [Int]
    /// `[21]`: the axes, and what the filter tells.
    private let quantities: UnsafeMutablePointer<Float>

    private static let names = OrientationFilter.axes + OrientationFilter.quantities

    /// - Parameter rate: of the samples that come.
    /// - Returns: nil if an input is nothing that can be told.
    init?(_ features: [InputFeature], fractionBits: Int, rate: Double) {
        let columns = features.compactMap { Self.names.firstIndex(of: $0.name) }
        guard columns.count == features.count else { return nil }
        self.columns = columns
        self.features = features
        self.fractionBits = fractionBits
        filter = OrientationFilter(rate: rate)
        quantities = .allocate(capacity: Self.names.count)
        quantities.initialize(repeating: 0, count: Self.names.count)
    }

    deinit { quantities.deallocate() }

    /// Samples are missing.
    func restart() { filter.restart() }

    /// - Parameters:
    ///   - axes: `[6]`, in g and rad/s.
    ///   - inputs: get what the network reads.
    func push(_ axes: UnsafePointer<Float>, into inputs: UnsafeMutablePointer<Int16>) {
        quantities.update(from: axes, count: 6)
        filter.push(axes, into: quantities + 6)
        for input in 0..<columns.count {
            inputs[input] = features[input].quantizedSingly(quantities[columns[input]], fractionBits: fractionBits)
        }
    }
}
