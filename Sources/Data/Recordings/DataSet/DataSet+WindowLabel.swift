extension DataSet {
    /// What a window's samples say about the window.
    public enum WindowLabel: Sendable, Equatable {
        /// It has this class.
        case label(Int)
        /// It has none: most samples have no class.
        case unlabelled
        /// It is to be left out because its samples differ.
        case mixed
    }

    /// A window's label from its samples' classes; nil is a sample without one.
    ///
    /// With `.majority` the class that most samples have; nil counts as a class of its own, and if it wins the window is
    /// unlabelled. Of two equally frequent the one wins that stands later in the window: a live recogniser is asked at the
    /// window's end. With `.drop` only a window whose samples all have the same class has a label.
    ///
    /// - Parameter samples: one or more, in order, each nil or 0 or greater.
    public static func labelOfWindow(_ samples: ArraySlice<Int?>, mixed: MixedWindows) -> WindowLabel {
        precondition(!samples.isEmpty, "a window has at least one sample")
        let first = samples[samples.startIndex]
        if samples.allSatisfy({ $0 == first }) { return first.map { .label($0) } ?? .unlabelled }
        guard mixed == .majority else { return .mixed }
        // Place 0 is for samples without a class.
        var counts = [Int](repeating: 0, count: samples.reduce(0) { max($0, ($1 ?? -1) + 1) } + 1)
        for sample in samples { counts[sample.map { $0 + 1 } ?? 0] += 1 }
        let most = counts.max() ?? 0
        // Some sample has the most frequent class, so one is found.
        let winner = samples.last { counts[$0.map { $0 + 1 } ?? 0] == most } ?? nil
        return winner.map { .label($0) } ?? .unlabelled
    }
}
