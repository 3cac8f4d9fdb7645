/// Something to be published.
package struct MQTTMessage: Sendable, Equatable {
    /// How often it may arrive.
    package enum Delivery: Int32, Sendable {
        case atLeastOnce = 1
        case once = 2
    }

    package var topic: String
    package var payload: String
    package var delivery = Delivery.once
    /// Whether whoever subscribes later hears it, too.
    package var isRetained = false
    /// Seconds since 1970 after which it says nothing any more; nil: it always does.
    package var expires: Double?

    package init(topic: String, payload: String, delivery: Delivery = .once, isRetained: Bool = false) {
        (self.topic, self.payload, self.delivery, self.isRetained) = (topic, payload, delivery, isRetained)
    }

    /// Bytes that it takes while it waits, about.
    package var cost: Int { topic.utf8.count + payload.utf8.count + 64 }
}

/// What waits for a broker: bounded, the oldest goes first, and what is too late goes without being told.
package struct WaitingMessages {
    private var messages: [MQTTMessage] = []
    private var first = 0
    private var cost = 0
    /// What never left: for want of room, and because it was too late.
    package private(set) var dropped: UInt64 = 0
    package let bytes: Int

    /// - Parameter bytes: that may wait, about.
    package init(bytes: Int) { self.bytes = bytes }

    package var isEmpty: Bool { first == messages.count }
    package var count: Int { messages.count - first }

    package mutating func append(_ message: MQTTMessage) {
        messages.append(message)
        cost += message.cost
        while cost > bytes, count > 1 { drop() }
    }

    /// The next one that is not too late.
    ///
    /// - Parameter now: seconds since 1970.
    package mutating func take(now: Double) -> MQTTMessage? {
        while !isEmpty {
            if let expires = messages[first].expires, expires < now {
                drop()
            } else {
                return removeFirst()
            }
        }
        return nil
    }

    private mutating func drop() {
        _ = removeFirst()
        dropped += 1
    }

    private mutating func removeFirst() -> MQTTMessage {
        let message = messages[first]
        cost -= message.cost
        first += 1
        // Half of it is behind: what is left moves to the front.
        if first * 2 > messages.count {
            messages.removeFirst(first)
            first = 0
        }
        return message
    }
}
