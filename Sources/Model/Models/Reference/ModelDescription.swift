public import MotionCore

/// What a program must know of a model besides its weights. The only place that holds it: networks hold numbers.
public struct ModelDescription: Sendable, Equatable {
    /// One per class, in the order of the probabilities.
    public var labels: [String]
    /// The label that means "nothing happens", if there is one.
    public var restLabel: String?
    /// Window length and hop in samples.
    public var schedule: WindowSchedule
    /// What a slot does with its hidden and cell state between two windows.
    public var statePolicy: StatePolicy
    /// How a stroke fills the window, for a network that reads one whole gesture at once; nil for one that reads windows as they
    /// come.
    public var strokes: StrokeForm?
    /// How strokes are cut out of a running stream; nil if nothing is known of that.
    public var cut: StrokeCut?
    /// Sampling rate in hertz that the network was trained for; nil if the source did not say.
    public var rate: Double?
    /// Features in the order of the network's inputs.
    public var inputs: [InputFeature]

    public init(
        labels: [String], restLabel: String?, schedule: WindowSchedule, statePolicy: StatePolicy, rate: Double?,
        inputs: [InputFeature], strokes: StrokeForm? = nil, cut: StrokeCut? = nil
    ) {
        self.labels = labels
        self.restLabel = restLabel
        self.schedule = schedule
        self.statePolicy = statePolicy
        self.rate = rate
        self.inputs = inputs
        self.strokes = strokes
        self.cut = cut
    }

    /// Most hertz that a rate may have.
    public static let mostRate = 10_000.0

    /// Samples in a window, T.
    public var window: Int { schedule.length }
    /// Samples between the starts of two windows, S.
    public var hop: Int { schedule.hop }
    /// The rest label's place among the labels; nil if there is none.
    public var restIndex: Int? { restLabel.flatMap { labels.firstIndex(of: $0) } }
}

extension ModelDescription {
    /// Whether strokes can be cut out of a running stream: that takes all axes of what the network reads, whose strength is evened
    /// out together.
    public var canCutStrokes: Bool {
        guard let cut, cut.isValid, strokes != nil, hop == window, statePolicy == .reset, rate != nil else { return false }
        let names = Set(inputs.map(\.name))
        let groups = [Set(SixAxes.accelerations), Set(SixAxes.rotations)]
        return inputs.count == names.count && StrokeCut.lengths.contains(window)
            && groups.allSatisfy { $0.isSubset(of: names) || $0.isDisjoint(with: names) }
            && names.isSubset(of: groups[0].union(groups[1])) && !names.isEmpty
    }
}
