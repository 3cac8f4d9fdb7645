import Formatting
public import LiveLoop
import MotionCore
import Recordings
import SignalProcessing
import Synchronization
import WireProtocol

/// Records what a device sends, as its guide calls it: the observer of a live loop without a model.
///
/// It stands behind an `ObserverQueue`, for it writes files. Only `keys` and `isOver` are for other threads while the loop runs.
public final class Recorder: LiveObserver {
    let options: RecorderOptions
    let tell: (RecorderEvent) -> Void
    var guide: RecordingGuide
    var sidecar: Sidecar
    private var take: Take?
    var lights: GuideLights
    /// Where repetitions are cut out of the motion.
    var cutter: Cutter?
    var judge = RepetitionJudge(channels: [])
    /// What somebody presses while it goes on.
    public let keys = PressedKeys()
    private let over = Mutex(false)
    /// The device that announced itself last.
    private var greeted: HelloMessage?
    private var isRateRefused = false
    /// Of the last sample, in microseconds.
    private var newest: UInt64 = 0
    /// Why nothing is recorded any more.
    public private(set) var failure: RecorderError?

    /// - Parameter tell: called on the observer's thread.
    public init(_ options: RecorderOptions, tell: @escaping (RecorderEvent) -> Void) {
        self.options = options
        self.tell = tell
        guide = RecordingGuide(options.plan)
        sidecar = Sidecar(options)
        lights = GuideLights(options.plan, cues: options.cues)
    }

    /// Whether everything is recorded, or nothing more can be.
    public var isOver: Bool { over.withLock { $0 } }

    /// Samples that are kept so far.
    public var samples: Int { take?.file.samples ?? sidecar.samples }
    /// Samples per second by the time stamps, as far as is known; after `finish`.
    public var measuredRate: Double? { sidecar.measuredRate }
    /// Samples that are missing in what is kept.
    public var lost: Int { sidecar.lost }
    /// Repetitions that are kept, whole.
    public var repetitions: Int { sidecar.prompts.count { $0.to != nil } }

    // MARK: What the loop tells

    public func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        guard !isOver else { return }
        doing {
            switch change {
            case .session(let hello): try greet(hello)
            case .gap(let samples): lose(samples)
            case .restarted, .disconnected: try interrupt()
            default: break
            }
        }
    }

    public func messageReceived(_ message: DeviceMessage) {
        if case .configured(let ack) = message, ack.status != AckMessage.Status.ok.rawValue, take == nil {
            isRateRefused = true
            if let greeted { doing { try greet(greeted) } }
        }
        // A button that is pressed.
        guard case .event(let event) = message, event.kind == 1, event.value != 0 else { return }
        keys.press(options.plan.isKeyed ? .toggle : .pause)
    }

    public func momentsDropped(_ dropped: DroppedMoments) { lose(Int(clamping: dropped.samples)) }

    public func samplesReceived(_ samples: LiveSamples) {
        doing {
            for index in 0..<samples.count {
                guard !isOver, let take else { return }
                let time = samples.streamTime(index)
                newest = time
                try obeyKeys()
                while let event = guide.advance(to: time) { try follow(event, at: time) }
                guard let label = guide.label else { continue }
                let values = take.channels.values(of: samples, at: index)
                try take.append(label, at: time, values)
                if guide.current != nil { judge.push(values) }
                try cut(values, of: take)
            }
        }
    }

    /// The end: closes the recording, and removes it if it is not to be kept.
    ///
    /// - Throws: that the last of it cannot be written.
    public func finish(keeps: Bool) throws(RecorderError) {
        guard let take else { return }
        self.take = nil
        do throws(RecordingError) {
            guard keeps, take.file.samples > 0 else { return sidecar.remove(with: take.file) }
            try endLast(of: take)
            try take.file.finish()
            sidecar.finish(take)
            try sidecar.write(beside: take.file.path)
        } catch {
            throw .notWritten(error)
        }
    }
}

// MARK: - Steps

extension Recorder {
    /// Half a repetition is none, but of what lasts until a key.
    private func endLast(of take: Take) throws(RecordingError) {
        guard let last = sidecar.prompts.last, last.to == nil else { return }
        if options.plan.isKeyed {
            sidecar.prompts[sidecar.prompts.count - 1].to = Double(newest) / 1000
        } else {
            sidecar.prompts.removeLast()
            try take.back(before: last.place)
        }
    }
}

