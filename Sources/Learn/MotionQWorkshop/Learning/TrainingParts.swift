import Formatting
public import Recordings

/// Recordings, taken apart by what they are for.
public struct TrainingParts: Sendable {
    /// What is learned from.
    public internal(set) var training: DataSet
    /// What decides which weights are kept; nil without validation.
    public internal(set) var validation: DataSet?
    /// What is kept out of training altogether; nil if nobody is.
    public internal(set) var test: DataSet?
    /// How training and validation differ; nil without validation.
    public internal(set) var way: Way?
    /// The label that means that nothing happens; nil if there is none.
    public internal(set) var rest: String?
    /// What is learned from without that which was made up.
    var recorded: DataSet
    /// Activities of daily life that were made up and are learned as rest.
    public internal(set) var madeUpBackground: [String] = []

    /// How training and validation differ.
    public enum Way: String, Sendable {
        /// Other people.
        case subjects
        /// Other sessions.
        case sessions
        /// Later parts of the same sessions.
        case time
    }

    init(training: DataSet, validation: DataSet?, test: DataSet?, way: Way?) {
        (self.training, self.validation, self.test, self.way) = (training, validation, test, way)
        recorded = training
    }

    /// Each part that is there, under its name: “training”, “validation”, “test”.
    public var named: [(name: String, data: DataSet)] {
        let parts: [(String, DataSet?)] = [("training", training), ("validation", validation), ("test", test)]
        return parts.compactMap { name, data in data.map { (name, $0) } }
    }

    /// The part on which both arithmetics are compared at the end, under its name.
    var judged: (name: String, data: DataSet) {
        if let test { return ("test", test) }
        return validation.map { ("validation", $0) } ?? ("training", training)
    }

    /// Whether somebody's motion is both learned from and validated with.
    public var validatesWithSamePeople: Bool {
        guard let validation else { return false }
        return !Set(training.subjects).isDisjoint(with: validation.subjects)
    }

    /// Whether a state can be carried, and validation can tell what that is worth: stretches must hold several windows of a slot.
    var canCarry: Bool {
        let options = training.options
        guard validation != nil, options.strokes == nil, options.window % options.hop == 0 else { return false }
        return training.sessions.map(\.count).median.map { $0 >= 4 * options.window } ?? false
    }

    /// Whom a verdict is about: “the test subjects (v9)”.
    ///
    /// - Parameters:
    ///   - part: its name, as `named` has it.
    ///   - subjects: the people of it.
    public func whose(_ part: String, _ subjects: [String]) -> String {
        let names = subjects.joined(separator: ", ")
        guard part == "validation", validatesWithSamePeople else { return "the \(part) subjects (\(names))" }
        let motion = way == .time ? "later motion of the same subjects and sessions" : "other sessions of the same subjects"
        return "\(motion) (\(names)), not on new people"
    }
}
