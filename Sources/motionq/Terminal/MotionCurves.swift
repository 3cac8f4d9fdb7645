import Formatting
import LiveLoop
import MotionCore
import WireProtocol

/// The motion of the last seconds as curves, a row for each channel that is shown, with its name, its newest value and its unit.
struct MotionCurves {
    private var curves: [Curve] = []
    private static let samplesShown = 240

    private struct Curve {
        var name: String
        var unit: String
        /// Smaller movements than this are drawn as a flat line.
        var leastSpan: Double
        var values: [Double]
    }

    init() {}

    init(_ hello: HelloMessage) {
        curves = hello.sensor.channelNames.enumerated().map { index, name in
            let channel = hello.sensor.channels[index]
            return Curve(
                name: printable(name), unit: printable(channel.unitText), leastSpan: Double(channel.fullScale) / 50, values: [])
        }
    }

    mutating func append(_ samples: LiveSamples) {
        for channel in 0..<min(samples.channels, curves.count) {
            for index in 0..<samples.count where samples.hasValue(index, channel) {
                curves[channel].values.append(samples.value(index, channel))
            }
            curves[channel].values.removeFirst(max(0, curves[channel].values.count - Self.samplesShown))
        }
    }

    /// - Returns: as many as there are channels, or rows; with fewer rows the last one says how many more channels there are.
    func lines(_ width: Int, rows: Int) -> [String] {
        let count = curves.count <= rows ? curves.count : max(0, rows - 1)
        let longest = curves.prefix(count).map(\.name.columns).max() ?? 0
        let unit = curves.prefix(count).map(\.unit.columns).max() ?? 0
        let shown = max(10, min(Self.samplesShown, width - longest - unit - 14))
        var lines = curves.prefix(count).enumerated().map { index, curve in
            let picture = Paint.curve(curve.values.suffix(shown), leastSpan: curve.leastSpan)
            let newest = curve.values.last.map { String(printing: "%9.2f ", $0) + curve.unit } ?? ""
            return "  \(curve.name.padded(to: longest)) \(Paint.tint(index / 3, picture.padded(to: shown)))\(newest)"
        }
        if count < curves.count, rows > 0 { lines.append(Paint.dim("  … and \(curves.count - count) more channels")) }
        return lines
    }
}
