import ArgumentParser
import MotionQWorkshop

/// How training windows are varied (`Variations`).
struct VariationSettings: ParsableArguments {
    @Option(
        help: "Degrees by which the sensor is turned about each axis, or x,y,z. Default: 30 / √n for n people; 0 with --layers 0.")
    var rotation: Angles?
    @Option(
        help: "Degrees by which the sensor is turned about gravity. Default: what makes 30 of the rotation; 0 with --rotation.")
    var spin: Double?
    @Option(help: "Relative deviation of the strength of a motion. Default: 0.3 / √n for n people.") var scale: Double?
    @Option(help: "Largest relative change of tempo.") var warp = Variations().warp
    @Option(
        help: """
            Deviation of the logarithm of the pace, which changes within a window: here quicker, there slower. Default: 0.6 for \
            strokes, 1 beside counterexamples, else 0.
            """)
    var pace: Double?
    @Option(
        help: """
            Largest part of a window by which it begins, and by which it ends, earlier or later, its length kept. Default: 0.2 \
            for strokes, else 0.
            """)
    var ends: Double?
    @Option(help: "Smooth drift, as a fraction of each channel's deviation. Default: 0.6 for strokes, else 0.") var drift: Double?
    @Option(help: "Noise, as a fraction of each channel's deviation.") var noise = Variations().noise
    @Option(
        help: """
            Read a window's label up to this share of a window earlier or later, drawn anew each time: the network is then less \
            sure where one motion passes into the next. 0.125 helps with motions of a second that follow each other.
            """)
    var labelShift = Variations().labelShift
    @Option(help: "Relative deviation of the strength of each channel that is no motion.") var gain = Variations().gain
    @Option(help: "What is added to each such channel, as a fraction of its deviation.") var offset = Variations().offset
    @Option(
        help: """
            Share of windows in which a sensor, or a channel that is no motion, is missing: the network then does without it, too. \
            Default: 0.2 with several motion sensors, else 0.
            """)
    var missing: Double?
    @Option(help: "x, y or z: show half of the windows in a mirror across this axis, as worn on the other side.") var mirror:
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
