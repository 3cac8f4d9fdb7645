import LiveLoop
import Synchronization
import Threads
import Transport

/// The whole live loop: a device's motion in, windows and events out, light and sound back to the device.
///
///     let live = try LiveMotion(model, port: "auto")
///     for try await moment in live.moments { print(moment) }
///
/// or, without concurrency, `live.run(observer)`. Opens the port again whenever it went away. Each runs once, by one of the two;
/// traps the second time.
public final class LiveMotion: Sendable {
    private let model: MotionModel
    private let options: LiveOptions
    private let open: @Sendable () throws(TransportError) -> any ByteTransport
    private let hasRun = Atomic(false)
    private let isStopped = Atomic(false)

    /// - Parameters:
    ///   - model: what recognises.
    ///   - port: the path of a serial port or pseudo-terminal, or `auto` for the only USB device that is plugged in.
    ///   - baudRate: bits per second; USB CDC devices ignore it.
    ///   - feedback: what happens on the device.
    ///   - options: how probabilities become events; nil: as the model has it.
    /// - Throws: a feedback map that cannot be used, or no device for `auto`. The port is opened by `run` and `moments`.
    public convenience init(
        _ model: MotionModel, port: String = "auto", baudRate: Int = 115_200, feedback: MotionFeedback = .standard,
        options: MotionOptions? = nil
    ) throws(MotionError) {
        let choice: DeviceChoice
        do throws(TransportError) {
            choice = try DeviceChoice(port)
        } catch {
            throw MotionError(.device, error.description)
        }
        let portOptions = PortOptions(baudRate: baudRate)
        try self.init(model, feedback: feedback, options: options ?? model.options) { () throws(TransportError) in
            try choice.open(options: portOptions)
        }
    }

    /// - Parameter open: opens the port; called again after each loss.
    init(
        _ model: MotionModel, feedback: MotionFeedback, options: MotionOptions,
        open: @escaping @Sendable () throws(TransportError) -> any ByteTransport
    ) throws(MotionError) {
        self.model = model
        self.open = open
        var live = LiveOptions()
        live.decision = options.parameters
        live.feedback = try feedback.table(for: model)
        self.options = live
    }

    /// Runs on this thread until `stop`, and then leaves what is active, so that its light goes out.
    ///
    /// - Parameter observer: hears on a thread of its own what happens. At the end it has two seconds for what waits; then it is
    ///   left alone, and may still be in its last call when this is back.
    /// - Throws: that the port cannot be opened at first, that the model does not fit the device, or that there is no thread.
    public func run(_ observer: any MotionObserver) throws(MotionError) {
        let queue: ObserverQueue
        do throws(NoThread) { queue = try ObserverQueue(NamingObserver(model, observer)) } catch { throw MotionError(error) }
        defer { _ = queue.finish(within: 2) }
        try run(live: queue)
    }

    /// Runs with an observer that never takes long, on this thread.
    func run(naming observer: any MotionObserver) throws(MotionError) { try run(live: NamingObserver(model, observer)) }

    private func run(live observer: any LiveObserver) throws(MotionError) {
        let isSecond = hasRun.exchange(true, ordering: .relaxed)
        precondition(!isSecond, "each LiveMotion runs once; make another")
        let runner = LiveRunner(
            model: model.live, options: options, observer: observer, reconnects: true,
            shouldStop: { self.isStopped.load(ordering: .relaxed) }, open: open)
        do throws(LiveFailure) {
            _ = try runner.run()
        } catch {
            throw MotionError(error)
        }
    }

    /// Ends `run` or `moments` within about half a second: the device is given time for its last answers. From any thread.
    public func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Everything that happens, as an asynchronous sequence, from a thread of its own, which begins with the first `next()`. It
    /// ends with `stop`, or with the task that iterates it.
    public var moments: MotionMoments { MotionMoments(self) }
}
