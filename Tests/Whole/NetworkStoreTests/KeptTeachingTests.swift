import CMotionCore
import TestSupport
import Testing

@Suite("What a device was taught, in flash")
struct KeptTeachingTests {
    private static let hash: UInt64 = 0x0123_4567_89AB_CDEF

    private func network() throws -> TeachableNetwork { try TeachableNetwork(units: 12) }

    private func flash(sectors: Int = 2) -> SimulatedFlash {
        SimulatedFlash(sectors: sectors, sectorBytes: 256, unitBytes: 8, seed: 4)
    }

    /// Boots, and keeps what a network was taught.
    private func keep(_ network: TeachableNetwork, in flash: SimulatedFlash) -> Bool {
        withStore(flash) { mq_teach_keep($0, network.place, Self.hash) }
    }

    /// Boots, and shows it to a network.
    private func recall(_ network: TeachableNetwork, from flash: SimulatedFlash, hash: UInt64 = hash) -> Bool {
        withStore(flash) { mq_teach_recall($0, network.place, hash) }
    }

    private func withStore(_ flash: SimulatedFlash, _ body: (UnsafeMutablePointer<mq_network_store>) -> Bool) -> Bool {
        let store = UnsafeMutablePointer<mq_network_store>.allocate(capacity: 1)
        defer { store.deallocate() }
        var interface = flash.interface
        mq_store_open(store, &interface)
        return body(store)
    }

    private func show(_ network: TeachableNetwork, _ examples: Int) {
        for example in 0..<examples {
            #expect(mq_teach_show(network.place, example % 2, (0..<12).map { Int16($0 * 700 - example * 311) }))
        }
    }

    @Test("comes back bit for bit at the next start")
    func comesBack() throws {
        let (taught, started, flash) = (try network(), try network(), flash(sectors: 4))
        show(taught, 5)
        #expect(keep(taught, in: flash) && recall(started, from: flash))
        #expect(started.rows == taught.rows)
        #expect((0..<2).allSatisfy { mq_teach_count(started.place, $0) == mq_teach_count(taught.place, $0) })
        #expect(flash.faults.isEmpty)
    }

    @Test("is gone on with: further examples give the bits that they would have given without the start between")
    func goneOnWith() throws {
        let (all, first, second, flash) = (try network(), try network(), try network(), flash(sectors: 4))
        show(all, 3)
        show(all, 2)
        show(first, 3)
        #expect(keep(first, in: flash) && recall(second, from: flash))
        show(second, 2)
        #expect(second.rows == all.rows)
    }

    @Test("is not shown to another network")
    func otherNetwork() throws {
        let (taught, started, flash) = (try network(), try network(), flash(sectors: 4))
        show(taught, 3)
        let before = started.rows
        #expect(keep(taught, in: flash) && !recall(started, from: flash, hash: Self.hash ^ 1))
        #expect(started.rows == before)
    }

    @Test("is, wherever power is lost while it is kept, what was kept before or what is kept now, whole")
    func cut() throws {
        let (before, after) = (try network(), try network())
        show(before, 2)
        show(after, 5)
        var seen = Set<Bool>()
        for bytes in stride(from: 0, to: 1_500, by: 7) {
            let (flash, started) = (flash(sectors: 4), try network())
            #expect(keep(before, in: flash))
            flash.bytesBeforeCut = bytes
            let isKept = keep(after, in: flash)
            flash.powerUp()
            #expect(recall(started, from: flash))
            let isNew = started.rows == after.rows
            #expect(isNew || started.rows == before.rows)
            if isKept { #expect(isNew) }
            seen.insert(isNew)
        }
        #expect(seen == [true, false])
    }

    @Test("is refused by flash without room, which then keeps what it kept")
    func noRoom() throws {
        let (taught, flash) = (try network(), flash(sectors: 2))
        show(taught, 2)
        // 16 and 2 · 13 · 4 bytes fit, of twelve units; those of forty do not.
        #expect(keep(taught, in: flash))
        let large = try TeachableNetwork(units: 40)
        #expect(mq_teach_kept_bytes(large.teachable) > flash.slotBytes)
        #expect(!keep(large, in: flash))
        let started = try network()
        #expect(recall(started, from: flash) && started.rows == taught.rows)
    }
}
