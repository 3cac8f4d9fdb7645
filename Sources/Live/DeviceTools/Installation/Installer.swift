package import Transport
package import WireProtocol

/// Brings a network to a device over its line: greets it, sends the image, and goes on until the device's HELLO says that it runs
/// it, or tells why not.
///
///     let installer = Installer(over: line, session: .random(in: 1...UInt32.max)) { progress in show(progress) }
///     let installed = try installer.run(.install(image: image, imageHash: imageHash, network: networkHash))
///
/// What the line loses, it sends again; a device that resets in between is begun with again. Whatever ends it, the device runs the
/// network that it ran, or the new one, and an end comes whatever the device does.
package final class Installer {
    /// Told as it happens.
    package enum Progress: Sendable {
        /// The device has announced itself.
        case greeted(HelloMessage)
        /// So many bytes of the image have arrived.
        case sent(Int)
    }

    private let line: any DeviceLine
    private let tell: (Progress) -> Void
    private let session: UInt32
    private let memory: UnsafeMutablePointer<UInt8>
    private var link: HostLink
    /// Reads each HELLO, also those that tell the link nothing new.
    private var ear: FrameDecoder
    private var upload: NetworkUpload?
    /// The device as it greeted first, and last.
    private var before: HelloMessage?
    private var device: HelloMessage?
    /// Messages that were sent again.
    package var repetitions: Int { upload?.repetitions ?? 0 }

    private static let linkBytes = HostLink.fixedMemory + 8192
    /// Microseconds for the first HELLO.
    private static let greetingPatience: UInt64 = 5_000_000
    /// Most microseconds that the line is listened to at a time.
    private static let turn: UInt64 = 20_000

    package init(over line: any DeviceLine, session: UInt32, tell: @escaping (Progress) -> Void) {
        self.line = line
        self.tell = tell
        self.session = session
        memory = .allocate(capacity: Self.linkBytes + FrameLimits.encoded)
        link = HostLink(session: session, memory: memory, memoryCount: Self.linkBytes)
        ear = FrameDecoder(buffer: memory + Self.linkBytes)
    }

    deinit { memory.deallocate() }

    /// - Parameter sequence: of the first step: drawn, so that it is none that the device remembers.
    package func run(_ goal: InstallGoal, sequence: UInt16 = .random(in: 0...UInt16.max)) throws(InstallFailure) -> Installed {
        do throws(InstallFailure.Reason) {
            let installed = try install(goal, sequence)
            sayGoodbye()
            return installed
        } catch {
            // Another board is sent nothing, not even that.
            if case .otherBoard = error {} else { sayGoodbye() }
            throw InstallFailure(reason: error, device: before.map { Board($0) }, order: upload?.order ?? .none, goal: goal)
        }
    }

    private func install(_ goal: InstallGoal, _ sequence: UInt16) throws(InstallFailure.Reason) -> Installed {
        link.open(now: line.now)
        let before = try greet()
        guard before.capabilities.contains(.installs) else { throw .takesNone }
        upload = NetworkUpload(goal, on: Board(before), sequence: sequence, now: line.now)
        while true {
            try turn(until: line.now + Self.turn)
            switch upload?.state {
            case .done: if let device { return Installed(before: before, device: device) }
            case .failed(let reason): throw reason
            case .running, nil: break
            }
        }
    }

    private func greet() throws(InstallFailure.Reason) -> HelloMessage {
        let end = line.now + Self.greetingPatience
        while line.now < end {
            try turn(until: min(end, line.now + Self.turn))
            if let before { return before }
        }
        throw .noDevice
    }
}

// MARK: - The line

extension Installer {
    /// Sends what is due, and listens for a moment.
    private func turn(until time: UInt64) throws(InstallFailure.Reason) {
        while let event = link.poll(now: line.now) { try take(event) }
        try flush()
        switch upload?.due(line.now) {
        case .hello: try send(HostFrames.hello(session: session, now: line.now))
        case .step(let message):
            upload?.bytes(of: message).withUnsafeBufferPointer { link.send(message, bytes: $0, now: line.now) }
            try flush()
        case nil: break
        }
        let received: [UInt8]
        do throws(LineStop) { received = try line.receive(until: time) } catch { throw InstallFailure.Reason(error) }
        for byte in received {
            if ear.push(byte) { try hear() }
            var event = link.receive(byte, now: line.now)
            while let happened = event {
                try take(happened)
                event = link.next(now: line.now)
            }
        }
    }

    /// Any HELLO of a device: a link tells only of those that begin a session.
    private func hear() throws(InstallFailure.Reason) {
        guard case .hello? = ear.header.kind, let hello = HelloMessage(ear.payload), hello.role == .device else { return }
        device = hello
        guard before != nil else {
            before = hello
            return tell(.greeted(hello))
        }
        upload?.hear(Board(hello), line.now)
        // At once: what came after it is another board's, too.
        if case .failed(let reason)? = upload?.state { throw reason }
    }

    private func take(_ event: HostEvent) throws(InstallFailure.Reason) {
        switch event {
        case .restarted: upload?.loseTrack(line.now)
        case .installed(let answer):
            upload?.take(answer, line.now)
            if let upload, case .running = upload.state { tell(.sent(upload.sent)) }
        case .otherVersion: throw .otherVersion
        default: break
        }
    }

    private func flush() throws(InstallFailure.Reason) {
        guard link.outgoingCount > 0 else { return }
        let bytes = Array(UnsafeBufferPointer(start: link.outgoing, count: link.outgoingCount))
        link.consume(bytes.count)
        try send(bytes)
    }

    private func send(_ bytes: [UInt8]) throws(InstallFailure.Reason) {
        do throws(LineStop) { try line.send(bytes) } catch { throw InstallFailure.Reason(error) }
    }

    /// The device turns off what was on; the port may be gone already.
    private func sayGoodbye() {
        link.sayGoodbye(now: line.now)
        try? flush()
    }
}

extension InstallFailure.Reason: Error {
    init(_ stop: LineStop) {
        self =
            switch stop {
            case .interrupted: .interrupted
            case .transport(let error): .lost(error)
            }
    }
}
