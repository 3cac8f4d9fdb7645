import LiveLoop
import LivePage
import Models
import MotionCore
import PageServer
import Threads

/// A page that shows a live run until it is ended.
struct ShownPage {
    private let server: LoopbackServer
    private let queue: ObserverQueue

    /// Serves, and says where.
    ///
    /// - Throws: a refusal: the port is taken, or there is no thread.
    init(
        port: PagePort, labels: [String], title: String, decision: DecisionParameters?, comparedWith known: KnownMotion?
    ) throws {
        let page = RunPage(labels: labels, title: title, wording: CommandWording(), decision: decision)
        server = try port.serving(page)
        queue = try ObserverQueue.following(known.map { MotionWatcher($0, shown: page) } ?? page)
        Output.note("page: \(server.address)")
    }

    /// Hears what the page shows; never waits for it.
    func joined(to other: any LiveObserver) -> any LiveObserver { BothObservers(other, queue) }

    func end() {
        _ = queue.finish(within: 0.5)
        server.stop()
    }
}

extension PagePort {
    /// Serves a page there.
    ///
    /// - Throws: a refusal: the port is taken, or there is no thread.
    func serving(_ page: RunPage) throws -> LoopbackServer {
        do { return try LoopbackServer(page, port: number) } catch { throw Refusal(.unavailable, "\(error)") }
    }
}

extension ObserverQueue {
    /// A queue before an observer.
    ///
    /// - Throws: a refusal, if the system gives no thread.
    static func following(_ observer: any LiveObserver) throws -> ObserverQueue {
        do throws(NoThread) { return try ObserverQueue(observer) } catch { throw Refusal(.unavailable, "\(error)") }
    }
}
