import MotionCore

/// Motion as a picture, for image classifiers: channels across, time down, mid-grey for zero.
///
/// A value v of a channel that a sensor reads up to ±m becomes the grey 128 + 127 · clamp(gain · v / m, −1, 1), rounded. The gain
/// spends the shades on what motion is usually like, at the price of the strongest, which all become black or white. Of one stretch
/// of motion, whatever its length, a square is made; slow and quick become alike. What is no motion is measured from its mean
/// (`PictureScales`).
public struct MotionImage: Sendable, Equatable {
    /// What an acceleration is measured by, in g, and a rotation, in rad/s: what ordinary settings of a sensor reach, ±4 g and
    /// ±1000 °/s.
    public static let usualFullScale = (acceleration: 4.0, rotation: 1000 * Double.pi / 180)
    /// Times that a value is stronger in the picture.
    public static let usualGain = 2.0
    /// Pixels of the square.
    public static let usualSide = 64

    /// Above 0, 1000 at most.
    public var gain: Double
    /// 8 … 1024.
    public var side: Int

    public init(gain: Double = usualGain, side: Int = usualSide) {
        self.gain = gain
        self.side = side
    }

    /// The picture of a stretch of motion.
    ///
    /// - Parameters:
    ///   - values: `samples × channels`, at least one sample: ax, ay, az in g, gx, gy, gz in rad/s. What is no number is grey.
    ///   - scales: of the channels, no more of them than `side`.
    public func picture(of values: ArraySlice<Float>, scales: PictureScales = .sixAxes) -> GreyImage {
        let width = scales.count
        var painter = Painter(self, samples: values.count / width, scales: scales)
        for start in stride(from: values.startIndex, to: values.endIndex, by: width) { painter.add(values[start..<start + width]) }
        return painter.picture
    }

    /// Makes a picture of samples that come one by one. Only the rows that will be seen are kept.
    public struct Painter: Sendable {
        private let image: MotionImage
        private let scales: PictureScales
        private let samples: Int
        private var taken = 0
        private var row = 0
        private var pixels: [UInt8] = []

        /// - Parameters:
        ///   - samples: how many will come, 1 or more.
        ///   - scales: of the channels, no more of them than `side`.
        public init(_ image: MotionImage, samples: Int, scales: PictureScales = .sixAxes) {
            precondition(samples >= 1, "a picture shows a sample at least")
            (self.image, self.scales) = (image, scales)
            self.samples = samples
            pixels.reserveCapacity(image.side * scales.count)
        }

        /// - Parameter sample: a value of each channel: ax, ay, az in g, gx, gy, gz in rad/s.
        public mutating func add(_ sample: ArraySlice<Float>) {
            // The sample nearest to the middle of a row.
            while row < image.side, (2 * row + 1) * samples / (2 * image.side) == taken {
                for (channel, value) in sample.enumerated() { pixels.append(grey(value, channel)) }
                row += 1
            }
            taken += 1
        }

        /// Traps unless as many samples came as were promised.
        public var picture: GreyImage {
            precondition(taken == samples, "a picture shows all samples of its stretch")
            return GreyImage(width: scales.count, height: image.side, pixels: pixels).square(image.side)
        }

        private func grey(_ value: Float, _ channel: Int) -> UInt8 {
            MotionImage.grey((Double(value) - scales.middles[channel]) * image.gain / scales.fullScales[channel])
        }
    }

    fileprivate static func grey(_ share: Double) -> UInt8 {
        guard !share.isNaN else { return 128 }
        return UInt8(saturating: 128 + (127 * min(max(share, -1), 1)).rounded())
    }
}
