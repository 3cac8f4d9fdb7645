public import Transport
import WireProtocol

/// A port behind which a device of another make is spoken for: what is read from it is the native protocol.
///
/// It listens until it is clear what the device sends, at one baud rate after the other if nothing can be read. A device of ours
/// that is found there speaks for itself; where one may be meant, it is greeted, and its first frames are handed on. Allocates
/// nothing after the format is found.
public final class TranslatedTransport: ByteTransport {
    public var name: String { inner.name }

    private var inner: any ByteTransport
    private let options: ForeignOptions
    private let now: () -> UInt64
    private let tell: (FormatNews) -> Void
    private let drawSession: () -> UInt32
    private let reopen: (Int) throws(TransportError) -> any ByteTransport
    private var search: BaudSearch
    private var phase: Phase
    private let buffer: UnsafeMutableRawBufferPointer
    /// The device took nothing lately, and the host does not know.
    private var isBehind = false
    private var isRefusalTold = false
    private var isTextTold = false
    /// Whether a device that may be native was sent a HELLO.
    private var hasGreeted = false
    private var isMotionlessTold = false
    /// Of what a device that speaks MAVLink is told.
    private let encoder = MAVLinkEncoder()
    /// nil: nothing is asked for.
    private var request: MAVLinkRequest?
    private let questions = FeedbackBytes()
    /// What a device of ours sent before it was known for one, from its first frame on.
    private var frames = FirstFrames()

    private static let bootSeconds: UInt64 = 5

    private enum Phase {
        case listening(FormatProbe, NativeProbe)
        case translating(ForeignDevice)
        case native
    }

    /// - Parameters:
    ///   - inner: the port, open at the first baud rate to try.
    ///   - bauds: the rate that it is open at, then the others to try; none where the rate is known, or the port has none.
    ///   - reopen: opens the port at another baud rate; the old one is closed. A rate that is not supported is passed over.
    ///   - now: microseconds since any moment, never going back.
    ///   - drawSession: numbers for the sessions of a device of another make, which has none.
    ///   - tell: what was found, for a person.
    public init(
        _ inner: any ByteTransport, options: ForeignOptions, bauds: [Int],
        reopen: @escaping (Int) throws(TransportError) -> any ByteTransport, now: @escaping () -> UInt64,
        drawSession: @escaping () -> UInt32 = { .random(in: 1...UInt32.max) }, tell: @escaping (FormatNews) -> Void
    ) {
        self.inner = inner
        self.options = options
        // A board of ours may print what its boot loader has to say, and take its time.
        search = BaudSearch(bauds, patience: options.mayBeNative ? Self.bootSeconds : 1)
        request = options.requestsMotion ? MAVLinkRequest(encoder, rate: options.rate) : nil
        self.reopen = reopen
        self.now = now
        self.drawSession = drawSession
        self.tell = tell
        phase = .listening(FormatProbe(options), NativeProbe())
        buffer = .allocate(byteCount: 4096, alignment: 8)
    }

    /// Baud rates that are tried after the one that is given, those first that sketches have most often.
    private static let usualSpeeds = [115_200, 9600, 230_400, 57_600, 38_400, 19_200, 460_800, 921_600]

    /// Speaks for the device behind a port that is open.
    ///
    /// - Parameters:
    ///   - baud: the rate that it is open at.
    ///   - triesOtherSpeeds: whether a serial port is opened at the usual rates, too, while nothing can be read.
    public convenience init(
        _ port: any ByteTransport, options: ForeignOptions, openAt baud: Int, triesOtherSpeeds: Bool,
        reopen: @escaping (Int) throws(TransportError) -> any ByteTransport, now: @escaping () -> UInt64,
        drawSession: @escaping () -> UInt32 = { .random(in: 1...UInt32.max) }, tell: @escaping (FormatNews) -> Void
    ) {
        let others = triesOtherSpeeds && port.hasSpeed ? Self.usualSpeeds.filter { $0 != baud } : []
        self.init(port, options: options, bauds: [baud] + others, reopen: reopen, now: now, drawSession: drawSession, tell: tell)
    }

    deinit { buffer.deallocate() }

    public func read(into out: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) -> Int {
        switch phase {
        case .native:
            let kept = frames.take(into: out)
            return kept > 0 ? kept : try inner.read(into: out, timeoutMilliseconds: timeoutMilliseconds)
        case .translating(let device):
            let waiting = device.take(into: out, now: now())
            try command(device)
            if waiting > 0 { return waiting }
            // What is due (a frame that waits, HEARTBEAT) is due within 10 ms.
            let count = try inner.read(into: buffer, timeoutMilliseconds: min(timeoutMilliseconds, 10))
            if count > 0 { device.receiveFromDevice(UnsafeRawBufferPointer(rebasing: buffer[..<count]), now: now()) }
            try command(device)
            return device.take(into: out, now: now())
        case .listening(let probe, let native):
            let count = try inner.read(into: buffer, timeoutMilliseconds: timeoutMilliseconds)
            let received = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            if count > 0 { listen(received, probe, native) }
            if case .listening = phase {
                try ask(probe)
                try tryNextBaud(probe)
            }
            if case .native = phase, options.mayBeNative { return frames.take(into: out) }
            return 0
        }
    }

