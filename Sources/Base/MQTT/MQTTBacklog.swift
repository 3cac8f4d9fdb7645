/// What a broker is still to be told: a value, without a lock and without a clock.
package struct MQTTBacklog {
    /// What every subscriber may know at any time: the newest message of each topic, and whether this connection has told it.
    private var standing: [String: (message: MQTTMessage, isTold: Bool)] = [:]
    /// Topics of what stands, in their order.
    private var topics: [String] = []
    /// Topics that are to be told, in their order, from `first` on.
    private var untold: [String] = []
    private var first = 0
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
    package var isEmpty: Bool { waiting.isEmpty && underway == 0 && first == untold.count }

    package mutating func append(_ message: MQTTMessage) { waiting.append(message) }

    /// From now on a topic says this to every subscriber.
    package mutating func keep(_ message: MQTTMessage) {
        var message = message
        (message.isRetained, message.delivery) = (true, .atLeastOnce)
        let before = standing[message.topic]
        if before?.message == message { return }
        standing[message.topic] = (message, false)
        if before == nil { topics.append(message.topic) }
        if before?.isTold ?? true { untold.append(message.topic) }
    }

    /// From now on a topic says nothing, which is told once.
    package mutating func forget(_ topic: String) {
        guard standing.removeValue(forKey: topic) != nil else { return }
        topics.removeAll { $0 == topic }
        waiting.append(MQTTMessage(topic: topic, payload: "", delivery: .atLeastOnce, isRetained: true))
    }

    /// Another connection: what every subscriber may know is told once more, behind what is still on its way.
    package mutating func beginAnew() {
        for topic in topics { standing[topic]?.isTold = false }
        (untold, first) = (topics, 0)
    }

    /// The next message to go, if there is room for it.
    ///
    /// - Parameter now: seconds since 1970.
    package mutating func next(now: Double) -> MQTTMessage? {
        guard underway < Self.most else { return nil }
        if let message = nextStanding() ?? waiting.take(now: now) {
            underway += 1
            return message
        }
        return nil
    }

    private mutating func nextStanding() -> MQTTMessage? {
        guard first < untold.count else { return nil }
        let topic = untold[first]
        first += 1
        if first == untold.count { (untold, first) = ([], 0) }
        // What was forgotten meanwhile is passed over.
        guard standing[topic] != nil else { return nextStanding() }
        standing[topic]?.isTold = true
        return standing[topic]?.message
    }

    /// The broker has taken one, or refuses it.
    package mutating func taken(isRefused: Bool = false) {
        underway = max(0, underway - 1)
        if isRefused { refused += 1 }
    }
}
