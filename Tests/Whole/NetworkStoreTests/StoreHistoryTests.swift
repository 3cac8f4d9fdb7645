import CMotionCore
import Randomness
import TestSupport
import Testing

/// Flash of one kind.
struct FlashKind: Sendable, CustomTestStringConvertible {
    var sector: Int
    var unit: Int
    var testDescription: String { "sectors of \(sector) bytes, units of \(unit)" }

    static let all = [256, 1024, 4096].flatMap { sector in [1, 2, 4, 8, 256].map { FlashKind(sector: sector, unit: $0) } }
}

@Suite("Whenever power is lost")
struct StoreHistoryTests {
    /// What may happen between two boots.
    private enum Step: CaseIterable {
        case install, resumed, damaged, abandoned, forget
    }

    @Test("the next boot finds the old network or the new one, whole", arguments: FlashKind.all)
    func histories(_ kind: FlashKind) throws {
        var cuts = 0
        for seed in 0..<160 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed << 20 + UInt64(kind.sector * 1000 + kind.unit))
            let sectors = max(2, 2048 / kind.sector)
            let flash = SimulatedFlash(sectors: sectors, sectorBytes: kind.sector, unitBytes: kind.unit, seed: seed)
            var current: [UInt8]?
            for _ in 0..<6 {
                let store = StoreUnderTest(flash)
                try #require(store.active == current, "seed \(seed)")
                let length = Int.random(in: 1...(flash.slotBytes - 256) / 64, using: &generator) * 64
                let image = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
                let work = 2 * kind.sector + 2 * length
                if Bool.random(using: &generator) { flash.bytesBeforeCut = Int.random(in: 0...work, using: &generator) }
                let step = Step.allCases[Int.random(in: 0..<Step.allCases.count, using: &generator)]
                let isDone = take(step, store, image, current, using: &generator)
                let wanted: [UInt8]? =
                    switch step {
                    case .install, .resumed: image
                    case .damaged, .abandoned: current
                    case .forget: nil
                    }
                if flash.isOff { cuts += 1 } else { try #require(isDone, "seed \(seed), \(step)") }
                flash.powerUp()
                let found = StoreUnderTest(flash).active
                try #require(found == wanted || (!isDone && found == current), "seed \(seed), \(step)")
                current = found
            }
            try #require(flash.faults.isEmpty, "seed \(seed): \(flash.faults[0])")
        }
        #expect(cuts > 100)
    }

    /// - Returns: whether the store said at the end that it went as it should.
    private func take(
        _ step: Step, _ store: StoreUnderTest, _ image: [UInt8], _ current: [UInt8]?, using generator: inout SeededGenerator
    ) -> Bool {
        let size = Int.random(in: 1...300, using: &generator)
        switch step {
        case .install: return store.install(image, blocks: size) == MQ_INSTALL_OK && store.active == image
        case .resumed:
            guard store.begin(image) == MQ_INSTALL_OK else { return false }
            while Int(store.next) < image.count {
                let start = Int(store.next)
                // Some blocks come once more, some from before, some too early.
                let end = min(start + size, image.count)
                guard store.block(start, Array(image[start..<end])) == MQ_INSTALL_OK, Int(store.next) == end else { return false }
                let back = Int.random(in: 0...end, using: &generator)
                guard store.block(back, Array(image[back..<end])) == MQ_INSTALL_OK, Int(store.next) == end else { return false }
                if end + 1 < image.count {
                    guard store.block(end + 1, [0]) == MQ_INSTALL_OUT_OF_ORDER, store.check().status == MQ_INSTALL_OUT_OF_ORDER,
                        store.commit() == MQ_INSTALL_OUT_OF_ORDER
                    else { return false }
                }
                // The line is lost, and comes back.
                guard store.begin(image) == MQ_INSTALL_OK, Int(store.next) == end, store.active == current else { return false }
            }
            return store.upload(image) == MQ_INSTALL_OK && store.commit() == MQ_INSTALL_OK && store.commit() == MQ_INSTALL_OK
        case .damaged:
            var damaged = image
            damaged[Int.random(in: 0..<image.count, using: &generator)] ^= 4
            guard store.begin(image) == MQ_INSTALL_OK, store.upload(damaged, blocks: size) == MQ_INSTALL_DAMAGED else {
                return false
            }
            return store.commit() == MQ_INSTALL_NOT_BEGUN && store.active == current
        case .abandoned:
            guard store.begin(image) == MQ_INSTALL_OK, store.upload(image, blocks: size) == MQ_INSTALL_OK else { return false }
            store.abandon()
            return store.commit() == MQ_INSTALL_NOT_BEGUN && store.block(0, image) == MQ_INSTALL_NOT_BEGUN
                && store.check().status == MQ_INSTALL_NOT_BEGUN && store.active == current
        case .forget: return store.forget() == MQ_INSTALL_OK && store.active == nil
        }
    }

    @Test("at any byte of an installation or of forgetting, one after the other", arguments: [1, 8, 256])
    func everyByte(unit: Int) throws {
        let images = (0..<3).map { index in (0..<320).map { UInt8(truncatingIfNeeded: $0 * 7 + index * 31) } }
        for isForgetting in [false, true] {
            for cut in 0..<(isForgetting ? 512 : 1200) {
                let flash = SimulatedFlash(sectors: 3, sectorBytes: 256, unitBytes: unit, seed: UInt64(cut))
                for image in images[..<2] { #expect(StoreUnderTest(flash).install(image) == MQ_INSTALL_OK) }
                let store = StoreUnderTest(flash)
                flash.bytesBeforeCut = cut
                let status = isForgetting ? store.forget() : store.install(images[2])
                let wasOff = flash.isOff
                flash.powerUp()
                let found = StoreUnderTest(flash).active
                if isForgetting {
                    try #require(found == images[1] || found == nil, "cut at \(cut)")
                } else {
                    try #require(found == images[1] || found == images[2], "cut at \(cut)")
                }
                if !wasOff { try #require(status == MQ_INSTALL_OK && found == (isForgetting ? nil : images[2])) }
                try #require(flash.faults.isEmpty)
            }
        }
    }
}
