import Foundation
import Testing
import Transport
import WireProtocol

/// Stands between a host and a board, flips bits on the way when told to, and knows what was really said.
final class BadLine: @unchecked Sendable {
    /// A FEEDBACK as the host sent it first.
    struct Command {
        var sequence: UInt16
        /// Seconds since 1970.
        var time: Double
        var timeToLive: Double
        var light: Light
        var isOn: Bool
    }

    /// Where the host connects.
    let path: String
    private let listener: Int32
    private let board: any ByteTransport
    private let lock = NSLock()
    private var isRunning = true
    private var shares = (toHost: 0.0, toBoard: 0.0)
    private var sent: [Command] = []
    private var heard: [Double] = []
    private var newest = HeartbeatMessage()

    init(_ emulator: Emulator, at path: String) throws {
        self.path = path
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let listener = listener
        let bound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(listener, 1) == 0)
        board = try PortDirectory.open(path: emulator.line)
        Thread.detachNewThread { self.carry() }
    }

    deinit { close(listener) }

    /// From now on damages such shares of the bytes.
    func damage(toHost: Double, toBoard: Double) {
        lock.withLock { shares = (toHost, toBoard) }
    }

    /// Every command of the host, as it was before the line damaged it.
    var commands: [Command] { lock.withLock { sent } }

    /// Whether a frame of the host's reached the board whole between two times.
    func boardHeardHost(between start: Double, and end: Double) -> Bool {
        lock.withLock { heard.contains { start < $0 && $0 < end } }
    }

    /// The device's last heartbeat.
    var heartbeat: HeartbeatMessage { lock.withLock { newest } }

    private func carry() {
        let accepted = accept(listener, nil, nil)
        guard accepted >= 0, let host = try? DescriptorTransport(adopting: accepted, name: "host") else { return }
        let fromHost = Listener(hearsBoard: false)
        let fromBoard = Listener(hearsBoard: true)
        let atBoard = Listener(hearsBoard: false)
        do {
            while true {
                let shares = lock.withLock { self.shares }
                try pass(from: host, to: board, damages: shares.toBoard, before: fromHost) { byte in
                    if atBoard.decoder.push(byte) { self.lock.withLock { self.heard.append(Date().timeIntervalSince1970) } }
                }
                try pass(from: board, to: host, damages: shares.toHost, before: fromBoard) { _ in }
            }
        } catch {
            host.close()
        }
    }

    private func pass(
        from source: any ByteTransport, to destination: any ByteTransport, damages share: Double, before listener: Listener,
        after hear: (UInt8) -> Void
    ) throws {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = try buffer.withUnsafeMutableBytes { try source.read(into: $0, timeoutMilliseconds: 1) }
        guard count > 0 else { return }
        for index in 0..<count where listener.decoder.push(buffer[index]) {
            if listener.hearsBoard { noteHeartbeat(listener.decoder) } else { noteCommand(listener.decoder) }
        }
        if share > 0 {
            for index in 0..<count where Double.random(in: 0..<1) < share { buffer[index] ^= UInt8(1 << Int.random(in: 0..<8)) }
        }
        buffer[..<count].forEach(hear)
        try buffer[..<count].withUnsafeBytes { try destination.write($0, timeoutMilliseconds: 5000) }
    }

    private func noteHeartbeat(_ decoder: borrowing FrameDecoder) {
        guard decoder.header.kind == .heartbeat else { return }
        let message = HeartbeatMessage(decoder.payload)
        lock.withLock { newest = message }
    }

    private func noteCommand(_ decoder: borrowing FrameDecoder) {
        guard decoder.header.kind == .feedback, let message = FeedbackMessage(decoder.payload), message.action.actuator == 1 else {
            return
        }
        let isOn = if case .off = message.action.pattern { false } else { true }
        lock.withLock {
            guard !sent.contains(where: { $0.sequence == message.sequence && $0.isOn == isOn }) else { return }
            sent.append(
                Command(
                    sequence: message.sequence, time: Date().timeIntervalSince1970,
                    timeToLive: Double(message.timeToLive) / 1000, light: .led(Int(message.action.unit)), isOn: isOn))
        }
    }

    /// A decoder and its memory.
    private final class Listener {
        private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
        var decoder: FrameDecoder

        /// Both sides send heartbeats; only the board's tell what it counted.
        let hearsBoard: Bool

        init(hearsBoard: Bool) {
            self.hearsBoard = hearsBoard
            decoder = FrameDecoder(buffer: memory)
        }

        deinit { memory.deallocate() }
    }
}
