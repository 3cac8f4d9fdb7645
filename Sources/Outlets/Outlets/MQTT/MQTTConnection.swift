import Foundation
import Threads

/// A connection to a broker that comes back by itself, on a thread of its own.
///
/// What is to be published waits here, bounded, until the broker takes it; so much of it is on its way at a time, and what is too
/// late by then is not sent. The session outlives the connection: what was on its way arrives once, also when the line was cut.
final class MQTTConnection: @unchecked Sendable {
    private let library: Mosquitto
    private let address: MQTTAddress
    private let client: Mosquitto.Client
    /// Says how it goes, on the connection's thread.
    private let report: @Sendable (String) -> Void
    /// Which topics it hears, and who hears of their messages, on the connection's thread; nil: none.
    private let requests: (topics: String, heard: @Sendable (_ topic: String, _ payload: String) -> Void)?
    /// Guards what follows.
    private let signal = ThreadSignal()
    /// What every subscriber may know at any time, told anew at each connection, by topic.
    private var standing: [(topic: String, message: MQTTMessage)] = []
    private var waiting = WaitingMessages(bytes: 1 << 20)
    /// Published, and not yet taken.
    private var underway = 0
    private var isConnected = false
    private var isClosing = false
    private var hasEnded = false
    /// Somebody publishes: one at a time, or their order would be lost.
    private var isPublishing = false
    /// What was said of it last.
    private var lastReport = ""
    /// Whether the broker has answered the present attempt, and so said by itself what is wrong, if anything is.
    private var isAnswered = false
    private let owner: Unmanaged<Owner>

    /// Messages on their way at a time.
    private static let most = 16
    /// Seconds between signs of life; a broker that gives none is left after one and a half of them.
    private static let keepAlive: Int32 = 10
    /// Seconds for which a broker is to keep a session that lost its connection.
    private static let sessionSeconds: UInt32 = 3600

    /// - Parameters:
    ///   - name: of the client: the same one takes the same session up again.
    ///   - will: what the broker is to publish if this ends without a word.
    ///   - requests: which topics it hears, and who hears of their messages, on the connection's thread; not of what was kept from
    ///     earlier times.
    ///   - report: hears how it goes: a sentence, each once.
    /// - Throws: that the library refuses something, or that there is no thread.
    init(
        _ address: MQTTAddress, by library: Mosquitto, name: String, will: MQTTMessage,
        requests: (topics: String, heard: @Sendable (_ topic: String, _ payload: String) -> Void)?,
        report: @escaping @Sendable (String) -> Void
    ) throws(OutletError) {
        (self.library, self.address, self.requests, self.report) = (library, address, requests, report)
        let owner = Owner()
        self.owner = Unmanaged.passRetained(owner)
        guard let client = library.new(name, false, self.owner.toOpaque()) else {
            throw .refused(address: address.shown, reason: "the client's name “\(name)” is none")
        }
        self.client = client
        owner.connection = self
        try prepare(will)
        do throws(NoThread) {
            try OwnThread.start { self.lead() }
        } catch {
            throw .refused(address: address.shown, reason: "\(error)")
        }
    }

    /// What a callback of the library finds its connection by.
    private final class Owner {
        weak var connection: MQTTConnection?
    }

    private func prepare(_ will: MQTTMessage) throws(OutletError) {
        try check(library.threaded(client, true))
        try check(library.setOption(client, Mosquitto.Number.protocolVersion, address.version.rawValue))
        try check(library.setOption(client, Mosquitto.Number.sendMaximum, Int32(Self.most)))
        if let user = address.user { try check(library.setAccount(client, user, address.password)) }
        if address.isSecure {
            for file in [address.authority, address.certificate, address.key].compactMap(\.self) where access(file, R_OK) != 0 {
                throw .refused(address: address.shown, reason: "\(file): \(String(cString: strerror(errno)))")
            }
            if address.authority == nil { try check(library.setOption(client, Mosquitto.Number.systemCertificates, 1)) }
            if (address.authority ?? address.certificate) != nil {
                try check(library.setTLS(client, address.authority, nil, address.certificate, address.key, nil))
            }
        }
        try check(
            library.setWill(
                client, will.topic, Int32(will.payload.utf8.count), will.payload, will.delivery.rawValue, will.isRetained, nil))
        library.onConnect(client) { _, owner, code, _, _ in MQTTConnection.found(owner)?.connected(code) }
        library.onDisconnect(client) { _, owner, _, _ in MQTTConnection.found(owner)?.disconnected() }
        library.onMessage(client) { _, owner, message in
            if let message { MQTTConnection.found(owner)?.heard(Mosquitto.message(message)) }
        }
        library.onPublish(client) { _, owner, _, _, _ in MQTTConnection.found(owner)?.published() }
    }

    private func check(_ code: Int32) throws(OutletError) {
        if code != 0 { throw .refused(address: address.shown, reason: library.reason(code)) }
    }

    private static func found(_ owner: UnsafeMutableRawPointer?) -> MQTTConnection? {
        owner.flatMap { Unmanaged<Owner>.fromOpaque($0).takeUnretainedValue().connection }
    }

