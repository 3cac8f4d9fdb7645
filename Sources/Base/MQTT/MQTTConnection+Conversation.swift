import Foundation
import MotionCore
import Threads

/// What a connection does on its thread, which alone calls the library.
extension MQTTConnection {
    func lead() {
        var pause = 0.5
        while !locked({ isClosing }) {
            isRefused = false
            let begun = Date()
            var code = connect()
            if code == 0 { code = converse() }
            let reason = library.reason(code)
            disconnected()
            if locked({ isClosing }) { break }
            if !isRefused {
                tell("\(address.shown): \(reason); it is tried again, and what is to be told waits")
            }
            if Date().timeIntervalSince(begun) > Self.lasting { pause = 0.5 }
            wait(pause)
            pause = min(2 * pause, 8)
        }
        signal.lock()
        giveBack()
        hasEnded = true
        signal.raise()
        signal.unlock()
    }

    private func connect() -> Int32 {
        var properties: Mosquitto.Properties?
        defer { library.freeProperties(&properties) }
        if address.version == .five { _ = library.addNumber(&properties, Mosquitto.Number.sessionExpiry, sessionSeconds) }
        return library.connect(client, address.host, Int32(address.port), Self.keepAlive, nil, properties)
    }

    /// Reads and writes until the connection ends.
    ///
    /// - Returns: why it did.
    private func converse() -> Int32 {
        var hasLeft = false
        var pause: Int32 = 500
        while true {
            if locked({ isClosing }), !hasLeft {
                hasLeft = true
                let code = leave()
                if code != 0 { return code }
            }
            let socket = library.socket(client)
            guard socket >= 0 else { return Mosquitto.Number.noConnection }
            let wantsToWrite = library.wantsToWrite(client)
            var polled = [
                pollfd(fd: socket, events: Int16(POLLIN | (wantsToWrite ? POLLOUT : 0)), revents: 0),
                pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&polled, 2, hasLeft ? 100 : pause)
            if polled[1].revents != 0 { pipe.drain() }
            var code: Int32 = 0
            if polled[0].revents & ~Int16(POLLOUT) != 0 { code = readWhatIsThere() }
            if code == 0, polled[0].revents & Int16(POLLOUT) != 0 { code = library.write(client, 1) }
            if code == 0 { code = library.keepUp(client) }
            if code != 0 || (hasLeft && !locked({ isConnected })) { return code }
            // What was on its way when a line was cut has gone out again by now, before all that follows.
            if isNew { begin() }
            guard !hasLeft else { continue }
            if let listener, locked({ isConnected }) { pause = min(500, max(0, listener.turn(self))) }
            publishWhatWaits()
        }
    }

    /// Reads messages until none is there, but not for ever: the listener wants its turn, too.
    private func readWhatIsThere() -> Int32 {
        for _ in 0..<Self.mostAtATime {
            let before = sent.heard
            let code = library.read(client, 1)
            if code != 0 || sent.heard == before { return code }
        }
        return 0
    }

    private static let mostAtATime = 64

    private func wait(_ seconds: Double) {
        let deadline = ThreadSignal.deadline(in: .seconds(seconds))
        signal.lock()
        while !isClosing, signal.wait(until: deadline) {}
        signal.unlock()
    }

    /// Ends in order: with MQTT 5 the broker does not keep the session.
    private func leave() -> Int32 {
        var properties: Mosquitto.Properties?
        defer { library.freeProperties(&properties) }
        if address.version == .five { _ = library.addNumber(&properties, Mosquitto.Number.sessionExpiry, 0) }
        return library.disconnect(client, 0, properties)
    }

    func answered(_ code: Int32) {
        isNew = code == 0
        isRefused = code != 0
        if isRefused {
            tell("\(address.shown) refuses the connection: \(library.refusal(code, address.version))")
        }
    }

    private func begin() {
        isNew = false
        locked {
            isConnected = true
            backlog.beginAnew()
        }
        tell("\(address.shown): connected")
        guard let listener else { return }
        listener.connected(self)
        for subscription in listener.subscriptions {
            _ = library.subscribe(client, nil, subscription.filter, subscription.isCertain ? 1 : 0)
        }
    }

