import Foundation
import Threads

/// Serves a page to browsers on this machine, on a thread of its own that waits for sockets alone.
///
/// Whoever reads slowly or not at all costs one buffer of bounded size; whoever is one too many is told so and sent away.
package final class LoopbackServer: @unchecked Sendable {
    /// Where the page is, its secret included.
    package var address: String { "http://127.0.0.1:\(port)/\(access.token)/" }
    private let port: UInt16
    private let access: PageAccess
    private let content: any PageContent
    private let listener: Int32
    private let pipe: WakePipe
    /// Guards `isStopped` and `hasEnded`.
    private let signal = ThreadSignal()
    private var isStopped = false
    private var hasEnded = false

    /// Touched on the server's thread alone.
    private var connections: [Int32: (client: Int, connection: PageConnection)] = [:]
    private var clients = 0

    /// Connections at a time.
    static let most = 64
    /// Milliseconds between two looks for news: forty pictures a second. More would look no better, and a browser that draws by
    /// the processor takes a core for them.
    private static let beat = 25

    /// Begins.
    ///
    /// - Parameters:
    ///   - port: of the loopback interface; 0 for one that is free.
    ///   - token: the secret in the address.
    ///   - isForPrograms: whether programs may listen, too, which name no page that they come from.
    /// - Throws: that the port cannot be had, or that there is no thread.
    package init(
        _ content: any PageContent, port: UInt16 = 0, token: String = PageAccess.randomToken(), isForPrograms: Bool = false
    ) throws {
        self.content = content
        (listener, self.port) = try PageSocket.listen(port: port)
        access = PageAccess(token: token, port: self.port, isForPrograms: isForPrograms)
        do throws(WakePipe.Failure) { pipe = try WakePipe() } catch {
            close(listener)
            throw PageServerError(port: self.port, code: error.code)
        }
        do {
            try OwnThread.start { self.serve() }
        } catch {
            close(listener)
            throw error
        }
    }

    /// Ends: pages are told, and the port is free again. Harmless when repeated.
    package func stop() {
        signal.lock()
        defer { signal.unlock() }
        if !isStopped {
            isStopped = true
            pipe.wake()
        }
        let deadline = ThreadSignal.deadline(in: .seconds(2))
        while !hasEnded, signal.wait(until: deadline) {}
    }

    // MARK: On the server's thread

    private var shallStop: Bool {
        signal.lock()
        defer { signal.unlock() }
        return isStopped
    }

    private func serve() {
        while !shallStop {
            let ready = wait()
            let now = Self.milliseconds
            if ready.contains(listener) { acceptAll(now: now) }
            for descriptor in connections.keys {
                if ready.contains(descriptor) { receive(descriptor, now: now) }
                compose(descriptor, now: now)
                flush(descriptor)
            }
        }
        farewell()
        close(listener)
        pipe.close()
        signal.lock()
        hasEnded = true
        signal.raise()
        signal.unlock()
    }

    /// The last news, and the end, for those who take it soon.
    private func farewell() {
        let now = Self.milliseconds
        for descriptor in connections.keys {
            compose(descriptor, now: now)
            connections[descriptor]?.connection.leave(1001)
        }
        while !connections.isEmpty, Self.milliseconds - now < 500 {
            for descriptor in connections.keys { flush(descriptor) }
            var polled = connections.keys.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
            _ = poll(&polled, nfds_t(polled.count), 50)
        }
        for descriptor in connections.keys { drop(descriptor) }
    }

    /// The sockets from which something can be read.
    private func wait() -> Set<Int32> {
        var polled = [
            pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
        ]
        for (descriptor, entry) in connections {
            let writes = entry.connection.pending.isEmpty ? 0 : Int16(POLLOUT)
            polled.append(pollfd(fd: descriptor, events: Int16(POLLIN) | writes, revents: 0))
        }
        let isWatched = connections.values.contains { $0.connection.state == .live }
        guard poll(&polled, nfds_t(polled.count), Int32(isWatched ? Self.beat : 1000)) > 0 else { return [] }
        return Set(polled.filter { $0.revents & ~Int16(POLLOUT) != 0 }.map(\.fd))
    }

    private func acceptAll(now: Int) {
        while let descriptor = PageSocket.accept(listener) {
            // Whoever asks for nothing goes first.
            let idle = connections.filter { $0.value.connection.state == .asking }.min { $0.value.client < $1.value.client }
            if connections.count == Self.most, let idle { drop(idle.key) }
            guard connections.count < Self.most else {
                let refusal = HTTPResponse(.unavailable, "too many connections: close other tabs")
                _ = PageSocket.write(refusal.bytes()[...], to: descriptor)
                close(descriptor)
                continue
            }
            clients += 1
            connections[descriptor] = (clients, PageConnection(now: now))
        }
    }

    private func receive(_ descriptor: Int32, now: Int) {
        guard let client = connections[descriptor]?.client, let bytes = PageSocket.read(descriptor) else { return }
        guard !bytes.isEmpty else { return drop(descriptor) }
        let consequences =
            connections[descriptor]?.connection.receive(bytes, now: now, access: access) { content.file($0) } ?? []
        for consequence in consequences {
            switch consequence {
            case .opened: content.opened(client)
            case .said(let text): content.received(text, from: client)
            }
        }
    }

    private func compose(_ descriptor: Int32, now: Int) {
        connections[descriptor]?.connection.tick(now: now)
        guard let entry = connections[descriptor], entry.connection.hasRoom else { return }
        for message in content.messages(for: entry.client) { connections[descriptor]?.connection.send(message) }
    }

    private func flush(_ descriptor: Int32) {
        guard let connection = connections[descriptor]?.connection else { return }
        if !connection.pending.isEmpty {
            guard let count = PageSocket.write(connection.pending, to: descriptor) else { return drop(descriptor) }
            connections[descriptor]?.connection.wrote(count)
        }
        if connections[descriptor]?.connection.isOver == true { drop(descriptor) }
    }

    private func drop(_ descriptor: Int32) {
        guard let entry = connections.removeValue(forKey: descriptor) else { return }
        if entry.connection.hasOpened { content.closed(entry.client) }
        close(descriptor)
    }

    /// Of a clock that nobody sets.
    private static var milliseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    }
}
