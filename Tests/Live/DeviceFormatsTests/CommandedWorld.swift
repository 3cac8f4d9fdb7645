import DeviceFormats
import MotionCore
import Transport
import WireProtocol

/// A device of another make on a cable in memory, at 50 Hz, and a host that commands it; the clock is moved by hand.
final class CommandedWorld {
    private final class Clock { var now: UInt64 = 5_000_000 }
    private final class Heard { var news: [FormatNews] = [] }

    /// What the device was told since the last look.
    var told: [UInt8] {
        let count = (try? device.read(into: buffer, timeoutMilliseconds: 0)) ?? 0
        return Array(buffer[..<count])
    }
    var news: [FormatNews] { heard.news }
    let device: MemoryTransport
    private let port: TranslatedTransport
    private var link: HostLink
    private let reading: (Int) -> [UInt8]
    private var sent = 0
    private let clock = Clock()
    private let heard = Heard()
    private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: HostLink.fixedMemory + 8192)
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8192, alignment: 8)

    /// - Parameter reading: bytes of the n-th one.
    init(_ options: ForeignOptions = ForeignOptions(), capacity: Int = 4096, _ reading: @escaping (Int) -> [UInt8]) throws {
        self.reading = reading
        let (host, device) = MemoryTransport.pair(capacity: capacity)
        self.device = device
        port = TranslatedTransport(
            host, options: options, bauds: [115_200], reopen: { _ throws(TransportError) in host },
            now: { [clock] in clock.now }, tell: { [heard] in heard.news.append($0) })
        link = HostLink(session: 9, memory: memory, memoryCount: HostLink.fixedMemory + 8192)
        link.open(now: clock.now)
        try live(4)
    }

    deinit {
        memory.deallocate()
        buffer.deallocate()
    }

    /// Time passes, and readings come.
    func live(_ seconds: Double) throws {
        for _ in 0..<Int(seconds * 100) {
            clock.now += 10_000
            if clock.now % 20_000 == 0 {
                try reading(sent).withUnsafeBytes { try device.write($0, timeoutMilliseconds: 0) }
                sent += 1
            }
            for _ in 0..<3 {
                let count = try port.read(into: buffer, timeoutMilliseconds: 0)
                for byte in buffer[..<count] {
                    var event = link.receive(byte, now: clock.now)
                    while event != nil { event = link.next(now: clock.now) }
                }
            }
            while link.poll(now: clock.now) != nil {}
            try write()
        }
    }

    /// - Returns: what the host's link makes of it.
    @discardableResult
    func command(_ action: ActuatorAction) throws -> CommandVerdict {
        let verdict = link.command(action, timeToLive: 500, motion: nil, cause: .request, now: clock.now)
        try write()
        return verdict
    }

    func decide(_ phase: PredictionMessage, labels: [String]) throws {
        let names = labels.map { text in
            var name = ShortText()
            for byte in text.utf8 { name.append(byte) }
            return name
        }
        _ = link.send(labels: names.span, first: 0, rest: 255, now: clock.now)
        link.send(phase, now: clock.now)
        try write()
    }

    private func write() throws {
        let count = link.outgoingCount
        guard count > 0 else { return }
        defer { link.consume(count) }
        try port.write(UnsafeRawBufferPointer(start: link.outgoing, count: count), timeoutMilliseconds: 0)
    }
}
