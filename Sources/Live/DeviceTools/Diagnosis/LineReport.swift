package import Formatting
package import Transport

/// What was seen of a port while it was open at one speed: how the device greeted, and how its samples came.
package struct LineReport: Equatable, Sendable {
    /// How it went with HELLO.
    package enum Greeting: Equatable, Sendable {
        case greeted(name: String, uniqueID: String, rate: Double)
        /// A HELLO that cannot be used, and the item at fault.
        case refused(item: String)
        case otherVersion
        case loopback
        /// Intact frames, and no HELLO among them.
        case missing
        /// Bytes, and no frame among them.
        case noFrames
        /// Nothing at all.
        case nothing
        /// The port went away; why.
        case lost(Sentence)
    }

    package var greeting = Greeting.nothing
    /// Everything that came, greeting included.
    package var received = Received()
    package var frames = 0
    package var damagedFrames = 0

    // Of the samples, since the greeting.
    package var seconds = 0.0
    package var samples = 0
    package var lostSamples = 0
    /// By the device's clock; nil if too few samples came.
    package var measuredRate: Double?
    /// The sentence of a rate that is not as announced.
    package var wrongRate: Sentence?
    /// Samples that the device itself took and could not send, between the first and the last HEARTBEAT of this time.
    package var droppedByDevice = 0
    package var heartbeats = 0
    /// Frames of ours that reached the device damaged, between the same HEARTBEATs.
    package var damagedAtDevice = 0
    /// The longest that this program came late to read, in milliseconds.
    package var latestRead = 0.0
    /// What the port's driver counted meanwhile; nil where it does not count.
    package var driver: DriverCounts?
    package var roundTripMilliseconds: Double?
    package var driftPartsPerMillion: Int?
    package var isClockUnknown = false
    /// What was made out of a device of another make; nil where the protocol alone was listened for.
    package var other: OtherMake?
    /// Rules of the protocol that the device broke: a sentence each.
    package var irregularities: [String] = []

    package init() {}

    package var hasGreeted: Bool {
        if case .greeted = greeting { true } else { false }
    }

    /// Whether the bytes made sense: frames, or readings of another make.
    package var isUnderstood: Bool { frames > 0 || other?.isUnderstood == true }

    /// Whether the port's chip or the system's buffer gave bytes away.
    var hasOverruns: Bool { driver.map { $0.overruns > 0 || $0.bufferOverruns > 0 } ?? false }

    /// Whether it is a device of another make that is read.
    package var isOfOtherMake: Bool { other?.isRead == true }
}
