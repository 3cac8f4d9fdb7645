import CBoard
import CNetworkStore
import WireProtocol

/// The steps of an installation that only touch the flash.
enum Installer {
    /// Whether this firmware takes networks over its line.
    static var isThere: Bool { board_installs() }

    /// Does a step.
    ///
    /// - Parameter payload: of the frame, which has the bytes of a block.
    /// - Returns: what became of it, and where the image is to be gone on with.
    static func take(_ step: InstallMessage.Step, _ payload: PayloadReader) -> (status: InstalledMessage.Status, next: UInt32) {
        let store = board_network_store()
        var next: UInt32 = 0
        let result =
            switch step {
            case .begin(let length, let hash): mq_store_begin(store, length, hash, &next)
            case .block(let offset):
                if let bytes = InstallMessage.bytes(in: payload).baseAddress {
                    mq_store_block(store, offset, bytes, InstallMessage.bytes(in: payload).count, &next)
                } else {
                    MQ_INSTALL_OUT_OF_ORDER
                }
            case .commit: mq_store_commit(store)
            case .forget: mq_store_forget(store)
            }
        return (status(result), next)
    }

    /// The image that came, and its bytes, if it is complete and has its hash; nothing is committed to yet.
    static func check() -> (image: UnsafePointer<UInt8>?, length: Int, status: InstalledMessage.Status) {
        var image: UnsafePointer<UInt8>?
        var length = 0
        let result = mq_store_check(board_network_store(), &image, &length)
        return (result == MQ_INSTALL_OK ? image : nil, length, status(result))
    }

    private static func status(_ result: mq_install_status) -> InstalledMessage.Status {
        InstalledMessage.Status(code: UInt8(truncatingIfNeeded: result.rawValue)) ?? .flash
    }
}
