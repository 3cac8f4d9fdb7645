import CMotionCore

/// A script's board that takes networks: the store of two slots that devices here have, over RAM, and what a script has said in
/// place of a network that runs.
struct SlottedBoard: TwinBoard {
    var board: ScriptedBoard
    let slots: ScriptedSlots

    var units: [UInt8] { board.units }
    var hello: Hello { board.hello }
    var described: [Channels.Channel] { board.described }

    func configured(_ hello: Hello, _ config: Config) -> Hello? { board.configured(hello, config) }

    func installed(_ hello: Hello, _ step: Install) -> (Installed, Hello?) {
        let (status, next) = slots.take(step)
        var after = hello
        after.network = Wide(slots.network ?? board.network)
        after.image = slots.image.map(Wide.init)
        return (Installed(sequence: step.sequence, status: status, step: step.step, next: next), after == hello ? nil : after)
    }

    mutating func drawSession() -> UInt32 { board.drawSession() }
}

/// Two slots in RAM. Every image that has its hash is taken for a network, but for those that say otherwise by their first bytes.
final class ScriptedSlots {
    /// Whether the flash can be erased and written.
    var works = true
    private let memory: UnsafeMutablePointer<UInt8>
    private let slotBytes: Int
    private let store = UnsafeMutablePointer<mq_network_store>.allocate(capacity: 1)

    /// - Parameter image: bytes of the longest image.
    init(image: Int) {
        slotBytes = Int(MQ_STORE_PAGE) + (image + Int(MQ_STORE_PAGE) - 1) / Int(MQ_STORE_PAGE) * Int(MQ_STORE_PAGE)
        memory = .allocate(capacity: 2 * slotBytes)
        memory.initialize(repeating: 0xFF, count: 2 * slotBytes)
        store.initialize(to: mq_network_store())
        var flash = mq_flash(
            memory: UnsafePointer(memory), slot_bytes: slotBytes, sector_bytes: Int(MQ_STORE_PAGE), unit_bytes: 1,
            self: Unmanaged.passUnretained(self).toOpaque(),
            erase: { ScriptedSlots.at($0).write($1, [UInt8](repeating: 0xFF, count: Int(MQ_STORE_PAGE))) },
            program: { ScriptedSlots.at($0).write($1, UnsafeBufferPointer(start: $2, count: $3)) })
        mq_store_open(store, &flash)
    }

    deinit {
        memory.deallocate()
        store.deallocate()
    }

    /// Hash of the image that runs; nil: none that came over the line.
    var image: UInt64? {
        var hash: UInt64 = 0
        return mq_store_active(store, nil, &hash) == nil ? nil : hash
    }

    /// Hash of its network.
    var network: UInt64? {
        var length = 0
        guard let bytes = mq_store_active(store, &length, nil) else { return nil }
        return mq_fnv1a(UInt64(MQ_FNV1A_START), bytes + Int(MQ_IMAGE_HEADER), length - Int(MQ_IMAGE_HEADER))
    }

    /// Does a step.
    ///
    /// - Returns: its status, and how many bytes of an image are there then, whatever the status.
    func take(_ step: Install) -> (status: UInt8, next: UInt32) {
        var next: UInt32 = 0
        let status =
            switch step.step {
            case 0: mq_store_begin(store, step.length ?? 0, step.hash?.value ?? 0, &next)
            case 1: mq_store_block(store, step.offset ?? 0, step.bytes?.bytes ?? [], step.bytes?.bytes.count ?? 0, &next)
            case 2: commit()
            default: mq_store_forget(store)
            }
        return (UInt8(status.rawValue), mq_store_next(store))
    }

    private func commit() -> mq_install_status {
        var image: UnsafePointer<UInt8>?
        var length = 0
        let status = mq_store_check(store, &image, &length)
        guard let image, status == MQ_INSTALL_OK else { return status }
        let start = String(decoding: UnsafeBufferPointer(start: image, count: 4), as: UTF8.self)
        if start.hasPrefix("NO") { return MQ_INSTALL_INVALID }
        return start == "MORE" ? MQ_INSTALL_UNSUPPORTED : mq_store_commit(store)
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> ScriptedSlots {
        guard let pointer else { preconditionFailure("the store hands on what it was given") }
        return Unmanaged<ScriptedSlots>.fromOpaque(pointer).takeUnretainedValue()
    }

    private func write(_ offset: Int, _ bytes: some Collection<UInt8>) -> Bool {
        guard works else { return false }
        for (place, byte) in bytes.enumerated() { memory[offset + place] = byte }
        return true
    }
}
