import Foundation

/// What fixed point costs at each place of a network: signal against quantization noise, and how often something saturated.
///
/// Both networks run on the same stream with states of their own, so that what a layer adds comes on top of what it was handed.
public struct LayerNoise: Sendable, Equatable {
    /// One place, in the order of the data's way through the network.
    public struct Place: Sendable, Equatable {
        /// “inputs”, “convolution”, “convolution 1”, “LSTM 1 gates”, “LSTM 1 hidden”, “LSTM 1 cell”, “dense 1”, “logits”.
        public let name: String
        /// Numbers that passed here.
        public internal(set) var values = 0
        /// How many of them did not fit 16 bits and were clipped; nil where nothing can be.
        public internal(set) var saturated: Int?
        /// Σ x² and Σ (x − x_q)², x in double precision; nil where only saturation is counted.
        var power: (signal: Double, noise: Double)?

        /// 10 · log10(Σ x² / Σ (x − x_q)²) in decibels, 6.02 dB a bit: infinite without noise, nil where it is not measured or
        /// nothing flowed.
        public var decibels: Double? {
            guard let power, values > 0 else { return nil }
            return power.noise == 0 ? .infinity : 10 * log10(power.signal / power.noise)
        }

        public static func == (a: Place, b: Place) -> Bool {
            a.name == b.name && a.values == b.values && a.saturated == b.saturated && a.decibels == b.decibels
        }
    }

    public internal(set) var places: [Place]
    /// Windows that were measured.
    public internal(set) var windows = 0

    /// The place of a name; nil if the network has none.
    public subscript(name: String) -> Place? { places.first { $0.name == name } }

    /// Everything that was clipped.
    public var saturated: Int { places.reduce(0) { $0 + ($1.saturated ?? 0) } }
}
