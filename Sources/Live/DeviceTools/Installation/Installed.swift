package import WireProtocol

/// What an installation came to: the board as it announced itself before and after.
package struct Installed: Sendable {
    /// HELLO of the beginning.
    package let before: HelloMessage
    /// HELLO after all was done.
    package let device: HelloMessage

    /// What shows that the board runs what it shall.
    package enum Proof: Sendable, Equatable {
        /// It tells the hash of the whole image, decision options and all.
        case image
        /// It tells the hash of the network, and told another one before: the image has come as a whole.
        case network
        /// It tells the hash of the network, which it told before too. Whether other decision options arrived, only its word says.
        case word
    }

    package var proof: Proof {
        if device.image != nil { return .image }
        return before.network == device.network ? .word : .network
    }

    /// Whether another network runs than before, or other decision options, as far as the board tells.
    package var changed: Bool { before.network != device.network || before.image != device.image }
}
