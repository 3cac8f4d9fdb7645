import Foundation

/// What somebody at a page asks for, as `{"order":"teach","labels":["a","b"],"examples":3}`. Nothing of it is judged here but its
/// form.
package enum PageOrder: Equatable, Sendable {
    /// To follow the board at a port.
    case open(port: String)
    /// To follow a board that is made up.
    case simulate
    /// To leave the board.
    case leave
    /// To be shown gestures, and to learn them; further ones of the model that is used, if `adds`.
    case teach(labels: [String], examples: Int, adds: Bool, tellsUnknown: Bool)
    /// To record a person: each label so many times, for so many seconds.
    case record(labels: [String], subject: String, repetitions: Int, seconds: Double)
    /// To train a network on all that was recorded and kept.
    case train
    /// To throw the last example away and have it made once more.
    case again
    /// To end what goes on, and only watch.
    case stop
    /// To use a model of the folder.
    case use(model: String)
    /// To show another model of the folder the same motion; empty: none any more.
    case compare(model: String)
    /// To send the model that is used to the board, which then runs it by itself.
    case install
    /// To keep a stretch of the signal, from a sample up to another one, under a label.
    case keep(label: String, Range<Int>)
    /// To teach stretches that were kept, by their names.
    case learn(kept: [String])
    /// To show a stretch of what was evaluated, or of a data set, by its number.
    case look(Int)
    /// To write a data set again, mended.
    case mend(PageMending)
    /// To follow the board again, with the model that is used.
    case resume
    /// To say what a decision would have made of the last minutes.
    case attempt(PageDecision)
    /// To write a decision into the model, and to go on with it.
    case decide(PageDecision)

    private struct Written: Decodable {
        let order: String
        let port, model, label, subject: String?
        let folder: String?
        let labels, kept: [String]?
        let dropped, stretches: [Int]?
        let examples, from, to, repetitions, stretch: Int?
        let adds, unknown: Bool?
        let threshold, evidence, leak, seconds: Double?

        var decision: PageDecision? {
            guard let threshold, let evidence, let leak else { return nil }
            return PageDecision(threshold: threshold, evidence: evidence, leak: leak)
        }
    }

    /// - Parameter text: of a page's message; nil if it is no order.
    package init?(_ text: String) {
        guard let written = try? JSONDecoder().decode(Written.self, from: Data(text.utf8)) else { return nil }
        switch (written.order, written.port, written.labels, written.model, written.label) {
        case ("open", let port?, _, _, _): self = .open(port: port)
        case ("simulate", _, _, _, _): self = .simulate
        case ("leave", _, _, _, _): self = .leave
        case ("teach", _, let labels?, _, _):
            self = .teach(
                labels: labels, examples: written.examples ?? 3, adds: written.adds ?? false,
                tellsUnknown: written.unknown ?? false)
        case ("record", _, let labels?, _, _):
            guard let subject = written.subject else { return nil }
            self = .record(
                labels: labels, subject: subject, repetitions: written.repetitions ?? 5, seconds: written.seconds ?? 3)
        case ("train", _, _, _, _): self = .train
        case ("again", _, _, _, _): self = .again
        case ("stop", _, _, _, _): self = .stop
        case ("install", _, _, _, _): self = .install
        case ("use", _, _, let model?, _): self = .use(model: model)
        case ("compare", _, _, let model?, _): self = .compare(model: model)
        case ("keep", _, _, _, let label?):
            guard let from = written.from, let to = written.to, 0 <= from, from < to else { return nil }
            self = .keep(label: label, from..<to)
        case ("learn", _, _, _, _):
            guard let kept = written.kept else { return nil }
            self = .learn(kept: kept)
        case ("look", _, _, _, _):
            guard let stretch = written.stretch else { return nil }
            self = .look(stretch)
        case ("resume", _, _, _, _): self = .resume
        case ("mend", _, let labels?, _, _):
            let mending = PageMending(
                folder: written.folder ?? "", dropped: written.dropped ?? [], stretches: written.stretches ?? [], labels: labels)
            guard let mending else { return nil }
            self = .mend(mending)
        case ("try", _, _, _, _):
            guard let decision = written.decision else { return nil }
            self = .attempt(decision)
        case ("decide", _, _, _, _):
            guard let decision = written.decision else { return nil }
            self = .decide(decision)
        default: return nil
        }
    }
}
