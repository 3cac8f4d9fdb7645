import LivePage

/// Passes orders of pages on: what can be done at once to the hand, all else to whoever follows the board.
final class OrderRelay: @unchecked Sendable {
    private let orders: WaitingOrders
    private let hand: PageHand
    private let folder: WorkFolder
    /// Set before the page is served.
    weak var page: RunPage?

    init(_ orders: WaitingOrders, _ hand: PageHand, _ folder: WorkFolder) {
        (self.orders, self.hand, self.folder) = (orders, hand, folder)
    }

    func pass(_ order: PageOrder) {
        guard let page, !hand.obeys(order, page: page, folder: folder) else { return }
        orders.give(order)
    }
}
