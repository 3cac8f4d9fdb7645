import Foundation
import Threads

/// A connection to a broker that comes back by itself, on a thread of its own, which alone calls the library.
///
/// What is to be published waits here, bounded, until the broker takes it; so much of it is on its way at a time, and what is too
/// late by then is not sent. The session outlives the connection: what was on its way arrives once, also when the line was cut, and
/// before all that came after it.
package final class MQTTConnection: @unchecked Sendable {
    let library: Mosquitto
    package let address: MQTTAddress
    let client: Mosquitto.Client
    let owner: Unmanaged<Owner>
    /// Says how it goes, on the connection's thread.
    let report: @Sendable (String) -> Void
    /// Hears what comes; nil: nothing is subscribed.
    let listener: (any MQTTListener)?
    let pipe: WakePipe
    /// Seconds for which a broker is to keep a session that lost its connection.
    let sessionSeconds: UInt32
    /// Guards what follows.
    let signal = ThreadSignal()
    var backlog = MQTTBacklog(bytes: 1 << 20)
    var isConnected = false
    var isClosing = false
    var hasEnded = false

    /// Touched on the connection's thread alone: whether the broker has just let this in; whether it has refused to, and said why;
    /// what was reported last; and what `send` has given away.
    var isNew = false
    var isRefused = false
    var lastReport = ""
    var sent = SentAtOnce()

    /// Seconds between signs of life; a broker that gives none is left after two of them at most.
    static let keepAlive: Int32 = 10
    /// Seconds of a connection after which the next attempt follows at once: two clients with one name would take turns otherwise.
    static let lasting = 5.0

    /// - Parameters:
    ///   - name: of the client: the same one takes the same session up again.
    ///   - keepsSession: whether what was on its way, and what is heard with certainty, comes after a pause of an hour at most.
    ///   - will: what the broker is to publish if this ends without a word.
    ///   - report: hears how it goes: a sentence, each once.
    /// - Throws: that the library is missing or refuses something, or that there is no thread.
    package init(
        _ address: MQTTAddress, name: String, keepsSession: Bool = true, will: MQTTMessage? = nil,
        listener: (any MQTTListener)? = nil, report: @escaping @Sendable (String) -> Void
    ) throws(MQTTError) {
        library = try Mosquitto.found.get()
        (self.address, self.listener, self.report) = (address, listener, report)
        sessionSeconds = keepsSession ? 3600 : 0
        do throws(WakePipe.Failure) { pipe = try WakePipe() } catch {
            throw .refused(address: address.shown, reason: error.reason)
        }
        let owner = Owner()
        self.owner = Unmanaged.passRetained(owner)
        guard let client = library.new(name, !keepsSession, self.owner.toOpaque()) else {
            self.owner.release()
            throw .refused(address: address.shown, reason: "the client's name “\(name)” is none")
        }
        self.client = client
        owner.connection = self
        do throws(MQTTError) {
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

    /// - Throws: that the library is missing.
    package static func requireLibrary() throws(MQTTError) { _ = try Mosquitto.found.get() }

    /// What a callback of the library finds its connection by.
    final class Owner {
        weak var connection: MQTTConnection?
    }

    func giveBack() {
        library.destroy(client)
        owner.release()
        pipe.close()
    }

    private func prepare(_ will: MQTTMessage?) throws(MQTTError) {
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
        if let will {
            try check(
                library.setWill(
                    client, will.topic, Int32(will.payload.utf8.count), will.payload, will.delivery.rawValue, will.isRetained, nil))
        }
        library.onConnect(client) { _, owner, code, _, _ in MQTTConnection.found(owner)?.answered(code) }
        library.onDisconnect(client) { _, owner, _, _ in MQTTConnection.found(owner)?.disconnected() }
        library.onMessage(client) { _, owner, message in
            if let message { MQTTConnection.found(owner)?.heard(Mosquitto.message(message)) }
        }
        library.onSubscribe(client) { _, owner, _, count, codes, _ in
            MQTTConnection.found(owner)?.subscribed(UnsafeBufferPointer(start: codes, count: codes == nil ? 0 : Int(count)))
        }
        library.onPublish(client) { _, owner, number, code, _ in MQTTConnection.found(owner)?.published(number, code) }
    }

    private func check(_ code: Int32) throws(MQTTError) {
        if code != 0 { throw .refused(address: address.shown, reason: library.reason(code)) }
    }

    private static func found(_ owner: UnsafeMutableRawPointer?) -> MQTTConnection? {
        owner.flatMap { Unmanaged<Owner>.fromOpaque($0).takeUnretainedValue().connection }
    }
}

// MARK: - From any thread

extension MQTTConnection {
    /// What never left, or was refused, so far.
    package var dropped: UInt64 { locked { backlog.dropped } }

    package func publish(_ message: MQTTMessage) {
        locked { backlog.append(message) }
        pipe.wake()
    }

    /// Publishes what every subscriber may know at any time, now and at each new connection; the last one of a topic holds.
    package func keep(_ message: MQTTMessage) {
        locked { backlog.keep(message) }
        pipe.wake()
    }

    /// Takes back what was kept: a topic says nothing any more.
    package func forget(_ topic: String) {
        locked { backlog.forget(topic) }
        pipe.wake()
    }

    /// Has the listener's `turn` called soon.
    package func wake() { pipe.wake() }

    /// Waits until the broker has taken all that waits, also for the connection to be made.
    ///
    /// - Returns: whether it has, in time.
    package func settle(within seconds: Double) -> Bool {
        let deadline = ThreadSignal.deadline(in: .seconds(seconds))
        signal.lock()
        defer { signal.unlock() }
        while !backlog.isEmpty, signal.wait(until: deadline) {}
        return backlog.isEmpty
    }

    /// Hands on what waits, and ends. Not from a listener.
    ///
    /// - Returns: whether all of it was taken in time.
    @discardableResult
    package func close(within seconds: Double) -> Bool {
        let deadline = ThreadSignal.deadline(in: .seconds(seconds))
        signal.lock()
        defer { signal.unlock() }
        while isConnected, !backlog.isEmpty, signal.wait(until: deadline) {}
        let isTold = backlog.isEmpty
        isClosing = true
        signal.raise()
        pipe.wake()
        let patience = ThreadSignal.deadline(in: .seconds(0.5))
        while !hasEnded, signal.wait(until: patience) {}
        return isTold
    }

    @discardableResult
    func locked<Result>(_ body: () -> Result) -> Result {
        signal.lock()
        defer { signal.unlock() }
        return body()
    }
}
