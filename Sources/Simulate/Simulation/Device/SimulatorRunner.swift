public import Recordings
public import Transport

/// Runs a virtual device on a pseudo-terminal until its replay has ended or it is stopped.
///
///     let runner = SimulatorRunner(recording: recording, options: options) { print($0.jsonLine) }
///     let summary = try runner.run()
///
/// `run` blocks its thread; it waits in poll and never busily. Run it on a plain thread: a signal wakes it there, not in a task.
public final class SimulatorRunner {
    private let recording: Recording
    private let options: SimulatorOptions
    private let shouldStop: () -> Bool
    private let observer: (SimulatorEvent) -> Void
    private let clock: () -> UInt64

    /// Longest wait before it is asked again whether to stop, in milliseconds.
    private static let longestWait: Int32 = 100
    /// Waits before a full port is tried again, in milliseconds: while a host is there that reads, and while nobody is.
    private static let retryWait: Int32 = 2
    private static let idleRetryWait: Int32 = 50

    /// - Parameters:
    ///   - shouldStop: asked at least every 100 ms, on the thread that runs; `run` returns within about half a second.
    ///   - observer: called on the thread that runs; the first event is `ready`, the last `summary`.
    public convenience init(
        recording: Recording, options: SimulatorOptions = SimulatorOptions(), shouldStop: @escaping () -> Bool = { false },
        observer: @escaping (SimulatorEvent) -> Void
    ) {
        let started = ContinuousClock.now
        self.init(
            recording: recording, options: options, clock: { Self.microseconds(since: started) }, shouldStop: shouldStop,
            observer: observer)
    }

    /// A runner of a device that keeps its own time.
    ///
    /// - Parameter clock: microseconds since any start, never back; asked on the thread that runs.
    package init(
        recording: Recording, options: SimulatorOptions, clock: @escaping () -> UInt64, shouldStop: @escaping () -> Bool,
        observer: @escaping (SimulatorEvent) -> Void
    ) {
        self.recording = recording
        self.options = options
        self.clock = clock
        self.shouldStop = shouldStop
        self.observer = observer
    }

    /// Opens the port, replays, and closes the port. A host may come and go meanwhile.
    ///
    /// - Throws: what opening, reading or writing the pseudo-terminal throws; no summary is observed then.
    @discardableResult
    public func run() throws(TransportError) -> SimulatorSummary {
        let terminal = try PseudoTerminal.open(linkPath: options.linkPath)
        // What the host has not read by now is gone: the device has waited for that before it finished.
        defer { terminal.close() }
        let device = SimulatedDevice(recording: recording, options: options, now: now, observer: observer)
        observer(.ready(port: options.linkPath ?? terminal.slavePath))
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { room.deallocate() }
        while !device.isFinished {
            if shouldStop() { device.stop(now: now) }
            device.advance(now: now)
            let isCongested = try write(device, to: terminal.transport)
            let wait = waitMilliseconds(device, isCongested: isCongested)
            let count = try terminal.transport.read(into: room, timeoutMilliseconds: wait)
            if count > 0 { device.receive(UnsafeRawBufferPointer(rebasing: room[..<count]), now: now) }
        }
        let summary = device.summary
        observer(.summary(summary))
        return summary
    }

    private var now: UInt64 { clock() }

    private static func microseconds(since start: ContinuousClock.Instant) -> UInt64 {
        let passed = (ContinuousClock.now - start).components
        return UInt64(passed.seconds) * 1_000_000 + UInt64(passed.attoseconds / 1_000_000_000_000)
    }

    /// - Returns: whether the port did not take everything.
    private func write(_ device: SimulatedDevice, to transport: DescriptorTransport) throws(TransportError) -> Bool {
        let bytes = device.arriving
        guard !bytes.isEmpty else { return false }
        let written = try transport.writeAvailable(bytes)
        device.consume(written)
        return written < bytes.count
    }

    private func waitMilliseconds(_ device: SimulatedDevice, isCongested: Bool) -> Int32 {
        if isCongested { return device.isHostPresent ? Self.retryWait : Self.idleRetryWait }
        let now = now
        let wake = device.nextWake(after: now)
        // Rounded up: waking a moment early would mean to spin until it is time.
        return min(Self.longestWait, Int32(clamping: (wake - now + 999) / 1000))
    }
}

extension DescriptorTransport {
    fileprivate func writeAvailable(_ bytes: [UInt8]) throws(TransportError) -> Int {
        try writeAvailable(bytes.span.bytes)
    }

    private func writeAvailable(_ bytes: RawSpan) throws(TransportError) -> Int {
        try bytes.withUnsafeBytes { (raw) throws(TransportError) in try writeAvailable(raw) }
    }
}
