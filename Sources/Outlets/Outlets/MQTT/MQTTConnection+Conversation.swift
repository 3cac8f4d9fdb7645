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
        if address.version == .five { _ = library.addNumber(&properties, Mosquitto.Number.sessionExpiry, Self.sessionSeconds) }
        return library.connect(client, address.host, Int32(address.port), Self.keepAlive, nil, properties)
    }

    /// Reads and writes until the connection ends.
    ///
    /// - Returns: why it did.
    private func converse() -> Int32 {
        var hasLeft = false
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
                pollfd(fd: woken, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&polled, 2, hasLeft ? 100 : 500)
            if polled[1].revents != 0 { drain() }
            var code: Int32 = 0
            if polled[0].revents & ~Int16(POLLOUT) != 0 { code = library.read(client, 1) }
            if code == 0, polled[0].revents & Int16(POLLOUT) != 0 { code = library.write(client, 1) }
            if code == 0 { code = library.keepUp(client) }
            if code != 0 || (hasLeft && !locked({ isConnected })) { return code }
            // What was on its way when a line was cut has gone out again by now, before all that follows.
            if isNew { begin() }
            if !hasLeft { publishWhatWaits() }
        }
    }

    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(woken, &bytes, bytes.count) > 0 {}
    }

    private func wait(_ seconds: Double) {
        let deadline = ThreadSignal.deadline(in: .seconds(seconds))
        signal.lock()
        while !isClosing, signal.wait(until: deadline) {}
        signal.unlock()
    }

    /// Ends in order: the broker need not keep the session.
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
        // At most once: what could not be heard when it was said is not to be done later.
        if let requests { _ = library.subscribe(client, nil, requests.topics, 0) }
    }

    func disconnected() {
        isNew = false
        locked {
            isConnected = false
            signal.raise()
        }
    }

    func heard(_ message: (topic: String, payload: String, isRetained: Bool)) {
        if !message.isRetained { requests?.heard(self, message.topic, message.payload) }
    }

    func published(_ code: Int32) {
        let isRefused = address.version == .five && code >= 0x80
        locked {
            backlog.taken(isRefused: isRefused)
            signal.raise()
        }
        if isRefused { tell("\(address.shown) refuses what it is told: \(library.refusal(code, address.version))") }
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
