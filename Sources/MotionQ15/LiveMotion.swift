import DeviceFormats
import LiveLoop
@_exported public import MotionRecognition
import Synchronization
import Threads
import Transport

/// The whole live loop: a device's motion in, windows and events out, light and sound back to the device.
///
///     let live = try LiveMotion(model, from: .auto)
///     for try await moment in live.moments() { print(moment) }
///
/// or, without concurrency, `live.run(observer)`. Opens the port again whenever it went away. Each runs once, by one of the two;
/// traps the second time.
public final class LiveMotion: Sendable {
    private let model: MotionModel
    private let options: LiveOptions
    private let open: MotionDevice.Opener
    private let hasRun = Atomic(false)
    private let isStopped = Atomic(false)
    /// Lights and sounds that the program asks for.
    private let cues = CueQueue(tellsOutcomes: true)

    /// - Parameters:
    ///   - model: what recognises.
    ///   - device: which one, and what it speaks.
    ///   - feedback: what happens on the device.
    ///   - options: how probabilities become events; nil: as the model has it.
    /// - Throws: a feedback map that cannot be used, no device for `auto`, or a format that no device can have. The port is opened
    ///   by `run` and `moments`.
    public init(
        _ model: MotionModel, from device: MotionDevice = .auto, feedback: MotionFeedback = .standard,
        options: MotionOptions? = nil
    ) throws(MotionError) {
        self.model = model
        open = try device.opener()
        var live = LiveOptions()
        live.decision = (options ?? model.options).parameters
        live.feedback = try feedback.table(for: model)
        live.cues = cues
        self.options = live
    }

    /// Runs on this thread until `stop`, and then leaves what is active, so that its light goes out.
    ///
    /// - Parameter observer: hears on a thread of its own what happens. At the end it has two seconds for what waits; then it is
    ///   left alone, and may still be in its last call when this is back.
    /// - Throws: that the port cannot be opened at first, that the model does not fit the device, or that there is no thread.
    public func run(_ observer: any MotionObserver) throws(MotionError) {
        let naming = NamingObserver(model, observer)
        let queue: ObserverQueue
        do throws(NoThread) { queue = try ObserverQueue(naming) } catch { throw MotionError(error) }
        defer { _ = queue.finish(within: 2) }
        try run(queue) { news in queue.tellNext { naming.heard(news) } }
    }

    /// Runs with an observer that never takes long, on this thread.
    func run(naming observer: any MotionObserver) throws(MotionError) {
        let naming = NamingObserver(model, observer)
        try run(naming) { naming.heard($0) }
    }

    /// - Parameter tell: hears what is found out of a device of another make, between the calls of the observer.
    private func run(_ observer: any LiveObserver, _ tell: @escaping (FormatNews) -> Void) throws(MotionError) {
        let isSecond = hasRun.exchange(true, ordering: .relaxed)
        precondition(!isSecond, "each LiveMotion runs once; make another")
        let runner = LiveRunner(
            model: model.live, options: options, observer: observer, reconnects: true,
            shouldStop: { self.isStopped.load(ordering: .relaxed) },
            open: { [open] () throws(TransportError) in try open(tell) })
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
    ///
    /// - Parameter samples: whether the device's samples are among the moments, too.
    public func moments(withSamples samples: Bool = false) -> MotionMoments { MotionMoments(self, withSamples: samples) }
}

extension LiveMotion {
    /// Asks for a light, a sound or a vibration, besides those that events cause. From any thread, while it runs: the command is
    /// sent within 50 ms, and not applied if it reaches the device more than 500 ms late. What became of it is told as any other
    /// outcome: `unsupported` if the device has no such light, `lost` if it could not be sent within a second. A device that
    /// restarts before it has answered leaves no outcome.
    ///
    /// - Returns: false, and nothing is asked for, if 32 wait already.
    @discardableResult
    public func perform(_ action: MotionAction) -> Bool { cues.ask(action.action) }

    /// Switches an LED on, until it is switched off or so many seconds have passed.
    ///
    /// - Parameters:
    ///   - led: which one, 0 … 7; traps on another.
    ///   - seconds: 0.001 … 60; nil: until `off`.
    /// - Returns: as `perform`.
    @discardableResult
    public func light(_ led: Int, for seconds: Double? = nil) -> Bool { perform(.light(led, for: seconds)) }

    /// Gives an RGB light a colour, until it is switched off or so many seconds have passed.
    ///
    /// - Parameters:
    ///   - light: which one, 0 … 7; traps on another.
    ///   - colour: what it shows.
    ///   - seconds: 0.001 … 60; nil: until `off`.
    /// - Returns: as `perform`.
    @discardableResult
    public func light(_ light: Int, colour: MotionAction.Colour, for seconds: Double? = nil) -> Bool {
        perform(.light(light, colour: colour, for: seconds))
    }

    /// Sounds a buzzer.
    ///
    /// - Parameters:
    ///   - hertz: 1 … 20,000; nil: the device's own tone.
    ///   - seconds: 0.001 … 60.
    ///   - buzzer: which one, 0 … 7; traps on another.
    /// - Returns: as `perform`.
    @discardableResult
    public func sound(hertz: Int? = nil, for seconds: Double = 0.2, buzzer: Int = 0) -> Bool {
        perform(.sound(hertz: hertz, for: seconds, buzzer: buzzer))
    }

    /// Switches off a light, a buzzer or a motor.
    ///
    /// - Parameter actuator: which one.
    /// - Returns: as `perform`.
    @discardableResult
    public func off(_ actuator: MotionAction.Actuator) -> Bool { perform(.off(actuator)) }
}

extension MotionModel {
    /// Everything that happens while a device is followed, as an asynchronous sequence. It ends with the task that iterates it, or
    /// by `MotionMoments.stop`.
    ///
    /// - Parameters:
    ///   - device: which one, and what it speaks.
    ///   - feedback: what happens on the device.
    ///   - options: how probabilities become events; nil: as the model has it.
    ///   - samples: whether the device's samples are among the moments, too.
    /// - Returns: a sequence whose first `next()` throws what `LiveMotion` would refuse.
    public func moments(
        from device: MotionDevice = .auto, feedback: MotionFeedback = .standard, options: MotionOptions? = nil,
        withSamples samples: Bool = false
    ) -> MotionMoments {
        do throws(MotionError) {
            return try LiveMotion(self, from: device, feedback: feedback, options: options).moments(withSamples: samples)
        } catch {
            return MotionMoments(refusedBy: error)
        }
    }
}
