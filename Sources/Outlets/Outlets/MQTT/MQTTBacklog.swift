/// What a broker is still to be told: a value, without a lock and without a clock.
package struct MQTTBacklog {
    /// What every subscriber may know at any time: the newest message of a topic, and whether this connection has told it.
    private var standing: [(message: MQTTMessage, isTold: Bool)] = []
    private var waiting: WaitingMessages
    /// Taken from here, and not yet taken by the broker.
    private var underway = 0
    /// What the broker, or the library, did not take.
    private var refused: UInt64 = 0

    /// Messages on their way at a time.
    package static let most = 16

    /// - Parameter bytes: that may wait, about.
    package init(bytes: Int) { waiting = WaitingMessages(bytes: bytes) }

    /// What never left, or was refused, so far.
    package var dropped: UInt64 { waiting.dropped + refused }
    /// Whether the broker has taken everything.
    package var isEmpty: Bool { waiting.isEmpty && underway == 0 && standing.allSatisfy(\.isTold) }

    package mutating func append(_ message: MQTTMessage) { waiting.append(message) }

    /// From now on a topic says this to every subscriber.
    package mutating func keep(_ message: MQTTMessage) {
        var message = message
        (message.isRetained, message.delivery) = (true, .atLeastOnce)
        guard let place = standing.firstIndex(where: { $0.message.topic == message.topic }) else {
            return standing.append((message, false))
        }
        if standing[place].message != message { standing[place] = (message, false) }
    }

    /// Another connection: what every subscriber may know is told once more, behind what is still on its way.
    package mutating func beginAnew() {
        for place in standing.indices { standing[place].isTold = false }
    }

    /// The next message to go, if there is room for it.
    ///
    /// - Parameter now: seconds since 1970.
    package mutating func next(now: Double) -> MQTTMessage? {
        guard underway < Self.most else { return nil }
        if let place = standing.firstIndex(where: { !$0.isTold }) {
            standing[place].isTold = true
            underway += 1
            return standing[place].message
        }
        guard let message = waiting.take(now: now) else { return nil }
        underway += 1
        return message
    }

    /// The broker has taken one, or refuses it.
    package mutating func taken(isRefused: Bool = false) {
        underway = max(0, underway - 1)
        if isRefused { refused += 1 }
    }
}
