/// Whoever hears what a connection brings. Called on the connection's thread alone, which it must not hold up.
package protocol MQTTListener: AnyObject, Sendable {
    /// The topics that it hears of, from the beginning of each connection.
    var subscriptions: [MQTTSubscription] { get }
    /// The broker has let the connection in, for the first time or again.
    func connected(_ connection: MQTTConnection)
    /// The connection is gone; it comes back by itself unless it is closed.
    func disconnected(_ connection: MQTTConnection)
    func heard(_ message: MQTTReceived, by connection: MQTTConnection)
    /// What came has been heard, or nothing came: the moment to send.
    ///
    /// - Returns: milliseconds after which it is called again, whatever comes.
    func turn(_ connection: MQTTConnection) -> Int32
}

extension MQTTListener {
    package func connected(_ connection: MQTTConnection) {}
    package func disconnected(_ connection: MQTTConnection) {}
    package func turn(_ connection: MQTTConnection) -> Int32 { 500 }
}

/// Topics that a listener hears of.
package struct MQTTSubscription: Sendable {
    /// A topic, with `+` for any one of its parts, and `#` for all that follow.
    package var filter: String
    /// Whether what was lost on the way comes again: for what is told once, and not for what follows at once.
    package var isCertain = false

    package init(_ filter: String, isCertain: Bool = false) { (self.filter, self.isCertain) = (filter, isCertain) }
}

/// What a broker hands on, valid while it is heard.
package struct MQTTReceived {
    package let topic: UnsafePointer<CChar>
    package let payload: UnsafeBufferPointer<UInt8>
    /// Whether it is an old one that was kept.
    package let isRetained: Bool

    package var topicText: String { String(cString: topic) }
    package var text: String { String(decoding: payload, as: UTF8.self) }
}
