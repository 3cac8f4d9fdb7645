import LiveLoop
import LivePage
import Models
import MotionCore
import MotionRecognition
import PageServer
import Threads

/// A page that shows what a verb does until it is ended.
struct ShownPage {
    let page: RunPage
    private let server: LoopbackServer
    private var queue: ObserverQueue

    /// Serves, and says where.
    ///
    /// - Throws: a refusal: the port is taken, or there is no thread.
    init(_ page: RunPage, at port: PagePort) throws {
        try self.init(page, servedBy: port.announced(page))
    }

    /// - Parameters:
    ///   - server: shows it, alone or beside others.
    ///   - known: the motion that a model learned from; what is not like it is told on the page, too.
    /// - Throws: a refusal: there is no thread.
    init(_ page: RunPage, servedBy server: LoopbackServer, comparedWith known: KnownMotion? = nil) throws {
        (self.page, self.server) = (page, server)
        queue = try Self.queue(before: page, comparedWith: known)
    }

    private static func queue(before page: RunPage, comparedWith known: KnownMotion?) throws -> ObserverQueue {
        try .following(known.map { MotionWatcher($0, shown: page) } ?? page)
    }

    /// Shows what another model says from now on.
    ///
    /// - Throws: a refusal: there is no thread.
    mutating func change(to model: PageModel, comparedWith known: KnownMotion?) throws {
        conclude()
        page.change(to: model, keepsWindows: false)
        queue = try Self.queue(before: page, comparedWith: known)
    }

    /// Hears what the page shows; never waits for it.
    func joined(to other: any LiveObserver) -> any LiveObserver { BothObservers(other, queue) }

    /// Tells the page the rest.
    func conclude() { _ = queue.finish(within: 0.5) }

    func end() {
        conclude()
        server.stop()
    }
}

extension RunPage {
    /// The page of a model that runs; without one, of a device that is watched.
    convenience init(of model: LiveModel?, title: String, decision: DecisionParameters) {
        self.init(model.map { PageModel($0, title: title, decision: decision) } ?? PageModel(), wording: CommandWording())
    }
}

extension PageModel {
    /// - Parameter decision: as the run has it, but for the model's rest label.
    init(_ model: LiveModel, title: String, decision: DecisionParameters) {
        self.init()
        (labels, self.title, self.decision) = (model.description.labels, title, model.parameters(decision))
        readsStrokes = model.description.strokes != nil
    }
}

extension PagePort {
    /// Serves a page there until it is interrupted, and does what is asked for on it.
    ///
    /// - Parameter failed: hears why something could not be done.
    /// - Throws: a refusal: the port is taken, or there is no thread.
    func serve(
        _ page: RunPage, _ orders: WaitingOrders, failed: (String) -> Void, obey: (PageOrder) throws -> Void
    ) throws {
        Interrupt.install()
        let server = try announced(page)
        defer { server.stop() }
        Output.note("Ctrl-C ends it")
        while !Interrupt.isRaised {
            guard let order = orders.next(within: .milliseconds(300)) else { continue }
            do { try obey(order) } catch { failed(PageWords.sentence(error)) }
        }
    }

    /// Serves a page there, and says where.
    ///
    /// - Throws: a refusal: the port is taken, or there is no thread.
    func announced(_ page: any PageContent) throws -> LoopbackServer {
        let server = try serving(page)
        Output.note("page: \(server.address)")
        return server
    }

    /// Serves a page there.
    ///
    /// - Parameter isForPrograms: whether it is no page, but for programs.
    /// - Throws: a refusal: the port is taken, or there is no thread.
    func serving(_ page: any PageContent, isForPrograms: Bool = false) throws -> LoopbackServer {
        do { return try LoopbackServer(page, port: number, isForPrograms: isForPrograms) } catch {
            throw Refusal(.unavailable, "\(error)")
        }
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
