/// Motion as a picture, for image classifiers: channels across, time down, mid-grey for zero.
///
/// A value v of a channel that a sensor reads up to ±m becomes the grey 128 + 127 · clamp(gain · v / m, −1, 1), rounded. The gain
/// spends the shades on what motion is usually like, at the price of the strongest, which all become black or white. Of one stretch
/// of motion, whatever its length, a square is made; slow and quick become alike.
public struct MotionImage: Sendable, Equatable {
    /// What an acceleration is measured by, in g, and a rotation, in rad/s: what ordinary settings of a sensor reach, ±4 g and
    /// ±1000 °/s.
    public static let usualFullScale = (acceleration: 4.0, rotation: 1000 * Double.pi / 180)
    /// Times that a value is stronger in the picture.
    public static let usualGain = 2.0
    /// Pixels of the square.
    public static let usualSide = 64

    /// Greater than 0.
    public var gain: Double
    /// 1 or more.
    public var side: Int

    public init(gain: Double = usualGain, side: Int = usualSide) {
        precondition(gain > 0 && side >= 1, "a picture has a gain above 0 and a pixel at least")
        self.gain = gain
        self.side = side
    }

    /// The picture of a stretch of motion.
    ///
    /// - Parameter values: `samples × 6`, at least one sample: ax, ay, az in g, gx, gy, gz in rad/s. What is no number is grey.
    public func picture(of values: ArraySlice<Float>) -> GreyImage {
        let (acceleration, rotation) = (gain / Self.usualFullScale.acceleration, gain / Self.usualFullScale.rotation)
        let pixels = values.enumerated().map { index, value in
            Self.grey(Double(value) * (index % 6 < 3 ? acceleration : rotation))
        }
        return GreyImage(width: 6, height: pixels.count / 6, pixels: pixels).square(side)
    }

    private static func grey(_ share: Double) -> UInt8 {
        guard !share.isNaN else { return 128 }
        return UInt8(128 + (127 * min(max(share, -1), 1)).rounded())
    }
}
