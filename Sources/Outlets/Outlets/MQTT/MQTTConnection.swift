import Foundation
import Threads
import Transport

/// A connection to a broker that comes back by itself, on a thread of its own, which alone calls the library.
///
/// What is to be published waits here, bounded, until the broker takes it; so much of it is on its way at a time, and what is too
/// late by then is not sent. The session outlives the connection: what was on its way arrives once, also when the line was cut, and
/// before all that came after it.
final class MQTTConnection: @unchecked Sendable {
    let library: Mosquitto
    let address: MQTTAddress
    let client: Mosquitto.Client
    let owner: Unmanaged<Owner>
    /// Says how it goes, on the connection's thread.
    let report: @Sendable (String) -> Void
    /// Which topics it hears, and who hears of their messages, on the connection's thread; nil: none.
    let requests: Requests?
    /// Wakes the thread: one end is written to, the other one polled.
    let (wakes, woken): (Int32, Int32)
    /// Guards what follows.
    let signal = ThreadSignal()
    var backlog = MQTTBacklog(bytes: 1 << 20)
    var isConnected = false
    var isClosing = false
    var hasEnded = false

    /// Touched on the connection's thread alone: whether the broker has just let this in; whether it has refused to, and said why;
    /// and what was reported last.
    var isNew = false
    var isRefused = false
    var lastReport = ""

    /// Topics, and who hears of their messages: of the connection, the topic and the message.
    typealias Requests = (topics: String, heard: @Sendable (MQTTConnection, String, String) -> Void)

    /// Seconds between signs of life; a broker that gives none is left after one and a half of them.
    static let keepAlive: Int32 = 10
    /// Seconds for which a broker is to keep a session that lost its connection.
    static let sessionSeconds: UInt32 = 3600
    /// Seconds of a connection after which the next attempt follows at once: two clients with one name would take turns otherwise.
    static let lasting = 5.0

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
            ends.forEach(LocalSocket.prepare)
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
    final class Owner {
        weak var connection: MQTTConnection?
    }

    func giveBack() {
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
            guard let authority = address.authority ?? SystemCertificates.file else {
                throw .refused(
                    address: address.shown, reason: "the system's certificates are not found; name what is trusted: ca=FILE")
            }
            try check(library.setTLS(client, authority, nil, address.certificate, address.key, nil))
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
    func locked<Result>(_ body: () -> Result) -> Result {
        signal.lock()
        defer { signal.unlock() }
        return body()
    }
}
