import ArgumentParser
import MotionQWorkshop

/// How training windows are varied (`Variations`).
struct VariationSettings: ParsableArguments {
    @Option(
        help: .rare(
            """
            Degrees by which the sensor is turned about each axis, or x,y,z. Default: 30 / √n for n people; 0 with --layers \
            0.
            """))
    var rotation: Angles?
    @Option(
        help: .rare(
            """
            Degrees by which the sensor is turned about gravity. Default: what makes 30 of the rotation; 0 with --rotation.
            """))
    var spin: Double?
    @Option(help: .rare("Relative deviation of the strength of a motion. Default: 0.3 / √n for n people.")) var scale: Double?
    @Option(help: .rare("Largest relative change of tempo.")) var warp = Variations().warp
    @Option(
        help: .rare(
            """
            Deviation of the logarithm of the pace within a window. Default: 0.6 for strokes, 1 beside counterexamples, else \
            0.
            """))
    var pace: Double?
    @Option(
        help: .rare(
            """
            Largest part of a window by which it begins and ends earlier or later. Default: 0.2 for strokes, else 0.
            """))
    var ends: Double?
    @Option(help: .rare("Smooth drift, as a fraction of each channel's deviation. Default: 0.6 for strokes, else 0.")) var drift:
        Double?
    @Option(help: .rare("Noise, as a fraction of each channel's deviation.")) var noise = Variations().noise
    @Option(
        help: .rare(
            """
            Read a window's label up to this share of a window earlier or later; 0.125 helps with motions of a second in a \
            row.
            """))
    var labelShift = Variations().labelShift
    @Option(help: .rare("Relative deviation of the strength of each channel that is no motion.")) var gain = Variations().gain
    @Option(help: .rare("What is added to each such channel, as a fraction of its deviation.")) var offset = Variations().offset
    @Option(
        help: .rare(
            """
            Share of windows in which a sensor or other channel is missing. Default: 0.2 with several motion sensors, else \
            0.
            """))
    var missing: Double?
    @Option(help: .rare("Show half of the windows in a mirror across this axis, as worn on the other side.")) var mirror:
        Variations.Axis?

    struct Angles: ExpressibleByArgument {
        let degrees: [Double]

        init?(argument: String) {
            let numbers = argument.split(separator: ",").compactMap { Double($0) }
            guard numbers.count == argument.split(separator: ",").count, numbers.allSatisfy({ (0...180).contains($0) }) else {
                return nil
            }
            switch numbers.count {
            case 1: degrees = [numbers[0], numbers[0], numbers[0]]
            case 3: degrees = numbers
            default: return nil
            }
        }
    }

    var request: Variations {
        var request = Variations()
        (request.rotation, request.spin, request.scale, request.warp) = (rotation?.degrees, spin, scale, warp)
        (request.pace, request.ends, request.drift, request.noise) = (pace, ends, drift, noise)
        (request.labelShift, request.mirror) = (labelShift, mirror)
        (request.gain, request.offset, request.missing) = (gain, offset, missing)
        return request
    }
}
