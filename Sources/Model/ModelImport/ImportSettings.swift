import Formatting
import Models

/// What a network needs beside its weights, checked: from the caller, else from what the file declares.
struct ImportSettings {
    /// Largest number of channels, units, samples or labels; real motion models stay below a thousand.
    static let sizeLimit = ImportOverrides.longestWindow

    let file: String
    let overrides: ImportOverrides
    /// How many features a sample has, by the weights.
    var features = 0

    init(file: String, overrides: ImportOverrides) {
        self.file = file
        self.overrides = overrides
    }

    /// - Parameters:
    ///   - fixed: the window that the weights or the declared shape demand, if they do.
    ///   - declared: what the file says of it.
    func window(fixed: Int? = nil, declared: Int? = nil) throws(ImportError) -> Int {
        if let fixed {
            guard fixed <= Self.sizeLimit else {
                throw ImportError(
                    .unsupported, file: file, problem: "has a window of \(fixed) samples: up to \(Self.sizeLimit) can be imported")
            }
            if let given = overrides.window, given != fixed {
                throw refused("has a window of \(fixed) samples in its weights, so it cannot be \(given)")
            }
            return fixed
        }
        guard let window = overrides.window ?? declared else {
            throw missing("does not say how many samples a window has: give \(.window)")
        }
        guard (1...Self.sizeLimit).contains(window) else {
            throw refused("cannot have a window of \(window) samples: give 1 to \(Self.sizeLimit) with \(.window)")
        }
        return window
    }

    /// - Parameter carriesState: whether a slot's state goes on where the window before ended, so that one has to follow the other.
    func hop(of window: Int, carriesState: Bool = false) throws(ImportError) -> Int {
        guard let hop = overrides.hop else {
            guard carriesState else { return max(1, window / 4) }
            // The divisor that is nearest to a quarter, by their ratio.
            func distance(_ hop: Int) -> Double { Double(max(4 * hop, window)) / Double(min(4 * hop, window)) }
            return (1...window).filter { window % $0 == 0 }.min { distance($0) < distance($1) } ?? window
        }
        guard (1...window).contains(hop) else {
            throw refused("has a window of \(window) samples, so the hop cannot be \(hop): give 1 to \(window) with \(.hop)")
        }
        guard !carriesState || window % hop == 0 else {
            let divisors = (1...window).filter { window % $0 == 0 }.suffix(8).map { "\($0)" }
            throw refused(
                "carries its state from a window to the one that follows it, so that its hop divides the window's \(window) samples: "
                    + "give \(divisors.joined(separator: ", ")) with \(.hop), or \(.state, "reset")")
        }
        return hop
    }

    func rate() throws(ImportError) -> Double? {
        guard let rate = overrides.rate else { return nil }
        guard rate.isFinite, rate > 0, rate <= ModelDescription.mostRate else {
            throw refused("cannot run at \(rate) Hz: give the rate of the training recordings with \(.rate)")
        }
        return rate
    }

    func inputs(declared: () throws(ImportError) -> [InputFeature]) throws(ImportError) -> [InputFeature] {
        let inputs: [InputFeature]
        if let given = overrides.inputs { inputs = given } else { inputs = try declared() }
        guard inputs.count == features else {
            let problem: Sentence =
                "reads \(features) features a sample, but \(inputs.count) are named: name each weight column once with \(.inputs)"
            throw overrides.inputs == nil ? ImportError(.malformed, file: file, problem: problem) : refused(problem)
        }
        guard Set(inputs.map(\.name)).count == inputs.count, inputs.allSatisfy({ !$0.name.isEmpty }) else {
            throw refused("cannot have features without a name or with the same name: name each weight column once with \(.inputs)")
        }
        guard inputs.allSatisfy({ $0.offset.isFinite && $0.scale.isFinite && $0.scale != 0 }) else {
            throw refused("cannot have a feature whose offset or scale is not finite, or whose scale is zero")
        }
        return inputs
    }

    func labels(count: Int, declared: [String] = []) throws(ImportError) -> [String] {
        let labels = overrides.labels ?? declared
        guard !labels.isEmpty else { throw missing("has no text labels for its \(count) classes: give them with \(.labels)") }
        guard labels.count == count else {
            let problem: Sentence = "has \(count) outputs, but \(labels.count) labels: give one for each output with \(.labels)"
            throw overrides.labels == nil ? ImportError(.malformed, file: file, problem: problem) : refused(problem)
        }
        guard Set(labels).count == labels.count, labels.allSatisfy({ !$0.isEmpty }) else {
            throw refused("cannot have labels that are empty or the same: give one name for each class with \(.labels)")
        }
        return labels
    }

    func restLabel(of labels: [String]) throws(ImportError) -> String? {
        if let given = overrides.restLabel {
            guard labels.contains(given) else {
                throw refused("has no label \(quoted(given)) to mean rest: it has \(quoted(labels.joined(separator: ", ")))")
            }
            return given
        }
        return labels.first { $0.lowercased() == "rest" } ?? labels.first { $0.lowercased().hasPrefix("rest") }
    }

    /// All that is missing at once, so that nobody has to ask three times.
    ///
    /// - Parameter kind: what the file is, and why it does not say it.
    func requireGiven(kind: String, classes: Int, isWindowKnown: Bool) throws(ImportError) {
        var lacks: [Sentence] = []
        if overrides.labels == nil { lacks.append("\(.labels) (\(classes), in the order of the outputs)") }
        if overrides.window == nil, !isWindowKnown { lacks.append("\(.window) (samples)") }
        if overrides.inputs == nil { lacks.append("\(.inputs) (\(features), in the order of the weight columns)") }
        guard let last = lacks.popLast() else { return }
        let list = lacks.isEmpty ? last : lacks.joined(separator: ", ") + " and \(last)"
        throw missing("\(kind): give \(list as Sentence)")
    }

    // MARK: - Errors

    func refused(_ problem: Sentence) -> ImportError { ImportError(.override, file: file, problem: problem) }
    func missing(_ problem: Sentence) -> ImportError { ImportError(.missing, file: file, problem: problem) }
    func quoted(_ text: String) -> String { "“\(text.prefix(120))”" }
}
