import Formatting
import MotionCore
import Training

/// How training windows are varied where that differs from what suits the number of people.
public struct Variations: Sendable, Equatable {
    /// Degrees by which the sensor is turned about each axis; nil: 30 / √n for n people, 0 for a network without a state.
    public var rotation: [Double]?
    /// Degrees by which the sensor is turned about gravity; nil: what makes 30 of the rotation, 0 beside a given rotation.
    public var spin: Double?
    /// Relative deviation of the strength of a motion, 0 … 1; nil: 0.3 / √n for n people.
    public var scale: Double?
    /// Largest relative change of tempo, 0 … 0.5.
    public var warp = AugmentationOptions().timeWarp
    /// Deviation of the logarithm of the pace within a window, 0 … 3; nil: 0.6 for strokes, 1 beside counterexamples, otherwise 0.
    public var pace: Double?
    /// Largest part of a window by which it begins and ends earlier or later, 0 … 0.4; nil: 0.2 for strokes, otherwise 0.
    public var ends: Double?
    /// Smooth drift as a fraction of each channel's deviation, 0 … 10; nil: 0.6 for strokes, otherwise 0.
    public var drift: Double?
    /// Noise as a fraction of each channel's deviation, 0 … 10.
    public var noise = AugmentationOptions().noise
    /// Largest share of a window by which its label is read earlier or later, 0 … 0.5.
    public var labelShift = AugmentationOptions().labelShift
    /// Relative deviation of the strength of a channel that is no motion, 0 … 1.
    public var gain = AugmentationOptions().gain
    /// Deviation of what is added to such a channel, as a fraction of its own, 0 … 10.
    public var offset = AugmentationOptions().offset
    /// Share of windows in which a sensor, or a channel that is no motion, is missing, 0 … 0.9; nil: 0.2 with several motion
    /// sensors, otherwise 0.
    public var missing: Double?
    /// The axis across which half of the windows are mirrored; nil: none.
    public var mirror: Axis?

    /// An axis of the sensor.
    public enum Axis: String, Sendable, CaseIterable {
        /// Across the x axis.
        case x
        /// Across the y axis.
        case y
        /// Across the z axis.
        case z
    }

    /// What suits the number of people.
    public init() {}

    /// Whether a variation is given that otherwise depends on the number of people.
    var isAskedFor: Bool { rotation != nil || spin != nil || scale != nil }

    /// - Parameter usual: what is done where nothing is given.
    func options(startingWith usual: AugmentationOptions) -> AugmentationOptions {
        var options = usual
        if let rotation { (options.rotation, options.spin) = (rotation, 0) }
        options.spin = spin ?? options.spin
        options.scale = scale ?? options.scale
        options.timeWarp = warp
        options.pace = pace ?? options.pace
        options.drift = drift ?? options.drift
        options.ends = ends ?? options.ends
        options.noise = noise
        options.labelShift = labelShift
        (options.gain, options.offset, options.missing) = (gain, offset, missing ?? options.missing)
        if let mirror {
            options.mirrored = 0.5
            options.mirrorAxis = Axis.allCases.firstIndex(of: mirror) ?? 0
        }
        return options
    }

    /// What is done, as the model file keeps it: of the variations that most networks do without, only those that are done.
    ///
    /// - Parameter channels: of the recordings.
    func summary(_ options: AugmentationOptions, _ channels: NamedChannels) -> String {
        func short(_ number: Double) -> String { String(printing: "%.3g", number) }
        func wherePresent(_ name: String, _ value: Double) -> String { value > 0 ? "; \(name) \(short(value))" : "" }
        return "rotation \(options.rotation.map(short).joined(separator: ","))" + wherePresent("spin", options.spin)
            + "; scale \(short(options.scale)); warp \(warp)" + wherePresent("pace", options.pace)
            + wherePresent("ends", options.ends) + wherePresent("drift", options.drift) + "; noise \(noise)"
            + wherePresent("label shift", options.labelShift)
            + (channels == .sixAxes ? "" : "; gain \(gain); offset \(offset)" + wherePresent("missing", options.missing))
            + "; mirror \(mirror?.rawValue ?? "none")"
    }
}
