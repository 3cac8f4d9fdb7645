import LiveLoop
import MotionQWorkshop

/// Tells of one device of a fleet, in lines that say which it is.
enum FleetReporter {
    /// - Parameter print: takes each line.
    static func observer(
        of id: String, json: Bool, labels: [String], print: @escaping (FleetPrinter.Line) -> Void
    ) -> any LiveObserver {
        guard json else { return FleetWords(id, labels: labels, print: print) }
        return LiveLines(labels: labels, showsSamples: false, wording: CommandWording()) { line in
            var line = line
            line.add("board", id)
            print(.json(line.line))
        }
    }
}

/// For people: gestures, and what is wrong.
private final class FleetWords: LiveObserver {
    private let id: String
    private let labels: [String]
    private let print: (FleetPrinter.Line) -> Void

    init(_ id: String, labels: [String], print: @escaping (FleetPrinter.Line) -> Void) {
        (self.id, self.labels, self.print) = (id, labels, print)
    }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        switch change {
        case .opened: break
        case .disconnected: print(.note("\(id): is not there any more"))
        default: if let sentence = change.sentence { print(.note("\(id): \(sentence.asCommand)")) }
        }
    }

    func windowClassified(_ window: LiveWindow) {
        if let line = window.eventLine(labels) { print(.text("\(id): \(line)")) }
    }

    func labelAbandoned(_ label: Int, streamTime: UInt64) { print(.text("\(id): ■ \(labels[label])")) }
}
