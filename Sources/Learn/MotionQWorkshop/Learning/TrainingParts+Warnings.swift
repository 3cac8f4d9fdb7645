public import Formatting
import Recordings

extension TrainingParts {
    /// What will disappoint, and the way out, a sentence each; known before anything is learned.
    ///
    /// - Parameter part: its name, as `named` has it.
    public func warnings(of part: String) -> [Sentence] {
        guard let data = named.first(where: { $0.name == part })?.data else { return [] }
        var result: [Sentence] = data.warnings.map { "\($0)" }
        let without = zip(data.classes, data.windowCounts).filter { $0.1 == 0 }.map(\.0)
        if !without.isEmpty { result += missing(without, from: part) }
        if part == "training" { result += [restWarning, peopleWarning].compactMap { $0 } }
        return result
    }

    private func missing(_ labels: [String], from part: String) -> [Sentence] {
        let learned = Set(zip(training.classes, training.windowCounts).filter { $0.1 > 0 }.map(\.0))
        // What cannot be learned has been said of the training.
        let labels = part == "training" ? labels : labels.filter(learned.contains)
        guard !labels.isEmpty else { return [] }
        let names = labels.joined(separator: ", ")
        switch part {
        case "training":
            return [
                "no window of \(names): the network can never answer that"
                    + "\(remedy: "record it, or name the labels to learn with \(.labels)")"
            ]
        case "validation":
            return ["no window of \(names): nothing tells when it is recognised well\(remedy: otherValidation)"]
        default:
            return ["no window of \(names): the result says nothing of that\(remedy: "choose people who recorded it")"]
        }
    }

    private var otherValidation: Sentence {
        switch way {
        case .time: "\(.validateEvery, "5") takes whole sessions of each label"
        case .sessions: "choose sessions of it, \(.validateEvery, "5") takes some of each label"
        case .subjects, nil:
            "choose people who recorded it; \(.validateTime, "0.2") or \(.validateEvery, "5") take some of each label"
        }
    }

    private var restWarning: Sentence? {
        guard rest == nil, training.options.strokes == nil else { return nil }
        return
            "no label means that nothing happens: the network answers one of its labels at every moment, also while none of them is done"
            + "\(remedy: "record what is to be ignored under the label rest, or say which label it is with \(.rest)")"
    }

    private var peopleWarning: Sentence? {
        let people = Set(named.flatMap(\.data.subjects))
        guard people.count == 1, let person = people.first else { return nil }
        let one: Sentence = "everything was recorded by one subject (\(person)), so that nothing tells how it does on others"
        guard validation == nil else {
            return "\(one)\(remedy: "record somebody else, and keep them out with \(.testSubjects)")"
        }
        return
            "\(one), nor when to stop"
            + "\(remedy: "\(.validateTime, "0.2") keeps the end of every session apart, \(.validateEvery, "5") every fifth session of each label")"
            + "\(remedy: "for other people's sake record somebody else")"
    }
}
