import DeviceFormats
import Transport
import WireProtocol

extension FuzzTarget {
    /// A port behind which a device of any make may be: its format is found, and it is spoken for in the native protocol.
    static let live = FuzzTarget(
        "live", reads: "bytes of a device of any make, over time, at a port",
        sources: [
            "Sources/Live/DeviceFormats/Translation", "Sources/Live/DeviceFormats/Finding", "Sources/Live/DeviceFormats/Feedback",
        ], longest: 8192,
        words: ["\n", "ax:"], seeds: { LiveSeeds.all }
    ) { bytes throws(FuzzFault) in
        guard let first = bytes.first else { return }
        var options = ForeignOptions()
        options.mayBeNative = first & 1 != 0
        options.requestsMotion = first & 2 != 0
        options.rate = first & 4 != 0 ? 50 : nil
        options.relays = first & 8 != 0 ? 4 : 0
        options.feedbackLine = first & 16 != 0 ? try? FeedbackTemplate("{kind} {unit} {state} {level} {colour}\\n") : nil
        let (host, device) = MemoryTransport.pair(capacity: 65_536)
        let clock = FuzzClock()
        let port = TranslatedTransport(
            host, options: options, bauds: [115_200], reopen: { _ throws(TransportError) in host }, now: { clock.now },
            tell: { _ in })
        try HostOfPort(port, device, clock).play(InputBytes(Array(bytes.dropFirst())))
    }
}

/// A clock that an input moves.
private final class FuzzClock {
    var now: UInt64 = 1_000_000
}

/// A program at the port, and a device behind it.
private struct HostOfPort {
    private let port: TranslatedTransport
    private let device: MemoryTransport
    private let clock: FuzzClock

    init(_ port: TranslatedTransport, _ device: MemoryTransport, _ clock: FuzzClock) {
        (self.port, self.device, self.clock) = (port, device, clock)
    }

    /// A light, a sound, or an end of either.
    private func command(_ host: inout HostLink, _ word: UInt8) {
        var action = ActuatorAction(
            actuator: 1 + word / 16 % 4, unit: word / 64, pattern: .init(rawValue: word / 16 % 3) ?? .on)
        (action.duration, action.frequency) = (UInt16(word) * 4, 880)
        _ = host.command(action, timeToLive: 1000, motion: nil, cause: .request, now: clock.now)
    }

    private func send(_ piece: [UInt8]) throws(TransportError) {
        guard !piece.isEmpty else { return }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: piece.count, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: piece)
        try device.write(UnsafeRawBufferPointer(copy), timeoutMilliseconds: 0)
    }

    /// Reads an input as pieces of what the device sends: a byte of time in units of 2 ms, a byte of length, so many bytes.
    func play(_ input: InputBytes) throws(FuzzFault) {
        var input = input
        let line = LinePort()
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 8)
        let hostRoom = UnsafeMutablePointer<UInt8>.allocate(capacity: HostLink.fixedMemory + 4096)
        defer {
            line.deallocate()
            room.deallocate()
            hostRoom.deallocate()
        }
        var host = HostLink(session: 1, memory: hostRoom, memoryCount: HostLink.fixedMemory + 4096)
        host.open(now: clock.now)
        while !input.isAtEnd {
            clock.now += UInt64(input.byte()) * 2000
            let piece = Array(input.bytes(Int(input.byte())))
            do throws(TransportError) {
                try send(piece)
                for _ in 0..<3 {
                    let count = try port.read(into: room, timeoutMilliseconds: 0)
                    for index in 0..<count {
                        var event = host.receive(room[index], now: clock.now)
                        while event != nil { event = host.next(now: clock.now) }
                    }
                    while host.poll(now: clock.now) != nil {}
                    if piece.count % 16 == 5 { command(&host, UInt8(piece.count)) }
                    let waiting = UnsafeRawBufferPointer(start: host.outgoing, count: host.outgoingCount)
                    if !waiting.isEmpty { try port.write(waiting, timeoutMilliseconds: 0) }
                    host.consume(host.outgoingCount)
                }
                // What the device is told is thrown away, or it would take no more.
                _ = try device.read(into: room, timeoutMilliseconds: 0)
            } catch {
                // A device that takes nothing is no fault.
                host.consume(host.outgoingCount)
            }
        }
    }
}

/// Devices of each format, for some seconds.
private enum LiveSeeds {
    static let all: [[UInt8]] = (FormatSeeds.text + [TurningSeeds.stream] + FormatSeeds.witMotion + FormatSeeds.mavLink).flatMap {
        bytes in
        [0, 31].map { options in [options] + pieces(bytes) }
    }

    private static func pieces(_ bytes: [UInt8]) -> [UInt8] {
        var (script, place) = ([UInt8](), 0)
        while script.count < max(2500, bytes.count) {
            let count = min(120, bytes.count - place)
            script += [30, UInt8(count)] + bytes[place..<place + count]
            place = (place + count) % bytes.count
        }
        return script
    }
}
