import Foundation
import Threads
import Transport

/// Lines of a hub at a local socket: whoever connects hears them, and says nothing. On a thread of its own, which waits for sockets
/// alone; the one who made the socket may connect, and nobody else.
package final class SocketServer: @unchecked Sendable {
    private let hub: LineHub
    private let path: String
    private let listener: Int32
    private let pipe: WakePipe
    /// Guards `isStopped` and `hasEnded`.
    private let signal = ThreadSignal()
    private var isStopped = false
    private var hasEnded = false
    /// Touched on the server's thread alone.
    private var clients: [Int32: Client] = [:]

    private struct Client {
        var reader: LineHub.Reader
        var pending: [UInt8] = []
        /// It has said that it will say nothing.
        var isMute = false
    }

    /// Connections are waiting that the system does not hand over.
    private var isFull = false

    /// Connections at a time, and bytes that are read for one at a time.
    private static let most = 64
    private static let portion = 64 * 1024

    /// Begins.
    ///
    /// - Throws: that no socket can be made there, or that there is no thread.
    package init(_ hub: LineHub, path: String) throws(OutletError) {
        (self.hub, self.path) = (hub, path)
        do { listener = try LocalSocket.listen(path) } catch { throw .notServed(path: path, reason: error.reason) }
        do throws(WakePipe.Failure) { pipe = try WakePipe() } catch {
            Foundation.close(listener)
            throw .notServed(path: path, reason: error.reason)
        }
        do throws(NoThread) {
            try OwnThread.start { self.serve() }
        } catch {
            Foundation.close(listener)
            throw .notServed(path: path, reason: "\(error)")
        }
        hub.wakes { [pipe] in pipe.wake() }
    }

    /// Ends: who listens hears the rest if it reads at once, and the socket is gone. Harmless when repeated.
    package func stop() {
        signal.lock()
        isStopped = true
        signal.unlock()
        pipe.wake()
        signal.lock()
        defer { signal.unlock() }
        let deadline = ThreadSignal.deadline(in: .seconds(2))
        while !hasEnded, signal.wait(until: deadline) {}
    }

    // MARK: On the server's thread

    private func serve() {
        while !shallStop {
            let ready = wait()
            if ready.contains(pipe.descriptor) { pipe.drain() }
            isFull = false
            if ready.contains(listener) { acceptAll() }
            for descriptor in clients.keys {
                // Whoever says something is not listened to, and may stop saying anything. Who is gone takes nothing more.
                if ready.contains(descriptor), LocalSocket.read(descriptor) == 0 { clients[descriptor]?.isMute = true }
                flush(descriptor)
            }
        }
        for descriptor in clients.keys {
            flush(descriptor)
            drop(descriptor)
        }
        signal.lock()
        hasEnded = true
        Foundation.close(listener)
        pipe.close()
        LocalSocket.remove(path)
        signal.raise()
        signal.unlock()
    }

    private var shallStop: Bool {
        signal.lock()
        defer { signal.unlock() }
        return isStopped
    }

    /// What can be read.
    private func wait() -> Set<Int32> {
        var polled = (isFull ? [pipe.descriptor] : [pipe.descriptor, listener]).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        for (descriptor, client) in clients {
            let events = (client.isMute ? 0 : POLLIN) | (client.pending.isEmpty ? 0 : POLLOUT)
            polled.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
        }
        guard poll(&polled, nfds_t(polled.count), isFull ? 100 : -1) > 0 else { return [] }
        for place in polled where place.revents & Int16(POLLHUP | POLLERR) != 0 { drop(place.fd) }
        return Set(polled.filter { $0.revents & ~Int16(POLLOUT) != 0 }.map(\.fd))
    }

    private func acceptAll() {
        isFull = true
        while let descriptor = LocalSocket.accept(listener) {
            isFull = false
            if clients.count < Self.most {
                clients[descriptor] = Client(reader: hub.reader())
            } else {
                Foundation.close(descriptor)
            }
        }
    }

    /// Hands on as much as it takes.
    private func flush(_ descriptor: Int32) {
        while var client = clients[descriptor] {
            if client.pending.isEmpty {
                client.pending = Array(hub.read(&client.reader, bytes: Self.portion).flatMap { $0.utf8 + [UInt8(ascii: "\n")] })
                guard !client.pending.isEmpty else {
                    clients[descriptor] = client
                    return
                }
            }
            guard let count = LocalSocket.write(client.pending, to: descriptor) else { return drop(descriptor) }
            client.pending.removeFirst(count)
            clients[descriptor] = client
            if !client.pending.isEmpty { return }
        }
    }

    private func drop(_ descriptor: Int32) {
        if clients.removeValue(forKey: descriptor) != nil { Foundation.close(descriptor) }
    }
}