extension Recorder {
    /// Does what may fail; a failure ends the recording, and what was written stays.
    private func doing(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            let failure = error as? RecorderError ?? .notWritten(error as? RecordingError ?? .empty(path: options.path))
            self.failure = failure
            tell(.failed(failure))
            end()
        }
    }

    private func end() { over.withLock { $0 = true } }

    private func greet(_ hello: HelloMessage) throws {
        greeted = hello
        let all = ChannelReader(allOf: hello.sensor)
        // What is told of the orientation stands behind the six axes.
        let channels = options.derives ? ChannelReader(hello.sensor, channels: .sixAxes) : all
        guard all.channels.count > 0 else { throw RecorderError.noMotion }
        if options.plan.cut != nil || options.derives, all.channels.sixAxisSensor == nil {
            throw RecorderError.misfit("the device measures no acceleration, by which repetitions are cut")
        }
        let measured = Set(channels.channels.names).subtracting(channels.missing)
        if let lacking = options.needed.sorted().first(where: { !measured.contains($0) }) {
            throw RecorderError.misfit("the device does not measure \(printable(lacking)), which the network reads")
        }
        if options.derives, !hello.sensor.hasSixAxes {
            throw RecorderError.misfit("the device does not measure all six axes with gravity, from which the orientation is told")
        }
        if let take {
            guard take.sensor.isSame(as: hello.sensor) else {
                throw RecorderError.misfit("the device measures in another way than before; record that by itself")
            }
            try interrupt()
            return
        }
        // It has been asked for another rate, and says HELLO again with that.
        if let rate = options.rate, !Resampler.agree(Double(hello.sensor.rate), rate) {
            if hello.capabilities.contains(.setsRate), !isRateRefused { return }
            try options.fit.check(hello.sensor)
            guard options.takesOtherRates else { throw RecorderError.fixedRate(Double(hello.sensor.rate), wanted: rate) }
        }
        try options.fit.check(hello.sensor)
        if case .strokes(let settings) = options.plan.cut,
            !Resampler.isPlausible(Double(hello.sensor.rate), to: settings.rate)
        {
            throw RecorderError.otherRate(Double(hello.sensor.rate), wanted: settings.rate)
        }
        sidecar.device = hello
        take = try Take(options, hello.sensor, channels)
        judge = RepetitionJudge(channels: channels.channels.names)
        if let cut = options.plan.cut { cutter = Cutter(cut, rate: Double(hello.sensor.rate)) }
        tell(.begun(hello, missing: channels.missing))
    }

    /// What comes does not follow what was before.
    private func interrupt() throws {
        guard let take, take.file.samples > 0 else { return }
        if let prompt = guide.interrupt() { try discard(from: prompt) }
        tell(.newSession(try take.beginSession()))
        cutter?.restart(at: take.file.samples)
    }

    private func lose(_ samples: Int) {
        guard guide.label != nil, take != nil else { return }
        sidecar.lost += samples
        if let take { cutter?.restart(at: take.file.samples) }
        guard let current = guide.current, !sidecar.prompts.isEmpty else { return }
        sidecar.prompts[sidecar.prompts.count - 1].lost += samples
        tell(.lost(samples, options.plan.prompts[current]))
    }

    private func obeyKeys() throws {
        for key in keys.take() {
            switch guide.press(key) {
            case .discard(let prompt): try discard(from: prompt)
            case .paused, .resumed, .nothing: break
            }
            guard key == .pause else { continue }
            tell(guide.isPaused ? .paused : .resumed)
            if let take { cutter?.restart(at: take.file.samples) }
        }
    }

    private func discard(from prompt: Int) throws {
        lights.dark()
        try take?.back(before: prompt)
        if let take { cutter?.restart(at: take.file.samples) }
        sidecar.lost -= sidecar.prompts.reduce(0) { $0 + ($1.place >= prompt ? $1.lost : 0) }
        sidecar.prompts.removeAll { $0.place >= prompt }
        tell(.discarded(options.plan.prompts[prompt]))
    }

    private func follow(_ event: RecordingGuide.Event, at time: UInt64) throws {
        guard let take else { return }
        lights.show(event)
        switch event {
        case .begin(let prompt):
            // Where it is listened for, it has not begun.
            guard let place = guide.current else {
                cutter?.listen(from: take.file.samples)
                break
            }
            try take.mark(place)
            judge.begin()
            sidecar.prompts.append(
                Sidecar.MadePrompt(
                    session: take.session, label: prompt.label, repetition: prompt.repetition, place: place,
                    from: Double(time) / 1000))
            try sidecar.write(beside: options.path)
        case .end:
            sidecar.prompts[sidecar.prompts.count - 1].to = Double(time) / 1000
            sidecar.samples = take.file.samples
            try take.file.flush()
            try sidecar.write(beside: options.path)
        case .done: end()
        case .next, .countdown, .unheard, .lastRest: break
        }
        tell(.guide(event))
        // A key ends what lasts as long as somebody likes, a posture for one.
        if case .end(let prompt) = event, let seconds = options.plan.seconds, let place = sidecar.prompts.last?.place {
            try askAgain(prompt, judge.doubt(prompt.label, at: place, seconds: seconds))
        }
    }

    /// Has a repetition made once more that is not what was asked for.
    func askAgain(_ prompt: RecordingPlan.Prompt, _ doubt: RepetitionDoubt?) throws {
        guard let doubt else { return }
        tell(.doubted(prompt, doubt))
        if case .discard(let place) = guide.press(.again) { try discard(from: place) }
    }
}
