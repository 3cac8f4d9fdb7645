import MotionCore
import Testing

@Suite("A window schedule")
struct WindowScheduleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let length: Int
        let hop: Int
        let slots: Int
    }

    static let cases = [
        Case(testDescription: "a hop that divides the window", length: 20, hop: 5, slots: 4),
        Case(testDescription: "a hop that does not divide the window", length: 20, hop: 6, slots: 4),
        Case(testDescription: "a hop of one sample", length: 7, hop: 1, slots: 7),
        Case(testDescription: "windows end to end", length: 20, hop: 20, slots: 1),
        Case(testDescription: "a hop just short of the window", length: 20, hop: 19, slots: 2),
        Case(testDescription: "a hop beyond the window", length: 20, hop: 50, slots: 1),
        Case(testDescription: "windows of one sample", length: 1, hop: 1, slots: 1),
    ]

    @Test("has as many slots as windows in flight", arguments: cases)
    func slots(_ example: Case) {
        #expect(WindowSchedule(length: example.length, hop: example.hop).slots == example.slots)
    }

    @Test("never puts two windows that overlap into one slot, for all lengths and hops up to 24")
    func slotsAreFree() {
        for length in 1...24 {
            for hop in 1...24 {
                let slots = WindowSchedule(length: length, hop: hop).slots
                #expect(slots * hop >= length, "length \(length), hop \(hop)")
            }
        }
    }

    @Test("keeps no slot that is never needed, for all lengths and hops up to 24")
    func slotsAreUsed() {
        for length in 1...24 {
            for hop in 1...24 {
                let slots = WindowSchedule(length: length, hop: hop).slots
                #expect((slots - 1) * hop < length, "length \(length), hop \(hop)")
            }
        }
    }
}
