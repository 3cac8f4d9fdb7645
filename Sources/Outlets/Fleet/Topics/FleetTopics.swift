package import MQTT
import Outlets
import WireProtocol

/// Where a fleet's devices are on a broker, each below `<prefix>/fleet/<bucket>/<id>/`:
///
///     up       bytes of the device, as it sent them
///     down     bytes for the device
///     bridge   what brings the device here says of it. Retained
///     shard    what recognises for the device says of itself. Retained
///     model    the name of the device's model, for its shard. Retained
///     claim    seconds for which somebody else talks to the device, and its shard does not
///     …        and as `MQTTDevice` tells it: status, state, event, gesture/<label>, recognition; set/… for what is asked of it
///
/// The bucket, two hexadecimal digits, is the lowest byte of the id's CRC-32 (zlib's): a shard subscribes to its buckets alone, and
/// the broker itself divides the devices among the shards.
package struct FleetTopics: Sendable, Equatable {
    /// What all of them begin with.
    package let root: String

    package static let buckets = 256

    package init(_ address: MQTTAddress) { root = "\(address.prefix)/fleet" }

    /// What a device's topics begin with.
    ///
    /// - Parameter id: any text; what is no letter, digit, `_` or `-` of it becomes `_`.
    package func base(of id: String) -> String {
        let id = OutletNames.plain(id)
        let bucket = Self.bucket(of: id)
        return "\(root)/\(Self.digits(bucket))/\(id)"
    }

    package func topic(_ kind: Kind, of id: String) -> String { "\(base(of: id))/\(kind.rawValue)" }

    /// What is said at one of a device's topics that a shard hears.
    package enum Kind: String, Sendable, CaseIterable {
        case up, down, bridge, shard, model, claim, set, status, state
    }

    /// What a topic is: of which device, what kind of message, and what follows its kind.
    package func read(_ topic: String) -> (id: String, kind: Kind, rest: String)? {
        guard topic.utf8.starts(with: root.utf8) else { return nil }
        let parts = topic.utf8.dropFirst(root.utf8.count).split(separator: UInt8(ascii: "/"), maxSplits: 3)
        guard parts.count >= 3, let kind = Kind(rawValue: String(Substring(parts[2]))) else { return nil }
        let id = String(Substring(parts[1]))
        // An id that is no plain one would share its topics with another.
        guard id == OutletNames.plain(id), String(Substring(parts[0])) == Self.digits(Self.bucket(of: id)) else { return nil }
        return (id, kind, parts.count > 3 ? String(Substring(parts[3])) : "")
    }

    /// Subscribes to a kind of message of every device.
    package func filter(_ kind: Kind, bucket: Int? = nil) -> String {
        "\(root)/\(bucket.map(Self.digits) ?? "+")/+/\(kind.rawValue)\(kind == .set ? "/#" : "")"
    }

    /// Where a shard tells whether it is there. Retained.
    package func status(of shard: Shard) -> String { "\(root)/shards/\(shard.number)-\(shard.count)" }

    /// The shard, as `3/8`, whose status a topic tells.
    func shard(ofStatus topic: String) -> String? {
        let start = "\(root)/shards/"
        guard topic.hasPrefix(start) else { return nil }
        let numbers = topic.dropFirst(start.count).split(separator: "-", omittingEmptySubsequences: false)
        return numbers.count == 2 ? Shard("\(numbers[0])/\(numbers[1])")?.description : nil
    }

    /// Where it is told which of several programs does the work of a shard: the one that came last. Retained.
    func owner(of shard: Shard) -> String { "\(status(of: shard))/owner" }

    /// Which share of a fleet a device belongs to: 0 ..< 256.
    package static func bucket(of id: String) -> Int {
        var id = id
        return id.withUTF8 { bytes in Int(bytes.baseAddress.map { CRC32.checksum($0, count: bytes.count) & 255 } ?? 0) }
    }

    private static func digits(_ bucket: Int) -> String { (bucket < 16 ? "0" : "") + String(bucket, radix: 16) }
}

/// One of several that share a fleet: `3/8` is the third of eight.
package struct Shard: Sendable, Equatable, CustomStringConvertible {
    /// From 1.
    package let number: Int
    package let count: Int

    /// - Returns: nil unless 1 ≤ number ≤ count ≤ 256.
    package init?(_ number: Int, of count: Int) {
        guard (1...FleetTopics.buckets).contains(count), (1...count).contains(number) else { return nil }
        (self.number, self.count) = (number, count)
    }

    /// - Parameter text: as `3/8`.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else { return nil }
        self.init(number, of: count)
    }

    package var description: String { "\(number)/\(count)" }

    package func has(bucket: Int) -> Bool { bucket % count == number - 1 }

    /// What it subscribes to.
    func subscriptions(_ topics: FleetTopics) -> [MQTTSubscription] {
        let buckets = count == 1 ? [nil] : (0..<FleetTopics.buckets).filter(has).map(Optional.some)
        // Models before the devices that are to have them. What is kept comes anew with each connection, and all else is for now or
        // never: nothing of it needs to be certain, and what is waits behind twenty others.
        return [FleetTopics.Kind.model, .bridge, .claim, .set, .up].flatMap { kind in
            buckets.map { MQTTSubscription(topics.filter(kind, bucket: $0)) }
        }
    }
}
