import CMotionCore
import TestSupport

extension FuzzTarget {
    /// The store of networks in flash: steps of uploads and power failures at any byte, and flash that holds anything at the start.
    static let store = FuzzTarget(
        "store", reads: "steps of an installation, flash and power failures",
        sources: ["Sources/Core/CMotionCore/store/network_store.c"], longest: 2048,
        seeds: { StoreSeeds.all }
    ) { bytes throws(FuzzFault) in
        var input = InputBytes(bytes)
        try StoreHistory(&input).play(&input)
    }
}

/// A device's flash over some boots.
private final class StoreHistory {
    private let flash: SimulatedFlash
    private let store = UnsafeMutablePointer<mq_network_store>.allocate(capacity: 1)
    private var next: UInt32 = 0
    /// The image that is uploaded, and those that may be active when power comes back.
    private var upload: [UInt8] = []
    private var mayBeActive: [[UInt8]?] = []

    init(_ input: inout InputBytes) {
        let sectors = 1 + Int(input.byte() % 3), unit = [4, 16, 256][Int(input.byte() % 3)]
        flash = SimulatedFlash(sectors: 2 * sectors, sectorBytes: 256, unitBytes: unit, seed: UInt64(input.byte()))
        // What stood in flash may be anything: what looks like a record among it.
        let count = Int(input.byte())
        for (place, byte) in input.bytes(count).enumerated() {
            flash.memory[place % 256 + (place % 2 == 0 ? 0 : flash.slotBytes)] = byte
        }
    }

    deinit { store.deallocate() }

    func play(_ input: inout InputBytes) throws(FuzzFault) {
        boot()
        mayBeActive = [active]
        while !input.isAtEnd {
            let before = active
            let commits = try step(&input)
            if flash.isOff {
                // Whatever was cut short: the old network, or the one that was being committed.
                flash.powerUp()
                boot()
                try require(
                    commits.contains { $0 == active } || active == before,
                    "a power failure leaves another network than the old or the new one")
            }
            try require(flash.faults.isEmpty, "the store breaks a rule of flash: \(flash.faults.first ?? "")")
            if let active { try require(fnv(active) == activeHash, "the active network is not what its hash says") }
        }
    }

    private func boot() {
        var interface = flash.interface
        mq_store_open(store, &interface)
    }

    /// One call.
    ///
    /// - Returns: what may be active if power was lost in it, besides what was.
    private func step(_ input: inout InputBytes) throws(FuzzFault) -> [[UInt8]?] {
        switch input.byte() % 10 {
        case 0:
            let count = Int(input.number(UInt16.self)) % 1200
            let seed = input.byte()
            let image = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) ^ seed }
            // Now and then the hash is another one's.
            let status = mq_store_begin(store, UInt32(count), fnv(image) ^ (input.byte() == 7 ? 1 : 0), &next)
            // One that is refused for its length leaves the one before under way.
            if status == MQ_INSTALL_OK || status == MQ_INSTALL_FLASH { upload = image }
            next = mq_store_next(store)
        case 1, 2, 3:
            let offset = input.byte() < 200 ? Int(next) : Int(input.number(UInt16.self))
            let size = Int(input.byte()) + 1
            let block = (offset..<offset + size).map { $0 < upload.count ? upload[$0] : input.byte() }
            let most = min(block.count, max(1, upload.count - offset))
            let status = mq_store_block(store, UInt32(offset), block, most, &next)
            try require(status != MQ_INSTALL_OK || next <= upload.count, "the store has more bytes than the image")
        case 4:
            while next < upload.count, !flash.isOff {
                let end = min(Int(next) + 232, upload.count)
                let status = mq_store_block(store, next, Array(upload[Int(next)..<end]), end - Int(next), &next)
                if status != MQ_INSTALL_OK { break }
            }
        case 5: _ = check()
        case 6:
            _ = check()
            let before = active
            let status = mq_store_commit(store)
            if status == MQ_INSTALL_OK {
                try require(active == upload, "a commit that is told to have worked made another network active")
            }
            if status == MQ_INSTALL_FLASH, !flash.isOff {
                try require(active == before, "a commit that failed changed the network")
            }
            return [upload]
        case 7: flash.bytesBeforeCut = Int(input.number(UInt16.self)) % 2048
        case 8:
            if input.byte() % 4 == 0 {
                let other = other
                _ = mq_store_forget(store)
                return [nil, other]
            }
            mq_store_abandon(store)
        default:
            _ = mq_store_reject(store)
            boot()
        }
        return []
    }

    private func check() -> mq_install_status {
        var (image, length): (UnsafePointer<UInt8>?, Int) = (nil, 0)
        return mq_store_check(store, &image, &length)
    }

    private var active: [UInt8]? { image(nil) }
    private var activeHash: UInt64 {
        var hash: UInt64 = 0
        _ = image(&hash)
        return hash
    }

    private func image(_ hash: UnsafeMutablePointer<UInt64>?) -> [UInt8]? {
        var length = 0
        return mq_store_active(store, &length, hash).map { Array(UnsafeBufferPointer(start: $0, count: length)) }
    }

    /// The network that becomes active if the active one is rejected.
    private var other: [UInt8]? {
        defer { boot() }
        return mq_store_reject(store) ? active : nil
    }

    private func fnv(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBufferPointer { all in all.baseAddress.map { mq_fnv1a(MQ_FNV1A_START, $0, all.count) } ?? MQ_FNV1A_START }
    }
}

/// Installations that succeed, one after the other, with power failures among them.
private enum StoreSeeds {
    static let all: [[UInt8]] = {
        let install: [UInt8] = [0, 1, 200, 9, 0, 4, 5, 6]
        let begin: [UInt8] = [1, 1, 5, 0]
        return [
            begin + install, begin + install + [0, 0, 90, 3, 0, 4, 6],
            begin + install + [0, 1, 0, 4, 0, 1, 0, 255, 1, 0, 100, 4, 6, 9],
            begin + install + [7, 1, 0] + install + install, begin + install + [8, 0] + install,
            [2, 0, 1, 40] + (0..<40) + install + [7, 4, 0, 8, 0] + install,
        ]
    }()
}
