import LivePage
import Threads

/// Orders from pages, from the server's thread to the one that carries them out.
final class WaitingOrders: @unchecked Sendable {
    private let signal = ThreadSignal()
    private var orders: [PageOrder] = []
    /// More than anybody could mean.
    private static let most = 16

    /// Gives an order; one too many is passed over.
    func give(_ order: PageOrder) {
        signal.lock()
        defer { signal.unlock() }
        guard orders.count < Self.most else { return }
        orders.append(order)
        signal.raise()
    }

    var isAny: Bool {
        signal.lock()
        defer { signal.unlock() }
        return !orders.isEmpty
    }

    /// The next order, waited for at most so long; nil: there is none.
    func next(within patience: Duration = .zero) -> PageOrder? {
        signal.lock()
        defer { signal.unlock() }
        let deadline = ThreadSignal.deadline(in: patience)
        while orders.isEmpty, patience > .zero, signal.wait(until: deadline) {}
        return orders.isEmpty ? nil : orders.removeFirst()
    }
}
