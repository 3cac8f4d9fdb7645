package import PageServer
import Threads

/// Lines of a hub for WebSockets: each a message. Whoever has the address, which holds a secret, hears them.
package final class LinePage: PageContent, @unchecked Sendable {
    private let hub: LineHub
    /// Guards the readers.
    private let signal = ThreadSignal()
    private var readers: [Int: LineHub.Reader] = [:]

    /// Bytes that a client is handed at a time.
    private static let portion = 32 * 1024

    package init(_ hub: LineHub) { self.hub = hub }

    package func file(_ path: String) -> PageFile? { nil }

    package func opened(_ client: Int) {
        signal.lock()
        readers[client] = hub.reader()
        signal.unlock()
    }

    package func received(_ text: String, from client: Int) {}

    package func closed(_ client: Int) {
        signal.lock()
        readers[client] = nil
        signal.unlock()
    }

    package func messages(for client: Int) -> [PageMessage] {
        signal.lock()
        defer { signal.unlock() }
        guard var reader = readers[client] else { return [] }
        defer { readers[client] = reader }
        return hub.read(&reader, bytes: Self.portion).map { .text($0) }
    }
}
