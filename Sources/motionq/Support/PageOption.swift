import ArgumentParser
import LiveLoop
import LivePage
import Models
import PageServer
import WireProtocol

/// A page of the browser beside what a verb tells.
struct PageOption: ParsableArguments {
    @Option(help: ArgumentHelp("Also show it on a page in the browser; at a port, if one is given.", valueName: "port"))
    var page: PagePort?

    /// The option with a value where none stands behind it: `--page`, `--page 8080`.
    static func completed(_ words: [String]) -> [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return words.enumerated().flatMap { index, word in
            let isAlone =
                index < end && word == "--page" && (index + 1 == words.count || PagePort(argument: words[index + 1]) == nil)
            return isAlone ? [word, PagePort.any] : [word]
        }
    }
}

/// A port of this machine's, or any that is free.
struct PagePort: ExpressibleByArgument {
    /// 0: any.
    let number: UInt16
    static let any = "any"

    init?(argument: String) {
        if argument == Self.any {
            number = 0
        } else if let given = UInt16(argument), given > 0 {
            number = given
        } else {
            return nil
        }
    }
}

/// A page that shows a live run until it is ended.
struct ShownPage {
    private let server: LoopbackServer
    private let queue: ObserverQueue

    /// Serves, and says where.
    ///
    /// - Throws: a refusal: the port is taken, or there is no thread.
    init(port: PagePort, labels: [String], title: String, comparedWith known: KnownMotion?) throws {
        let page = RunPage(labels: labels, title: title, wording: CommandWording())
        do {
            server = try LoopbackServer(page, port: port.number)
            queue = try ObserverQueue(known.map { MotionWatcher($0, shown: page) } ?? page)
        } catch {
            throw Refusal(.unavailable, "\(error)")
        }
        Output.note("page: \(server.address)")
    }

    /// Hears what the page shows; never waits for it.
    func joined(to other: any LiveObserver) -> any LiveObserver { BothObservers(other, queue) }

    func end() {
        _ = queue.finish(within: 0.5)
        server.stop()
    }
}

/// Tells two observers the same, one after the other.
private final class BothObservers: LiveObserver {
    private let (first, second): (any LiveObserver, any LiveObserver)

    init(_ first: any LiveObserver, _ second: any LiveObserver) { (self.first, self.second) = (first, second) }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        first.linkChanged(change, statistics: statistics)
        second.linkChanged(change, statistics: statistics)
    }

    func windowClassified(_ window: LiveWindow) {
        first.windowClassified(window)
        second.windowClassified(window)
    }

    func labelAbandoned(_ label: Int, streamTime: UInt64) {
        first.labelAbandoned(label, streamTime: streamTime)
        second.labelAbandoned(label, streamTime: streamTime)
    }

    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) {
        first.feedbackSettled(outcome)
        second.feedbackSettled(outcome)
    }

    func messageReceived(_ message: DeviceMessage) {
        first.messageReceived(message)
        second.messageReceived(message)
    }

    func windowShadowed(_ comparison: ShadowComparison) {
        first.windowShadowed(comparison)
        second.windowShadowed(comparison)
    }

    func samplesReceived(_ samples: LiveSamples) {
        first.samplesReceived(samples)
        second.samplesReceived(samples)
    }

    func momentsDropped(_ dropped: DroppedMoments) {
        first.momentsDropped(dropped)
        second.momentsDropped(dropped)
    }
}
