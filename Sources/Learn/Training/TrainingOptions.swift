/// How to train. The defaults are those that the README's figures were made with.
public struct TrainingOptions: Sendable, Equatable {
    /// Units of each LSTM layer; none with a convolution.
    public var lstmUnits = [32]
    /// Outputs of a rectified convolution over the whole window in place of the LSTM, with which windows are on their own; nil for
    /// none.
    public var convolutionUnits: Int?
    /// Units of rectified dense layers in front of the last one.
    public var denseUnits: [Int] = []
    /// How long to train.
    public var length = TrainingLength.untilItPays
    /// Sequences from which one gradient is made.
    public var batch = 64
    /// Fraction of each layer's outputs that is left out, drawn for every window (Srivastava et al. 2014; the same units at all
    /// steps, Gal and Ghahramani 2016).
    public var dropout = 0.3
    /// How much of the target is spread evenly over all classes.
    public var labelSmoothing = 0.05
    /// Weigh windows so that every class counts alike.
    public var balancesClasses = false
    /// Windows on their own, or sequences of them through which the state is carried.
    public var sequence = SequencePlan.singleWindow
    /// Draws initial weights, order, dropout and augmentation.
    public var seed: UInt64 = 1
    /// How the weights follow their gradient.
    public var optimiser = OptimiserOptions()
    /// Of strokes: for each one so many counterexamples, made of the strokes themselves, which are to be taken for no label more
    /// than for any other.
    public var counterexamples = 0.0
    /// How windows are varied.
    public var augmentation = AugmentationOptions()

    /// Every window starts from zero, when it is learned and when it is recognised.
    public static let singleWindows = TrainingOptions()

    /// The state is carried from window to window. What goes on in many windows is harder to learn: more passes, larger steps,
    /// fewer sequences in each.
    public static func carrying(windows: Int) -> TrainingOptions {
        var options = TrainingOptions()
        options.sequence = SequencePlan(windows: windows)
        options.batch = 16
        options.length = .cycles(most: 2)
        options.optimiser.learningRate = 0.008
        return options
    }

    public init() {}
}
