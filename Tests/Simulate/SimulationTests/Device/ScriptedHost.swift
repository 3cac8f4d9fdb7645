import WireProtocol

/// A host as small as the protocol allows: greets, exchanges clocks once a session, beats, counts what it gets. Knows nothing of
/// the simulator.
final class ScriptedHost {
    struct Session {
        var id: UInt32
        var hello: HelloMessage
        var counts: [[Int16]] = []
        /// Header time of each DATA frame.
        var times: [UInt32] = []
    }

    private(set) var sessions: [Session] = []
    private(set) var lostSamples = 0
    private(set) var acks: [AckMessage] = []
    private(set) var heartbeats: [HeartbeatMessage] = []
    /// Largest step back of header times, in microseconds.
    private(set) var worstStepBack: Int32 = 0
    /// Device time minus host time.
    private(set) var offset: Int64?
    /// Called after each sample that arrived, with the number of samples so far.
    var onSample: ((ScriptedHost, Int) -> Void)?
    private(set) var sampleCount = 0
    /// Samples in all intact frames, also in those that came before any HELLO.
    private(set) var deliveredSamples = 0
    /// What is to be sent.
    var outgoing: [UInt8] = [0]
    var now: UInt64 = 0
    private var expected: UInt16?
    private var lastTime: UInt32?
    private var heartbeatAt: UInt64?
    private var helloAt: UInt64?
    private var decoder: FrameDecoder
    private let memory: UnsafeMutablePointer<UInt8>
    let session: UInt32

    init(session: UInt32 = 77) {
        self.session = session
        memory = .allocate(capacity: 1024)
        decoder = FrameDecoder(buffer: memory)
    }

    deinit { memory.deallocate() }

    var counters: FrameCounters { decoder.counters }

    /// Says what is due.
    func advance(to time: UInt64) {
        now = time
        if helloAt == nil || (sessions.isEmpty && time >= (helloAt ?? 0)) {
            helloAt = time + 500_000
            send(.hello) { HelloMessage(role: .host, session: session).write(to: &$0) }
        }
        if time >= (heartbeatAt ?? time) {
            heartbeatAt = time + 1_000_000
            var beat = HeartbeatMessage()
            beat.framesReceived = decoder.counters.frames
            send(.heartbeat) { beat.write(to: &$0) }
        }
    }

    func receive(_ bytes: some Sequence<UInt8>) {
        for byte in bytes where decoder.push(byte) { take(decoder.header, decoder.payload) }
    }

    /// Not sent, as the protocol demands, before a TIMESYNC was answered in this session.
    func command(_ sequence: UInt16, _ action: ActuatorAction, timeToLive: UInt16 = 1000) {
        guard let offset else { return }
        let issued = UInt32(truncatingIfNeeded: Int64(now) + offset)
        let message = FeedbackMessage(sequence: sequence, issued: issued, timeToLive: timeToLive, action: action)
        send(.feedback) { message.write(to: &$0) }
    }

    /// It ends.
    func sayGoodbye() { send(.goodbye) { _ in } }

    private func take(_ header: FrameHeader, _ payload: PayloadReader) {
        let hello = header.kind == .hello ? HelloMessage(payload) : nil
        if let hello, hello.session != sessions.last?.id {
            offset = nil
            send(.timeSync) { TimeSyncMessage(requested: now).write(to: &$0) }
            sessions.append(Session(id: hello.session, hello: hello))
        } else if let expected {
            lostSamples += Int(header.index &- expected)
        }
        expected = header.index &+ UInt16(header.count)
        if let lastTime { worstStepBack = min(worstStepBack, Int32(bitPattern: header.time &- lastTime)) }
        lastTime = header.time

        switch header.kind {
        case .data: takeSamples(header, payload)
        case .ack: acks.append(AckMessage(payload))
        case .heartbeat: heartbeats.append(HeartbeatMessage(payload))
        case .timeSync: offset = Int64(TimeSyncMessage(payload).received) - Int64(now)
        default: break
        }
    }

    private func takeSamples(_ header: FrameHeader, _ payload: PayloadReader) {
        deliveredSamples += Int(header.count)
        guard !sessions.isEmpty else { return }
        let last = sessions.count - 1
        sessions[last].times.append(header.time)
        for sample in 0..<Int(header.count) {
            sessions[last].counts.append((0..<6).map { payload.i16(2 * (6 * sample + $0)) })
            sampleCount += 1
            onSample?(self, sampleCount)
        }
    }

    private func send(_ kind: MessageKind, _ body: (inout PayloadWriter) -> Void) {
        let encoder = FrameEncoder(scratch: memory + 256)
        var writer = encoder.begin(FrameHeader(kind, time: UInt32(truncatingIfNeeded: now)))
        body(&writer)
        let count = encoder.finish(writer, into: memory + 512)
        outgoing += (0..<count).map { memory[512 + $0] }
    }
}
