import Recordings

/// The recordings, taken apart.
struct TrainingParts {
    var training: DataSet
    var validation: DataSet?
    /// Kept out of training altogether.
    var test: DataSet?
    /// By what training and validation differ; nil without validation.
    var way: Way?
    /// The label that means that nothing happens, if there is one.
    var rest: String?
    /// What was made up for what is learned, in which nothing should happen.
    var madeUpBackground: [String] = []

    enum Way: String {
        /// Other people.
        case subjects
        /// Other sessions.
        case sessions
        /// Later parts of the same sessions.
        case time
    }

    /// Each part that is there, under its name.
    var named: [(name: String, data: DataSet)] {
        let parts: [(String, DataSet?)] = [("training", training), ("validation", validation), ("test", test)]
        return parts.compactMap { name, data in data.map { (name, $0) } }
    }

    /// What both arithmetics are compared on at the end.
    var judged: [(name: String, data: DataSet)] {
        if let test { return [("test", test)] }
        return [validation.map { ("validation", $0) } ?? ("training", training)]
    }

    /// Whether somebody's motion is both learned from and validated with.
    var validatesWithSamePeople: Bool {
        guard let validation else { return false }
        return !Set(training.subjects).isDisjoint(with: validation.subjects)
    }

    /// Whether a state can be carried, and somebody can tell what that is worth: stretches must hold several windows of a slot.
    var canCarry: Bool {
        let options = training.options
        guard validation != nil, options.strokes == nil, options.window % options.hop == 0 else { return false }
        let lengths = training.sessions.map(\.count).sorted()
        return lengths.isEmpty ? false : lengths[lengths.count / 2] >= 4 * options.window
    }

    /// Whom a verdict is about: `the test subjects (v9)`.
    func whose(_ part: String, _ subjects: [String]) -> String {
        let names = subjects.joined(separator: ", ")
        guard part == "validation", validatesWithSamePeople else { return "the \(part) subjects (\(names))" }
        let motion = way == .time ? "later motion of the same subjects and sessions" : "other sessions of the same subjects"
        return "\(motion) (\(names)), not on new people"
    }
}
