/// How training windows are varied, differently in every epoch, so that a network meets more people and mounts than were recorded.
///
/// Deviations are those of normal distributions. 0 switches a variation off.
public struct AugmentationOptions: Sendable, Equatable {
    /// Rotation of the sensor about its axes x, y and z, in degrees: nobody mounts a board twice alike.
    public var rotation = [30.0, 30, 30]
    /// Rotation of the sensor about the direction of gravity, in degrees: a belt or sleeve lets a board slide round the body more
    /// easily than tip over.
    public var spin = 0.0
    /// Relative deviation of the acceleration's and the rotation's strength, each.
    public var scale = 0.3
    /// Largest relative change of tempo, evenly drawn. Angular rates change with it.
    public var timeWarp = 0.1
    /// Time warping: deviation of the logarithm of the pace at four points of a window, between which it changes linearly; 0.6 is
    /// 1.8 times as quick or slow. The window's ends stay where they are, and so does the strength.
    public var pace = 0.0
    /// Largest part of a window by which a sequence begins earlier or later, and by which it ends so, each evenly drawn: no two
    /// cut a stroke out alike. The window's length stays; beyond a recording's first and last sample these are repeated.
    public var ends = 0.0
    /// Deviation, at eight points of a window, of a curve that is added to each channel, as a fraction of the channel's standard
    /// deviation over the training windows; it is straight between them.
    public var drift = 0.0
    /// White noise, as a fraction of each channel's standard deviation over the training windows.
    public var noise = 0.02
    /// Largest shift of a window's start in hops, evenly drawn. Its target is the label of where it then stands; where there is
    /// none it stays.
    public var shift = 0.5
    /// Largest distance between a window and where its label is read, as a fraction of the window, evenly drawn: nobody marks the
    /// instant at which a motion begins, so that near it the label is not certain. Where there is none, or the recording ends, a
    /// single window keeps its own.
    public var labelShift = 0.0
    /// Fraction of windows that are seen in a mirror: worn or held on the other side of the body.
    public var mirrored = 0.0
    /// The axis that points to the body's side, 0 for x … 2 for z.
    public var mirrorAxis = 1

    /// Relative deviation of the strength of each channel that is no motion, about its mean.
    public var gain = 0.1
    /// Deviation of what is added to each such channel, as a fraction of its standard deviation over the training windows.
    public var offset = 0.2
    /// Share of sequences in which a sensor, or a channel that is no motion, is missing, each; only where there are several.
    public var missing = 0.0

    public init() {}

    /// As much as so many people leave to be wished for: variation stands in for those who were not recorded, and what n people
    /// show in common is √n times as certain as what one does. A rotation about gravity stays: 30° in all.
    ///
    /// - Parameter people: at least 1.
    public static func standingIn(forPeople people: Int) -> AugmentationOptions {
        var options = AugmentationOptions()
        let share = 1 / Double(max(1, people)).squareRoot()
        let spin = options.rotation[0]
        options.rotation = options.rotation.map { $0 * share }
        options.spin = (spin * spin - options.rotation[0] * options.rotation[0]).squareRoot()
        options.scale *= share
        return options
    }

    /// Options for postures, which a network without an LSTM tells by where gravity points: turned about gravity alone. Tipped
    /// over, a window would show another posture than its label says.
    ///
    /// - Parameter people: at least 1.
    public static func posturesStandingIn(forPeople people: Int) -> AugmentationOptions {
        var options = standingIn(forPeople: people)
        options.rotation = [0, 0, 0]
        options.spin = AugmentationOptions().rotation[0]
        return options
    }

    /// Options for whole strokes, which everybody makes at a pace and on a course of their own, and nobody cuts out alike. How
    /// much was chosen on five people's letters.
    ///
    /// - Parameter people: at least 1.
    public static func strokesStandingIn(forPeople people: Int) -> AugmentationOptions {
        var options = standingIn(forPeople: people)
        options.pace = 0.6
        options.drift = 0.6
        options.ends = 0.2
        return options
    }

    /// Every window as it was recorded.
    public static var none: AugmentationOptions {
        var options = AugmentationOptions()
        options.rotation = [0, 0, 0]
        options.spin = 0
        options.scale = 0
        options.timeWarp = 0
        options.pace = 0
        options.drift = 0
        options.ends = 0
        options.noise = 0
        options.shift = 0
        options.labelShift = 0
        options.mirrored = 0
        options.gain = 0
        options.offset = 0
        options.missing = 0
        return options
    }
}
