public import MotionCore

/// What the values of each channel are measured by in a picture: which value is mid-grey, and how far from it full scale lies.
public struct PictureScales: Sendable, Equatable {
    let middles: [Double]
    let fullScales: [Double]

    /// One sensor's six axes: zero, and what ordinary settings of a sensor reach.
    public static let sixAxes = PictureScales(middles: [0, 0, 0, 0, 0, 0], fullScales: (0..<6).map(usual))

    /// Of channels, one pixel across at least for each.
    public var count: Int { middles.count }

    private init(middles: [Double], fullScales: [Double]) { (self.middles, self.fullScales) = (middles, fullScales) }

    /// - Parameter axis: 0 … 2 of an acceleration, 3 … 5 of a rotation.
    private static func usual(_ axis: Int) -> Double {
        axis < 3 ? MotionImage.usualFullScale.acceleration : MotionImage.usualFullScale.rotation
    }

    /// Finds the scales of channels in samples that come one by one: motion is measured as ever, any other channel from its mean,
    /// in deviations.
    public struct Finder: Sendable {
        private let channels: NamedChannels
        private var counts: [Double]
        private var means: [Double]
        private var squares: [Double]

        /// Deviations of full scale: with the usual gain what lies two of them from the mean is black or white.
        private static let deviations = 4.0

        public init(_ channels: NamedChannels) {
            self.channels = channels
            counts = Array(repeating: 0, count: channels.count)
            (means, squares) = (counts, counts)
        }

        /// Whether samples tell anything: of motion alone all is known.
        public var needsSamples: Bool { channels.names.contains { NamedChannels.axis(of: $0) == nil } }

        /// - Parameter sample: a value of each channel, NaN where it is missing.
        public mutating func add(_ sample: ArraySlice<Float>) {
            for (channel, value) in sample.enumerated() where value.isFinite {
                counts[channel] += 1
                let away = Double(value) - means[channel]
                means[channel] += away / counts[channel]
                squares[channel] += away * (Double(value) - means[channel])
            }
        }

        /// By all samples that came.
        public var scales: PictureScales {
            var scales: [(middle: Double, full: Double)] = []
            for (channel, name) in channels.names.enumerated() {
                if let axis = NamedChannels.axis(of: name)?.axis {
                    scales.append((0, PictureScales.usual(axis)))
                } else {
                    let deviation = counts[channel] > 0 ? (squares[channel] / counts[channel]).squareRoot() : 0
                    scales.append((means[channel], deviation > 0 ? Self.deviations * deviation : 1))
                }
            }
            return PictureScales(middles: scales.map(\.middle), fullScales: scales.map(\.full))
        }
    }
}
