package import Transport
package import WireProtocol

/// Brings a network to a device over its line: greets it, sends the image, and goes on until the device runs it, or tells why not.
///
///     let installer = Installer(over: line, session: .random(in: 1...UInt32.max)) { progress in show(progress) }
///     let device = try installer.run(.install(image: image, imageHash: imageHash, network: networkHash))
///
/// What the line loses, it sends again; a device that resets in between is begun with again. Whatever ends it, the device runs the
/// network that it ran, or the new one.
package final class Installer {
    /// What is to become of the device's network.
    package enum Goal: Sendable {
        /// The bytes of a network image, their hash, and the hash of the network that HELLO will tell when it runs.
        case install(image: [UInt8], imageHash: UInt64, network: UInt64)
        /// The network that the firmware was built with is to run.
        case forget
    }

    /// Told as it happens.
    package enum Progress: Sendable {
        /// The device has announced itself.
        case greeted(HelloMessage)
        /// So many bytes of the image have arrived.
        case sent(Int)
    }

    private let line: any DeviceLine
    private let tell: (Progress) -> Void
    private let memory: UnsafeMutablePointer<UInt8>
    private var link: HostLink
    private var upload: NetworkUpload?
    /// Steps that were sent again.
    package var repetitions: Int { upload?.repetitions ?? 0 }

    private static let memoryBytes = HostLink.fixedMemory + 8192
    /// Microseconds for a HELLO.
    private static let greetingPatience: UInt64 = 5_000_000
    /// Microseconds for the HELLO of a new session.
    private static let settling: UInt64 = 300_000
    /// Most microseconds that the line is listened to at a time.
    private static let turn: UInt64 = 20_000

    package init(over line: any DeviceLine, session: UInt32, tell: @escaping (Progress) -> Void) {
        self.line = line
        self.tell = tell
        memory = .allocate(capacity: Self.memoryBytes)
        link = HostLink(session: session, memory: memory, memoryCount: Self.memoryBytes)
    }

    deinit { memory.deallocate() }

    /// - Parameter sequence: of the first step: drawn, so that it is none that the device remembers.
    /// - Returns: the device as it announces itself in the end.
    package func run(_ goal: Goal, sequence: UInt16 = .random(in: 0...UInt16.max)) throws(InstallFailure) -> HelloMessage {
        link.open(now: line.now)
        defer { sayGoodbye() }
        let device = try greet()
        guard device.capabilities.contains(.installs) else { throw .cannot(device) }
        upload = NetworkUpload(goal.upload, sequence: sequence, before: device.network)
        while true {
            if let ended = try judge(goal) { return ended }
            try turn(until: line.now + Self.turn)
        }
    }

    private func greet() throws(InstallFailure) -> HelloMessage {
        let end = line.now + Self.greetingPatience
        while line.now < end {
            try turn(until: min(end, line.now + Self.turn))
            if let device = link.device, link.isGreeted { return device }
        }
        throw .noDevice
    }

    /// - Returns: the device once it runs what it shall; nil while it goes on.
    private func judge(_ goal: Goal) throws(InstallFailure) -> HelloMessage? {
        switch upload?.state {
        case .done:
            // A device that runs another network now says HELLO right after its answer.
            let settled = line.now + Self.settling
            let end = line.now + Self.greetingPatience
            while line.now < end {
                try turn(until: min(end, line.now + Self.turn))
                if line.now >= settled, let device = link.device, link.isGreeted, goal.isReached(by: device) { return device }
            }
            throw .notRunning
        case .refused(let status): throw .refused(status)
        case .unanswered: throw .unanswered
        case .running, nil: return nil
        }
    }
}

// MARK: - The line

extension Installer {
    /// Sends what is due, and listens for a moment.
    private func turn(until time: UInt64) throws(InstallFailure) {
        while let event = link.poll(now: line.now) { try take(event) }
        if let message = upload?.due(line.now), let bytes = upload?.bytes(of: message) {
            bytes.withUnsafeBufferPointer { link.send(message, bytes: $0, now: line.now) }
        }
        try flush()
        let received: [UInt8]
        do throws(LineStop) { received = try line.receive(until: time) } catch { throw .line(error) }
        for byte in received {
            var event = link.receive(byte, now: line.now)
            while let happened = event {
                try take(happened)
                event = link.next(now: line.now)
            }
        }
    }

    private func take(_ event: HostEvent) throws(InstallFailure) {
        switch event {
        case .greeted:
            guard let device = link.device else { return }
            tell(.greeted(device))
            upload?.deviceGreeted(runs: device.network)
        case .installed(let answer):
            upload?.take(answer)
            if case .running(let sent)? = upload?.state { tell(.sent(sent)) }
        case .otherVersion: throw .otherVersion
        default: break
        }
    }

    private func flush() throws(InstallFailure) {
        guard link.outgoingCount > 0 else { return }
        let bytes = Array(UnsafeBufferPointer(start: link.outgoing, count: link.outgoingCount))
        link.consume(bytes.count)
        do throws(LineStop) { try line.send(bytes) } catch { throw .line(error) }
    }

    /// The device turns off what was on; the port may be gone already.
    private func sayGoodbye() {
        link.sayGoodbye(now: line.now)
        try? flush()
    }
}

extension Installer.Goal {
    fileprivate var upload: NetworkUpload.Goal {
        switch self {
        case .install(let image, let hash, let network): .install(image, hash: hash, network: network)
        case .forget: .forget
        }
    }

    fileprivate func isReached(by device: HelloMessage) -> Bool {
        switch self {
        // A device may leave it out, where its HELLO has no room.
        case .install(_, _, let network): device.network == nil || device.network == network
        case .forget: true
        }
    }
}