    // MARK: From the outlet

    /// What never left, so far.
    var dropped: UInt64 { locked { waiting.dropped } }

    func publish(_ message: MQTTMessage) {
        locked { waiting.append(message) }
        pump()
    }

    /// Publishes what every subscriber may know at any time, now and at each new connection; the last one of a topic holds.
    func keep(_ message: MQTTMessage) {
        var message = message
        (message.isRetained, message.delivery) = (true, .atLeastOnce)
        let isNew = locked {
            guard let place = standing.firstIndex(where: { $0.topic == message.topic }) else {
                standing.append((message.topic, message))
                return isConnected
            }
            guard standing[place].message != message else { return false }
            standing[place].message = message
            return isConnected
        }
        if isNew { publish(message) }
    }

    /// Hands on what waits, and ends.
    ///
    /// - Returns: whether all of it was taken in time.
    func close(within seconds: Double) -> Bool {
        let deadline = ThreadSignal.deadline(in: .seconds(seconds))
        signal.lock()
        defer { signal.unlock() }
        while isConnected, !(waiting.isEmpty && underway == 0), signal.wait(until: deadline) {}
        let isEmpty = waiting.isEmpty && underway == 0
        isClosing = true
        signal.raise()
        if isConnected {
            signal.unlock()
            _ = library.disconnect(client, 0, nil)
            signal.lock()
        }
        let patience = ThreadSignal.deadline(in: .seconds(0.5))
        while !hasEnded, signal.wait(until: patience) {}
        return isEmpty
    }

    // MARK: On the connection's thread

    private func lead() {
        var isFirst = true
        var pause = 0.5
        while !locked({ isClosing }) {
            locked { isAnswered = false }
            var code = isFirst ? connect() : library.reconnect(client)
            isFirst = false
            var wasConnected = false
            while code == 0, !locked({ isClosing && !isConnected }) {
                code = library.loop(client, 500, 1)
                wasConnected = wasConnected || locked { isConnected }
            }
            let reason = library.reason(code)
            disconnected()
            if locked({ isClosing }) { break }
            if wasConnected || !locked({ isAnswered }) {
                tell("\(address.shown): \(reason); it is tried again, and what is to be told waits")
            }
            if wasConnected { pause = 0.5 }
            wait(pause)
            pause = min(2 * pause, 8)
        }
        library.destroy(client)
        owner.release()
        signal.lock()
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

    private func wait(_ seconds: Double) {
        let deadline = ThreadSignal.deadline(in: .seconds(seconds))
        signal.lock()
        while !isClosing, signal.wait(until: deadline) {}
        signal.unlock()
    }

    private func connected(_ code: Int32) {
        locked { isAnswered = true }
        guard code == 0 else {
            return tell("\(address.shown) refuses the connection: \(library.refusal(code, address.version))")
        }
        let news = locked {
            isConnected = true
            return standing.map(\.message)
        }
        tell("\(address.shown): connected")
        // At most once: what could not be heard when it was said is not to be done later.
        if let requests { _ = library.subscribe(client, nil, requests.topics, 0) }
        for message in news { publishNow(message) }
        pump()
    }

    private func disconnected() {
        locked {
            isConnected = false
            signal.raise()
        }
    }

    private func heard(_ message: (topic: String, payload: String, isRetained: Bool)) {
        if !message.isRetained { requests?.heard(message.topic, message.payload) }
    }

    private func published() {
        locked {
            underway = max(0, underway - 1)
            signal.raise()
        }
        pump()
    }

    private func tell(_ sentence: String) {
        let isNew = locked {
            defer { lastReport = sentence }
            return lastReport != sentence
        }
        if isNew { report(sentence) }
    }

    // MARK: On either

    /// Publishes what waits, as far as there is room.
    private func pump() {
        while let message = next() {
            publishNow(message)
            locked { isPublishing = false }
        }
    }

    private func next() -> MQTTMessage? {
        locked {
            guard isConnected, !isPublishing, underway < Self.most else { return nil }
            guard let message = waiting.take(now: Date().timeIntervalSince1970) else { return nil }
            isPublishing = true
            return message
        }
    }

    private func publishNow(_ message: MQTTMessage) {
        var properties: Mosquitto.Properties?
        defer { library.freeProperties(&properties) }
        if address.version == .five, let expires = message.expires {
            let seconds = max(1, (expires - Date().timeIntervalSince1970).rounded(.up))
            _ = library.addNumber(&properties, Mosquitto.Number.messageExpiry, UInt32(seconds))
        }
        // Before it is: the broker may have taken it before the call is back.
        locked { underway += 1 }
        let code = library.publish(
            client, nil, message.topic, Int32(message.payload.utf8.count), message.payload, message.delivery.rawValue,
            message.isRetained, properties)
        if code != 0 { locked { underway = max(0, underway - 1) } }
    }

    @discardableResult
    private func locked<Result>(_ body: () -> Result) -> Result {
        signal.lock()
        defer { signal.unlock() }
        return body()
    }
}