    public func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
        switch phase {
        case .native: try inner.write(bytes, timeoutMilliseconds: timeoutMilliseconds)
        case .translating(let device):
            device.receiveFromHost(bytes, now: now())
            try send(device.commands)
            if isBehind {
                isBehind = false
                throw TransportError(.timedOut, port: name, operation: "write")
            }
        case .listening:
            // A foreign device shall not be disturbed unasked; the host greets again.
            guard options.mayBeNative else { return }
            hasGreeted = true
            try inner.write(bytes, timeoutMilliseconds: timeoutMilliseconds)
        }
    }

    /// A device is not waited for: what it does not take is lost.
    ///
    /// - Throws: `timedOut` when it takes nothing.
    private func send(_ commands: FeedbackBytes) throws(TransportError) {
        guard commands.count > 0 else { return }
        defer { commands.clear() }
        try inner.write(commands.bytes, timeoutMilliseconds: 0)
    }

    /// Sends what became due without the host: the end of a command, the half of a blink. Tells of the first command refused.
    private func command(_ device: ForeignDevice) throws(TransportError) {
        if let result = device.refusal, !isRefusalTold {
            isRefusalTold = true
            tell(.refused(result: result))
        }
        if let (from, to) = device.takeRateChange() { tell(.rateChanged(from: from, to: to)) }
        if let (name, isChange) = device.takeUnits() { tell(.unitsCertain(name, isChange: isChange)) }
        if let axes = device.takeAxes() { tell(.otherAxes(axes)) }
        request?.greet(now: now(), to: device.commands)
        do throws(TransportError) {
            try send(device.commands)
        } catch {
            guard error.code == .timedOut else { throw error }
            // The host hears of it as of any bytes that were not taken: with the next that it writes.
            isBehind = true
        }
    }

    public func close() { inner.close() }

    public var isListening: Bool {
        switch phase {
        case .listening(let probe, _): probe.bytes > 0
        // Made out a moment ago, perhaps, so that nothing of it has been handed on yet.
        case .translating: true
        case .native: false
        }
    }

    public var countsLosses: Bool { if case .translating(let device) = phase { device.countsLosses } else { true } }

    /// Whether it is known in which units the device measures: those of another make may have to be turned first.
    package var hasCertainUnits: Bool {
        switch phase {
        case .listening: false
        case .translating(let device): !device.assumesUnits
        case .native: true
        }
    }

    /// Whether a device of another make is understood, in part at least: the speed of the line is right.
    public var isUnderstood: Bool {
        switch phase {
        case .listening(let probe, _): probe.isUnderstood
        case .translating: true
        case .native: false
        }
    }

    private func listen(_ received: UnsafeRawBufferPointer, _ probe: FormatProbe, _ native: NativeProbe) {
        if options.mayBeNative { frames.add(received) }
        if options.format == nil, native.finds(received) {
            phase = .native
            if !options.mayBeNative { tell(.native) }
            return
        }
        switch probe.push(received, now: now()) {
        case .listening: break
        case .recognised(let format): tell(.counting(format))
        case .found(let finding):
            frames = FirstFrames()
            let device = ForeignDevice(finding, options, through: encoder, drawSession: drawSession, now: now())
            // The greeting's bytes have no end of line: the first line that the device is sent, perhaps by the next program, would
            // be lost in them.
            if hasGreeted, case .text = finding.format { device.commands.append(UInt8(ascii: "\n")) }
            phase = .translating(device)
            tell(.found(FormatNews.Found(finding, options, baud: search.hasMoved ? search.current : nil)))
        case .unsure(let assumed, let verdict): tell(.unsure(assumed: assumed.name(of: .all), verdict))
        case .unknownUnits(let verdict): tell(.unknownUnits(verdict))
        }
    }

    /// Says that an autopilot tells of no motion, and asks it, if somebody wants that.
    private func ask(_ probe: FormatProbe) throws(TransportError) {
        guard let autopilot = probe.motionless(now: now()) else { return }
        if !isMotionlessTold { tell(.motionless(autopilot, isAsked: request != nil)) }
        isMotionlessTold = true
        request?.ask(autopilot, now: now(), to: questions)
        do throws(TransportError) {
            try send(questions)
        } catch {
            // It is asked again.
            guard error.code == .timedOut else { throw error }
        }
    }

    /// Bytes that come and make no reading are those of another speed.
    private func tryNextBaud(_ probe: FormatProbe) throws(TransportError) {
        guard !probe.isUnderstood, search.isInVain(hasBytes: probe.bytes > 0, now: now()) else { return }
        // At a wrong speed bytes are no text.
        if let line = probe.unreadableText {
            if !isTextTold { tell(.textWithoutReadings(firstLine: String(decoding: line, as: UTF8.self))) }
            isTextTold = true
            return
        }
        phase = .listening(FormatProbe(options), NativeProbe())
        for _ in 0..<search.count {
            let rounds = search.rounds
            let next = search.move()
            if rounds == 0, search.rounds == 1 { tell(.nothingReadable) }
            guard search.count > 1 else { return }
            inner.close()
            do throws(TransportError) {
                inner = try reopen(next)
            } catch {
                guard error.code == .unsupportedBaudRate else { throw error }
                continue
            }
            if search.rounds == 0 { tell(.trying(baud: next)) }
            return
        }
    }
}
