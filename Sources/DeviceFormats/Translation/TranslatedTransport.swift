public import Transport
import WireProtocol

/// A port behind which a device of another make is spoken for: what is read from it is the native protocol.
///
/// It listens until it is clear what the device sends, at one baud rate after the other if nothing can be read. A device of ours
/// that is found there speaks for itself. Allocates nothing after the format is found.
public final class TranslatedTransport: ByteTransport {
    public var name: String { inner.name }

    private var inner: any ByteTransport
    private let options: ForeignOptions
    private let now: () -> UInt64
    private let tell: (FormatNews) -> Void
    private let reopen: (Int) throws(TransportError) -> any ByteTransport
    private var bauds: [Int]
    private var phase: Phase
    /// When the port was opened at this baud rate.
    private var openedAt: UInt64
    private let buffer: UnsafeMutableRawBufferPointer

    private enum Phase {
        case listening(FormatProbe, NativeProbe)
        case translating(ForeignDevice)
        case native
    }

    /// Microseconds of bytes that nobody can read after which the next baud rate is tried.
    private static let patience: UInt64 = 1_000_000

    /// - Parameters:
    ///   - inner: the port, open at the first baud rate to try.
    ///   - bauds: the others to try; none where the rate is known, or the port has none.
    ///   - reopen: opens the port at another baud rate; the old one is closed.
    ///   - now: microseconds since any moment, never going back.
    ///   - tell: what was found, for a person.
    public init(
        _ inner: any ByteTransport, options: ForeignOptions, bauds: [Int],
        reopen: @escaping (Int) throws(TransportError) -> any ByteTransport, now: @escaping () -> UInt64,
        tell: @escaping (FormatNews) -> Void
    ) {
        self.inner = inner
        self.options = options
        self.bauds = bauds
        self.reopen = reopen
        self.now = now
        self.tell = tell
        openedAt = now()
        phase = .listening(FormatProbe(options), NativeProbe())
        buffer = .allocate(byteCount: 4096, alignment: 8)
    }

    deinit { buffer.deallocate() }

    public func read(into out: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) -> Int {
        switch phase {
        case .native: return try inner.read(into: out, timeoutMilliseconds: timeoutMilliseconds)
        case .translating(let device):
            let waiting = device.take(into: out, now: now())
            if waiting > 0 { return waiting }
            // What is due (a frame that waits, HEARTBEAT) is due within 10 ms.
            let count = try inner.read(into: buffer, timeoutMilliseconds: min(timeoutMilliseconds, 10))
            if count > 0 { device.receiveFromDevice(UnsafeRawBufferPointer(rebasing: buffer[..<count]), now: now()) }
            return device.take(into: out, now: now())
        case .listening(let probe, let native):
            let count = try inner.read(into: buffer, timeoutMilliseconds: timeoutMilliseconds)
            let received = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            if count > 0 { listen(received, probe, native) }
            if case .listening = phase { try tryNextBaud(probe) }
            return 0
        }
    }

    public func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
        switch phase {
        case .native: try inner.write(bytes, timeoutMilliseconds: timeoutMilliseconds)
        case .translating(let device): device.receiveFromHost(bytes, now: now())
        // A foreign device shall not be disturbed; the host greets again.
        case .listening: break
        }
    }

    public func close() { inner.close() }

    private func listen(_ received: UnsafeRawBufferPointer, _ probe: FormatProbe, _ native: NativeProbe) {
        if options.format == nil, native.finds(received) {
            phase = .native
            tell(.native)
            return
        }
        switch probe.push(received, now: now()) {
        case .listening: break
        case .found(let finding):
            phase = .translating(
                ForeignDevice(finding, axes: options.axes, session: .random(in: 1...UInt32.max), now: now()))
            tell(.found(FormatNews.Found(finding)))
        case .unknownUnits(let median):
            tell(.unknownUnits(medianAcceleration: median))
            phase = .listening(FormatProbe(options), NativeProbe())
        }
    }

    /// Bytes that come and make no reading are those of another speed.
    private func tryNextBaud(_ probe: FormatProbe) throws(TransportError) {
        let time = now()
        guard time - openedAt >= Self.patience, probe.bytes > 0, !probe.hasReadings else { return }
        openedAt = time
        guard let next = bauds.first else {
            tell(.nothingReadable)
            phase = .listening(FormatProbe(options), NativeProbe())
            return
        }
        bauds.removeFirst()
        inner.close()
        inner = try reopen(next)
        tell(.trying(baud: next))
        phase = .listening(FormatProbe(options), NativeProbe())
    }
}

/// What a translated port has to tell a person.
public enum FormatNews: Sendable {
    /// What was found of a device of another make.
    public struct Found: Sendable {
        public let format: ForeignFormat
        /// ax, ay, az; or gx, gy, gz; or all.
        public let channels: ForeignReading.Channels
        /// Readings a second.
        public let rate: Double
        /// Of text lines.
        public let units: String?
        /// Whether nobody said the units.
        public let areUnitsGuessed: Bool

        init(_ finding: FormatProbe.Finding) {
            (format, channels, rate) = (finding.format, finding.channels, finding.rate)
            (units, areUnitsGuessed) = (finding.units?.name, finding.areUnitsGuessed)
        }
    }

    case found(Found)
    /// A device of ours.
    case native
    /// Nothing was readable at the last baud rate.
    case trying(baud: Int)
    /// Nothing was readable at any.
    case nothingReadable
    /// Lines of numbers that are gravity in no unit.
    case unknownUnits(medianAcceleration: Double)
}

/// Whether a device of ours speaks: a whole frame with a right check sum is no accident.
private final class NativeProbe {
    private let memory: UnsafeMutablePointer<UInt8>
    private var decoder: FrameDecoder

    init() {
        memory = .allocate(capacity: FrameLimits.encoded)
        decoder = FrameDecoder(buffer: memory)
    }

    deinit { memory.deallocate() }

    func finds(_ bytes: UnsafeRawBufferPointer) -> Bool {
        for byte in bytes where decoder.push(byte) { return true }
        return false
    }
}
