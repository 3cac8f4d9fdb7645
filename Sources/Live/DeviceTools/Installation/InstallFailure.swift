package import Transport
import WireProtocol

/// Why a network did not come to a device, or why it is not known that it did, and what the device runs as far as is known.
package struct InstallFailure: Error {
    package let reason: Reason
    /// The device as it greeted first; nil if none did.
    package let device: Board?
    package let order: Order
    package let goal: InstallGoal

    /// What happened.
    package enum Reason: Sendable, Equatable {
        /// A person wants to stop.
        case interrupted
        /// The port is gone, or takes nothing.
        case lost(TransportError)
        case noDevice
        /// The device speaks another major version of the protocol.
        case otherVersion
        /// The device takes no network over its line, as it says itself.
        case takesNone
        /// Another board greets in the middle. Nothing is sent to it.
        case otherBoard(Board)
        /// The device refused a step, with this status code.
        case refused(Step, status: UInt8)
        /// The image's bytes did not have its hash, too often.
        case damaged
        /// The device resets while the image is on its way, too often.
        case resets
        /// The device wants to go on beyond the image.
        case wantsBeyond(UInt32)
        /// The device wants what it had already, too often; the first time is told.
        case goesBack(from: Int, to: Int)
        /// The device answers and takes no block, too often.
        case standsStill(at: Int)
        /// The device does not answer a step; nil: it greets no more.
        case unanswered(Step?)
        /// What is long enough for an image of this length is over.
        case tooSlow(sent: Int, seconds: Int)
        /// The device says that it is done, and announces another network, or none.
        case notRunning(Board)
        /// The device says that it is done, and announces the network with other decision options.
        case otherOptions(Board)
        /// The device says that it is done, and does not tell which network it runs.
        case untold
        /// The device says that it is done, and greets no more.
        case silentAfterwards
    }

    /// The steps of PROTOCOL.md §6.13.
    package enum Step: Sendable, Equatable {
        case begin, block, commit, forget

        init(_ step: InstallMessage.Step) {
            self =
                switch step {
                case .begin: .begin
                case .block: .block
                case .commit: .commit
                case .forget: .forget
                }
        }
    }

    /// Whether the device was told to run another network.
    package enum Order: Sendable {
        /// It was not, or refused to.
        case none
        /// It was, and has not answered.
        case given
        /// It says that it does.
        case acknowledged
    }

    /// What a failure is of.
    package enum Fault: Sendable {
        case device, network, line, interruption
    }

    package var fault: Fault {
        switch reason {
        case .interrupted: .interruption
        case .lost: .line
        case .refused(let step, let status): Self.isOfNetwork(step, InstalledMessage.Status(code: status)) ? .network : .device
        default: .device
        }
    }

    /// Whether another network might be taken.
    private static func isOfNetwork(_ step: Step, _ status: InstalledMessage.Status?) -> Bool {
        switch (step, status) {
        case (.begin, .tooLarge), (.commit, .invalid), (.commit, .unsupported): true
        default: false
        }
    }
}