    func disconnected() {
        isNew = false
        sent = SentAtOnce()
        let wasConnected = locked {
            defer { isConnected = false }
            signal.raise()
            return isConnected
        }
        if wasConnected { listener?.disconnected(self) }
    }

    func heard(_ message: MQTTReceived) {
        sent.heard &+= 1
        listener?.heard(message, by: self)
    }

    func published(_ number: Int32, _ code: Int32) {
        if sent.isDone(number) { return }
        let isRefused = address.version == .five && code >= 0x80
        locked {
            backlog.taken(isRefused: isRefused)
            signal.raise()
        }
        if isRefused { tell("\(address.shown) refuses what it is told: \(library.refusal(code, address.version))") }
    }

    func subscribed(_ codes: UnsafeBufferPointer<Int32>) {
        guard let code = codes.first(where: { $0 >= 0x80 }) else { return }
        tell("\(address.shown) refuses to hand on what is asked for: \(library.refusal(code, .five))")
    }

    private func tell(_ sentence: String) {
        if lastReport != sentence { report(sentence) }
        lastReport = sentence
    }

    /// Publishes as much as may be on its way: first what every subscriber may know.
    private func publishWhatWaits() {
        while let message = next() {
            let code = publishNow(message)
            guard code != 0 else { continue }
            // The library has it, and sends it when the connection is back.
            if Mosquitto.Number.ofLostConnections.contains(code) { return }
            locked {
                backlog.taken(isRefused: true)
                signal.raise()
            }
            tell("\(address.shown): what was to be told at \(message.topic) cannot be: \(library.reason(code))")
        }
    }

    private func next() -> MQTTMessage? {
        locked {
            let message = isConnected ? backlog.next(now: Date().timeIntervalSince1970) : nil
            // Whoever waits for the end looks whether all is told.
            if message == nil { signal.raise() }
            return message
        }
    }

    private func publishNow(_ message: MQTTMessage) -> Int32 {
        var properties: Mosquitto.Properties?
        defer { library.freeProperties(&properties) }
        if address.version == .five, let expires = message.expires {
            let seconds = max(1, (expires - Date().timeIntervalSince1970).rounded(.up))
            _ = library.addNumber(&properties, Mosquitto.Number.messageExpiry, UInt32(saturating: seconds))
        }
        return library.publish(
            client, nil, message.topic, Int32(message.payload.utf8.count), message.payload, message.delivery.rawValue,
            message.isRetained, properties)
    }
}

// MARK: - At once, or never

extension MQTTConnection {
    /// Bytes that may wait for the broker to read on.
    private static let mostWaiting = 1 << 18

    /// Hands bytes on at once, without waiting for anybody to acknowledge them: what follows soon after makes up for them. On the
    /// connection's thread alone; allocates nothing itself.
    ///
    /// - Returns: false if they are lost: there is no connection, or the broker takes nothing.
    package func send(_ topic: UnsafePointer<CChar>, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard sent.waiting < Self.mostWaiting, locked({ isConnected }) else { return false }
        var number: Int32 = 0
        sent.begin()
        let code = library.publish(client, &number, topic, Int32(bytes.count), bytes.baseAddress, 0, false, nil)
        sent.end(code == 0 ? number : nil, bytes.count)
        return code == 0
    }
}

/// What was handed on at once and may not have left yet. The library tells when it has, by the number of a message, and does not
/// tell which ones somebody was to acknowledge.
struct SentAtOnce {
    /// Bytes that have not left yet.
    private(set) var waiting = 0
    /// Messages that came.
    var heard: UInt64 = 0
    /// Bytes by the numbers of their messages.
    private var numbers: [Int32: Int] = [:]
    private var isSending = false
    private var done: Int32?

    mutating func begin() {
        isSending = true
        done = nil
    }

    /// - Parameter number: nil: the library did not take it.
    mutating func end(_ number: Int32?, _ bytes: Int) {
        isSending = false
        guard let number, done != number else { return }
        waiting += bytes - (numbers.updateValue(bytes, forKey: number) ?? 0)
    }

    /// Whether the message that has left is one of these.
    mutating func isDone(_ number: Int32) -> Bool {
        if let bytes = numbers.removeValue(forKey: number) {
            waiting -= bytes
            return true
        }
        if isSending { done = number }
        return isSending
    }
}
