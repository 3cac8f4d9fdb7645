import MotionCore
package import WireProtocol

/// A board as its HELLO tells of it: what it is remembered by, and what it runs.
package struct Board: Sendable, Equatable {
    /// What names the board for all its life; empty if not told.
    package let id: [UInt8]
    /// Of its firmware, not trusted; empty if not told.
    package let name: [UInt8]
    /// A new one at every boot.
    package let session: UInt32
    /// Hash of the network that it predicts with, or would; 0: it has none; nil: not told.
    package let network: UInt64?
    /// Hash of the image as which that network came over the line; nil: the network is the firmware's own, or not told.
    package let image: UInt64?

    package init(_ hello: HelloMessage) {
        id = hello.uniqueID.bytes
        name = hello.name.bytes
        session = hello.session
        network = hello.network
        image = hello.image
    }

    /// Whether both are the same piece of hardware, as far as it can be told: by the id, or between boards that tell none by the
    /// name, which a HELLO without room cuts.
    func isSame(as other: Board) -> Bool {
        guard id.isEmpty, other.id.isEmpty else { return id == other.id }
        return name.starts(with: other.name) || other.name.starts(with: name)
    }
}

extension ShortText {
    fileprivate var bytes: [UInt8] { (0..<count).map { self[$0] } }
}
