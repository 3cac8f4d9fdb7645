import ArgumentParser
import Formatting
import Training

/// How training windows are varied (`AugmentationOptions`).
struct VariationSettings: ParsableArguments {
    @Option(
        help: "Degrees by which the sensor is turned about each axis, or x,y,z. Default: 30 / √n for n people; 0 with --layers 0.")
    var rotation: Angles?
    @Option(
        help: "Degrees by which the sensor is turned about gravity. Default: what makes 30 of the rotation; 0 with --rotation.")
    var spin: Double?
    @Option(help: "Relative deviation of the strength of a motion. Default: 0.3 / √n for n people.") var scale: Double?
    @Option(help: "Largest relative change of tempo.") var warp = AugmentationOptions().timeWarp
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
    @Option(help: "Noise, as a fraction of each channel's deviation.") var noise = AugmentationOptions().noise
    @Option(
        help: """
            Read a window's label up to this share of a window earlier or later, drawn anew each time: the network is then less \
            sure where one motion passes into the next. 0.125 helps with motions of a second that follow each other.
            """)
    var labelShift = AugmentationOptions().labelShift
    @Option(help: "x, y or z: show half of the windows in a mirror across this axis, as worn on the other side.") var mirror: Axis?

    enum Axis: String, ExpressibleByArgument, CaseIterable { case x, y, z }

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

    /// Whether somebody asks for a variation that otherwise the number of people decides.
    var isAskedFor: Bool { rotation != nil || spin != nil || scale != nil }

    /// What may be asked for.
    var ranges: [(String, Double, ClosedRange<Double>)] {
        [
            ("--scale", scale ?? 0, 0...1), ("--spin", spin ?? 0, 0...180), ("--warp", warp, 0...0.5),
            ("--pace", pace ?? 0, 0...3), ("--ends", ends ?? 0, 0...0.4), ("--drift", drift ?? 0, 0...10),
            ("--noise", noise, 0...10), ("--label-shift", labelShift, 0...0.5),
        ]
    }

    /// - Parameter usual: what is done where nothing is asked for.
    func options(startingWith usual: AugmentationOptions) -> AugmentationOptions {
        var options = usual
        if let rotation { (options.rotation, options.spin) = (rotation.degrees, 0) }
        options.spin = spin ?? options.spin
        options.scale = scale ?? options.scale
        options.timeWarp = warp
        options.pace = pace ?? options.pace
        options.drift = drift ?? options.drift
        options.ends = ends ?? options.ends
        options.noise = noise
        options.labelShift = labelShift
        if let mirror {
            options.mirrored = 0.5
            options.mirrorAxis = Axis.allCases.firstIndex(of: mirror) ?? 0
        }
        return options
    }

    /// What is done, as the model file keeps it; of what most networks do without, only what there is.
    func summary(_ options: AugmentationOptions) -> String {
        func short(_ number: Double) -> String { String(printing: "%.3g", number) }
        func wherePresent(_ name: String, _ value: Double) -> String { value > 0 ? "; \(name) \(short(value))" : "" }
        return "rotation \(options.rotation.map(short).joined(separator: ","))" + wherePresent("spin", options.spin)
            + "; scale \(short(options.scale)); warp \(warp)" + wherePresent("pace", options.pace)
            + wherePresent("ends", options.ends) + wherePresent("drift", options.drift) + "; noise \(noise)"
            + wherePresent("label shift", options.labelShift)
            + "; mirror \(mirror?.rawValue ?? "none")"
    }
}
