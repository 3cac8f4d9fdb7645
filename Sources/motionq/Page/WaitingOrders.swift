import LivePage
import Threads

/// Orders from pages, from the server's thread to the one that carries them out.
final class WaitingOrders: @unchecked Sendable {
    private let signal = ThreadSignal()
    private var orders: [PageOrder] = []
    /// More than anybody could mean.
    private static let most = 16

    /// Gives an order; one too many is passed over. Who looks at one thing and then at another means the second.
    func give(_ order: PageOrder) {
        signal.lock()
        defer { signal.unlock() }
        if case .look = order, case .look? = orders.last { orders.removeLast() }
        guard orders.count < Self.most else { return }
        orders.append(order)
        signal.raise()
    }

    var isAny: Bool {
        signal.lock()
        defer { signal.unlock() }
        return !orders.isEmpty
    }

    /// Takes the next order if it is to look at something; nil: it is not, or there is none.
    func takeLook() -> Int? {
        signal.lock()
        defer { signal.unlock() }
        guard case .look(let number)? = orders.first else { return nil }
        orders.removeFirst()
        return number
    }

    /// Waits until there is one, at most so long.
    func wait(_ patience: Duration) {
        signal.lock()
        defer { signal.unlock() }
        let deadline = ThreadSignal.deadline(in: patience)
        while orders.isEmpty, signal.wait(until: deadline) {}
    }

    /// The next order, waited for at most so long; nil: there is none.
    func next(within patience: Duration = .zero) -> PageOrder? {
        if patience > .zero { wait(patience) }
        signal.lock()
        defer { signal.unlock() }
        return orders.isEmpty ? nil : orders.removeFirst()
    }
}
