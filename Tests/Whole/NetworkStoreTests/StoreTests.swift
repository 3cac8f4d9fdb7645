import CMotionCore
import Randomness
import TestSupport
import Testing

@Suite("The store of two slots")
struct StoreTests {
    private func image(_ length: Int, seed: UInt64 = 1) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        return (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    private func flash(sectors: Int = 4, sector: Int = 1024, unit: Int = 4) -> SimulatedFlash {
        SimulatedFlash(sectors: sectors, sectorBytes: sector, unitBytes: unit, seed: 9)
    }

    @Test("holds nothing at first, then what was installed last, also as long as a slot", arguments: FlashKind.all)
    func installs(_ kind: FlashKind) {
        let flash = flash(sectors: 3, sector: kind.sector, unit: kind.unit)
        #expect(StoreUnderTest(flash).active == nil)
        for seed in 0..<5 as Range<UInt64> {
            // Whole slots, and lengths that fill neither pages nor units.
            let image = image(seed % 2 == 0 ? flash.slotBytes - 256 : 64 * Int(seed) + 3, seed: seed)
            let store = StoreUnderTest(flash)
            #expect(store.install(image, blocks: 97) == MQ_INSTALL_OK)
            #expect(store.active == image && StoreUnderTest(flash).active == image)
            // What fills the last unit is as if it had not been programmed.
            let end = 256 + image.count
            let last = (seed % 2 == 0 ? 0 : flash.slotBytes) + end
            for index in 0..<(kind.unit - end % kind.unit) % kind.unit { #expect(flash.memory[last + index] == 0xFF) }
        }
        #expect(flash.faults.isEmpty)
    }

    @Test("never touches the active slot before the next one is active")
    func leavesActive() {
        let flash = flash()
        let store = StoreUnderTest(flash)
        for seed in 0..<4 as Range<UInt64> {
            flash.touched = []
            #expect(store.install(image(1500, seed: seed)) == MQ_INSTALL_OK)
            let slot = seed % 2 == 0 ? 0..<flash.slotBytes : flash.slotBytes..<2 * flash.slotBytes
            #expect(flash.touched.allSatisfy { slot.contains($0.lowerBound) && $0.upperBound <= slot.upperBound })
            // What switches is programmed last.
            #expect(flash.touched.last?.lowerBound == slot.lowerBound)
        }
    }

    @Test("erases a sector to begin, and no more than two for a block of 257 bytes")
    func erases() {
        for kind in FlashKind.all {
            let flash = flash(sectors: 6, sector: kind.sector, unit: kind.unit)
            let store = StoreUnderTest(flash)
            let image = image(flash.slotBytes - 256)
            #expect(store.begin(image) == MQ_INSTALL_OK && flash.erases == 1)
            while Int(store.next) < image.count {
                flash.erases = 0
                let start = Int(store.next)
                #expect(store.block(start, Array(image[start..<min(start + 257, image.count)])) == MQ_INSTALL_OK)
                #expect(flash.erases <= 2)
            }
        }
    }

    @Test("refuses what does not fit, is empty, or goes beyond its end")
    func sizes() {
        let flash = flash()
        let store = StoreUnderTest(flash)
        #expect(store.begin(flash.slotBytes - 255, hash: 1) == MQ_INSTALL_TOO_LARGE)
        #expect(store.begin(Int(UInt32.max), hash: 1) == MQ_INSTALL_TOO_LARGE)
        #expect(store.begin(0, hash: 1) == MQ_INSTALL_INVALID)
        #expect(store.begin(flash.slotBytes - 256, hash: 1) == MQ_INSTALL_OK)
        #expect(store.block(flash.slotBytes - 256, [1]) == MQ_INSTALL_TOO_LARGE)
        #expect(store.block(Int(UInt32.max), [1]) == MQ_INSTALL_TOO_LARGE)
        #expect(store.block(flash.slotBytes - 256, []) == MQ_INSTALL_OUT_OF_ORDER)
        #expect(store.next == 0)
        #expect(store.block(0, []) == MQ_INSTALL_OK)
        // One that is too large leaves what is under way.
        #expect(store.block(0, [1, 2]) == MQ_INSTALL_OK && store.next == 2)
        #expect(store.begin(flash.slotBytes, hash: 1) == MQ_INSTALL_TOO_LARGE)
        #expect(store.begin(flash.slotBytes - 256, hash: 1) == MQ_INSTALL_OK && store.next == 2)
        // Another image begins anew.
        #expect(store.begin(flash.slotBytes - 256, hash: 2) == MQ_INSTALL_OK && store.next == 0)
        #expect(store.begin(64, hash: 2) == MQ_INSTALL_OK && store.next == 0)
    }

    @Test("hands out what is in flash before it is active, and takes the active one once more")
    func checks() {
        let flash = flash()
        let store = StoreUnderTest(flash)
        let (first, second) = (image(640, seed: 1), image(1216, seed: 2))
        #expect(store.install(first) == MQ_INSTALL_OK)
        #expect(store.begin(second) == MQ_INSTALL_OK && store.upload(second) == MQ_INSTALL_OK)
        for _ in 0..<2 {
            let (status, image) = store.check()
            #expect(status == MQ_INSTALL_OK && image == second)
        }
        #expect(store.active == first)
        #expect(store.commit() == MQ_INSTALL_OK && store.active == second)
        for _ in 0..<3 { #expect(store.install(second) == MQ_INSTALL_OK && store.active == second) }
    }

    @Test("goes to the other slot, or to none, from what cannot run, and to a later one all the same")
    func rejects() {
        let flash = flash()
        let (first, second, third) = (image(640, seed: 1), image(1216, seed: 2), image(64, seed: 3))
        var store = StoreUnderTest(flash)
        #expect(!store.reject())
        #expect(store.install(first) == MQ_INSTALL_OK && store.install(second) == MQ_INSTALL_OK)
        #expect(store.reject() && store.active == first)
        #expect(store.commit() == MQ_INSTALL_NOT_BEGUN)
        #expect(!store.reject() && store.active == nil)
        // The next boot tries again.
        store = StoreUnderTest(flash)
        #expect(store.active == second && store.reject() && store.active == first)
        // Into the rejected slot, for the active one is not touched.
        #expect(store.install(third) == MQ_INSTALL_OK && store.active == third)
        store = StoreUnderTest(flash)
        #expect(store.active == third && store.reject() && store.active == first && !store.reject())
        // With both rejected the new one is later than both.
        #expect(store.install(second) == MQ_INSTALL_OK && StoreUnderTest(flash).active == second)
    }

    @Test("forgets both, whichever are there")
    func forgets() {
        for count in 0..<3 {
            let flash = flash()
            let store = StoreUnderTest(flash)
            for seed in 0..<UInt64(count) { #expect(store.install(image(640, seed: seed)) == MQ_INSTALL_OK) }
            #expect(store.forget() == MQ_INSTALL_OK)
            #expect(store.active == nil && StoreUnderTest(flash).active == nil)
            #expect(store.commit() == MQ_INSTALL_NOT_BEGUN)
            #expect(store.install(image(640)) == MQ_INSTALL_OK && StoreUnderTest(flash).active == image(640))
        }
    }

    @Test("takes a generation of 0 for later than the one before the counter's end")
    func generations() {
        let flash = flash()
        let (first, second) = (image(640, seed: 1), image(640, seed: 2))
        #expect(StoreUnderTest(flash).install(first) == MQ_INSTALL_OK)
        var record = (0..<24).map { flash.memory[$0] }
        record.put(UInt32.max, at: 4)
        for (index, byte) in record.enumerated() { flash.memory[index] = byte }
        let check = record.fnv1a
        for index in 0..<8 { flash.memory[24 + index] = UInt8(truncatingIfNeeded: check >> (8 * UInt64(index))) }
        #expect(StoreUnderTest(flash).active == first)
        #expect(StoreUnderTest(flash).install(second) == MQ_INSTALL_OK)
        #expect(StoreUnderTest(flash).active == second)
        #expect(flash.memory[flash.slotBytes + 4] == 0)
    }

    @Test("passes over a slot whose record or image lost a bit")
    func rot() {
        let (first, second) = (image(640, seed: 1), image(640, seed: 2))
        for index in Array(0..<32) + [256, 600, 895] {
            let flash = flash()
            #expect(StoreUnderTest(flash).install(first) == MQ_INSTALL_OK)
            #expect(StoreUnderTest(flash).install(second) == MQ_INSTALL_OK)
            flash.memory[flash.slotBytes + index] ^= 8
            #expect(StoreUnderTest(flash).active == first, "byte \(index)")
            flash.memory[index] ^= 8
            #expect(StoreUnderTest(flash).active == nil, "byte \(index)")
            #expect(StoreUnderTest(flash).install(second) == MQ_INSTALL_OK)
        }
    }

    @Test("says so if flash does not take what is programmed, and keeps the old network", arguments: [true, false])
    func wear(tells: Bool) {
        let flash = flash()
        let store = StoreUnderTest(flash)
        let (first, second) = (image(640, seed: 1), image(640, seed: 2))
        #expect(store.install(first) == MQ_INSTALL_OK)
        flash.tellsWear = tells
        flash.isWornOut = true
        #expect(store.install(second) == (tells ? MQ_INSTALL_FLASH : MQ_INSTALL_DAMAGED))
        #expect(store.block(0, second) == MQ_INSTALL_NOT_BEGUN)
        flash.isWornOut = false
        #expect(store.begin(second) == MQ_INSTALL_OK && store.next == 0 && store.upload(second) == MQ_INSTALL_OK)
        // Now the record does not take.
        flash.isWornOut = true
        #expect(store.commit() == MQ_INSTALL_FLASH)
        #expect(store.active == first && StoreUnderTest(flash).active == first)
        flash.isWornOut = false
        #expect(store.install(second) == MQ_INSTALL_OK && flash.faults.isEmpty)
    }

    @Test(
        "takes no flash whose sizes break its rules",
        arguments: [(1024, 1024, 3), (1000, 1000, 4), (1000, 1024, 4), (256, 256, 4), (1024, 0, 4), (1024, 1024, 0), (0, 1024, 4)])
    func geometry(_ slot: Int, _ sector: Int, _ unit: Int) {
        let flash = flash()
        var interface = flash.interface
        interface.slot_bytes = slot
        interface.sector_bytes = sector
        interface.unit_bytes = unit
        let store = UnsafeMutablePointer<mq_network_store>.allocate(capacity: 1)
        defer { store.deallocate() }
        mq_store_open(store, &interface)
        var next: UInt32 = 0
        #expect(mq_store_active(store, nil, nil) == nil && !mq_store_reject(store))
        #expect(mq_store_begin(store, 64, 1, &next) == MQ_INSTALL_TOO_LARGE)
        #expect(mq_store_forget(store) == MQ_INSTALL_OK && flash.touched.isEmpty)
    }
}
