import CBoard
import CMotionCore
import WireProtocol

/// The slots in flash for networks that come over the line, and the steps of an installation that touch nothing else.
enum NetworkSlots {
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
                block(offset, InstallMessage.bytes(in: payload), &next)
            case .commit: mq_store_commit(store)
            case .forget: mq_store_forget(store)
            }
        return (status(result), next)
    }

    private static func block(_ offset: UInt32, _ bytes: UnsafeBufferPointer<UInt8>, _ next: inout UInt32) -> mq_install_status {
        guard let start = bytes.baseAddress else { return MQ_INSTALL_OUT_OF_ORDER }
        return mq_store_block(board_network_store(), offset, start, bytes.count, &next)
    }

    /// Hash of the image that runs; nil: it is the firmware's own network. To be asked after `DeviceNetwork.load`, which rejects
    /// what cannot run.
    static var image: UInt64? {
        var hash: UInt64 = 0
        return mq_store_active(board_network_store(), nil, &hash) == nil ? nil : hash
    }

    /// The offset at which the image is to be gone on with.
    static var next: UInt32 { mq_store_next(board_network_store()) }

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
