import CMotionCore
import TestSupport

/// `mq_network_store` in Swift's words, in memory that does not move.
final class StoreUnderTest {
    let flash: SimulatedFlash
    private let store: UnsafeMutablePointer<mq_network_store>
    private(set) var next: UInt32 = 0

    /// Boots.
    init(_ flash: SimulatedFlash) {
        self.flash = flash
        store = .allocate(capacity: 1)
        var interface = flash.interface
        mq_store_open(store, &interface)
    }

    deinit { store.deallocate() }

    /// The image that is active; nil: none.
    var active: [UInt8]? {
        var length = 0
        var hash: UInt64 = 0
        guard let image = mq_store_active(store, &length, &hash) else { return nil }
        let bytes = Array(UnsafeBufferPointer(start: image, count: length))
        return bytes.fnv1a == hash ? bytes : []
    }

    func reject() -> Bool { mq_store_reject(store) }
    func begin(_ length: Int, hash: UInt64) -> mq_install_status { mq_store_begin(store, UInt32(length), hash, &next) }
    func begin(_ image: [UInt8]) -> mq_install_status { begin(image.count, hash: image.fnv1a) }
    func block(_ offset: Int, _ bytes: [UInt8]) -> mq_install_status {
        mq_store_block(store, UInt32(offset), bytes, bytes.count, &next)
    }
    func commit() -> mq_install_status { mq_store_commit(store) }
    func abandon() { mq_store_abandon(store) }
    func forget() -> mq_install_status { mq_store_forget(store) }

    /// - Returns: the status, and what is to be judged.
    func check() -> (status: mq_install_status, image: [UInt8]?) {
        var image: UnsafePointer<UInt8>?
        var length = 0
        let status = mq_store_check(store, &image, &length)
        return (status, image.map { Array(UnsafeBufferPointer(start: $0, count: length)) })
    }

    /// All blocks from `next` on, and the check.
    func upload(_ image: [UInt8], blocks size: Int = 200) -> mq_install_status {
        while Int(next) < image.count {
            let start = Int(next)
            let status = block(start, Array(image[start..<min(start + size, image.count)]))
            if status != MQ_INSTALL_OK { return status }
        }
        return check().status
    }

    /// An upload from its beginning to the switch.
    func install(_ image: [UInt8], blocks size: Int = 200) -> mq_install_status {
        for step in [{ self.begin(image) }, { self.upload(image, blocks: size) }, { self.commit() }] {
            let status = step()
            if status != MQ_INSTALL_OK { return status }
        }
        return MQ_INSTALL_OK
    }
}
