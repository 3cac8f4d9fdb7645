import Foundation
import MotionCore
import Threads

/// A connection to a broker that comes back by itself, on a thread of its own, which alone calls the library.
///
/// What is to be published waits here, bounded, until the broker takes it; so much of it is on its way at a time, and what is too
/// late by then is not sent. The session outlives the connection: what was on its way arrives once, also when the line was cut, and
/// before all that came after it.
final class MQTTConnection: @unchecked Sendable {
    private let library: Mosquitto
    private let address: MQTTAddress
    private let client: Mosquitto.Client
    private let owner: Unmanaged<Owner>
    /// Says how it goes, on the connection's thread.
    private let report: @Sendable (String) -> Void
    /// Which topics it hears, and who hears of their messages, on the connection's thread; nil: none.
    private let requests: Requests?
    /// Wakes the thread: one end is written to, the other one polled.
    private let (wakes, woken): (Int32, Int32)
    /// Guards what follows.
    private let signal = ThreadSignal()
    private var backlog = MQTTBacklog(bytes: 1 << 20)
    private var isConnected = false
    private var isClosing = false
    private var hasEnded = false

    /// Touched on the connection's thread alone: whether the broker has just let this in; whether it has refused to, and said why;
    /// and what was reported last.
    private var isNew = false
    private var isRefused = false
    private var lastReport = ""

    /// Topics, and who hears of their messages: of the connection, the topic and the message.
    typealias Requests = (topics: String, heard: @Sendable (MQTTConnection, String, String) -> Void)

    /// Seconds between signs of life; a broker that gives none is left after one and a half of them.
    private static let keepAlive: Int32 = 10
    /// Seconds for which a broker is to keep a session that lost its connection.
    private static let sessionSeconds: UInt32 = 3600
    /// Seconds of a connection after which the next attempt follows at once: two clients with one name would take turns otherwise.
    private static let lasting = 5.0

    /// - Parameters:
    ///   - name: of the client: the same one takes the same session up again.
    ///   - will: what the broker is to publish if this ends without a word.
    ///   - requests: which topics it hears, and who hears of their messages, on the connection's thread; not of what was kept from
    ///     earlier times.
    ///   - report: hears how it goes: a sentence, each once.
    /// - Throws: that the library refuses something, or that there is no thread.
    init(
        _ address: MQTTAddress, by library: Mosquitto, name: String, will: MQTTMessage, requests: Requests?,
        report: @escaping @Sendable (String) -> Void
    ) throws(OutletError) {
        (self.library, self.address, self.requests, self.report) = (library, address, requests, report)
        let owner = Owner()
        self.owner = Unmanaged.passRetained(owner)
        guard let client = library.new(name, false, self.owner.toOpaque()) else {
            self.owner.release()
            throw .refused(address: address.shown, reason: "the client's name “\(name)” is none")
        }
        self.client = client
        var ends: [Int32] = [-1, -1]
        let hasPipe = pipe(&ends) == 0
        (wakes, woken) = (ends[1], ends[0])
        owner.connection = self
        do throws(OutletError) {
            guard hasPipe else { throw .refused(address: address.shown, reason: String(cString: strerror(errno))) }
            for end in ends {
                _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
            try prepare(will)
            do throws(NoThread) {
                try OwnThread.start { self.lead() }
            } catch {
                throw .refused(address: address.shown, reason: "\(error)")
            }
        } catch {
            giveBack()
            throw error
        }
    }

    /// What a callback of the library finds its connection by.
    private final class Owner {
        weak var connection: MQTTConnection?
    }

    private func giveBack() {
        library.destroy(client)
        owner.release()
        for end in [wakes, woken] where end >= 0 { Foundation.close(end) }
    }

    private func prepare(_ will: MQTTMessage) throws(OutletError) {
        try check(library.setOption(client, Mosquitto.Number.protocolVersion, address.version.rawValue))
        try check(library.setOption(client, Mosquitto.Number.sendMaximum, Int32(MQTTBacklog.most)))
        if let user = address.user { try check(library.setAccount(client, user, address.password)) }
        if address.isSecure {
            for file in [address.authority, address.certificate, address.key].compactMap(\.self) where access(file, R_OK) != 0 {
                throw .refused(address: address.shown, reason: "\(file): \(String(cString: strerror(errno)))")
            }
            if let authority = address.authority {
                try check(library.setTLS(client, authority, nil, address.certificate, address.key, nil))
            } else {
                try check(library.setOption(client, Mosquitto.Number.systemCertificates, 1))
            }
        }
        try check(
            library.setWill(
                client, will.topic, Int32(will.payload.utf8.count), will.payload, will.delivery.rawValue, will.isRetained, nil))
        library.onConnect(client) { _, owner, code, _, _ in MQTTConnection.found(owner)?.answered(code) }
        library.onDisconnect(client) { _, owner, _, _ in MQTTConnection.found(owner)?.disconnected() }
        library.onMessage(client) { _, owner, message in
            if let message { MQTTConnection.found(owner)?.heard(Mosquitto.message(message)) }
        }
        library.onPublish(client) { _, owner, _, code, _ in MQTTConnection.found(owner)?.published(code) }
    }

    private func check(_ code: Int32) throws(OutletError) {
        if code != 0 { throw .refused(address: address.shown, reason: library.reason(code)) }
    }

    private static func found(_ owner: UnsafeMutableRawPointer?) -> MQTTConnection? {
        owner.flatMap { Unmanaged<Owner>.fromOpaque($0).takeUnretainedValue().connection }
    }
}

// MARK: - From any thread

extension MQTTConnection {
    /// What never left, or was refused, so far.
    var dropped: UInt64 { locked { backlog.dropped } }

    func publish(_ message: MQTTMessage) {
        locked { backlog.append(message) }
        wake()
    }

    /// Publishes what every subscriber may know at any time, now and at each new connection; the last one of a topic holds.
    func keep(_ message: MQTTMessage) {
        locked { backlog.keep(message) }
        wake()
    }

    /// Hands on what waits, and ends.
    ///
    /// - Returns: whether all of it was taken in time.
    func close(within seconds: Double) -> Bool {
        let deadline = ThreadSignal.deadline(in: .seconds(seconds))
        signal.lock()
        defer { signal.unlock() }
        while isConnected, !backlog.isEmpty, signal.wait(until: deadline) {}
        let isTold = backlog.isEmpty
        isClosing = true
        signal.raise()
        wakeLocked()
        let patience = ThreadSignal.deadline(in: .seconds(0.5))
        while !hasEnded, signal.wait(until: patience) {}
        return isTold
    }

    private func wake() {
        signal.lock()
        wakeLocked()
        signal.unlock()
    }

    private func wakeLocked() {
        guard !hasEnded else { return }
        var byte: UInt8 = 0
        _ = write(wakes, &byte, 1)
    }

    @discardableResult
    private func locked<Result>(_ body: () -> Result) -> Result {
        signal.lock()
        defer { signal.unlock() }
        return body()
    }
}

// MARK: - On the connection's thread

extension MQTTConnection {
    private func lead() {
        var isFirst = true
        var pause = 0.5
        while !locked({ isClosing }) {
            isRefused = false
            let begun = Date()
            var code = isFirst ? connect() : library.reconnect(client)
            isFirst = false
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

    private func answered(_ code: Int32) {
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

    private func disconnected() {
        isNew = false
        locked {
            isConnected = false
            signal.raise()
        }
    }

    private func heard(_ message: (topic: String, payload: String, isRetained: Bool)) {
        if !message.isRetained { requests?.heard(self, message.topic, message.payload) }
    }

    private func published(_ code: Int32) {
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
