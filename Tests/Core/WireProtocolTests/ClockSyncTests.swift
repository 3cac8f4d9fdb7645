import Randomness
import Testing
import WireProtocol

@Suite("Clock synchronisation")
struct ClockSyncTests {
    /// One exchange with a device whose clock is ahead by `offset`.
    private struct Exchange {
        var offset: UInt64
        var sent: UInt64 = 1_000_000
        var outward: UInt64 = 500
        var onDevice: UInt64 = 80
        var inward: UInt64 = 500

        var answer: TimeSyncMessage {
            let received = sent &+ offset &+ outward
            return TimeSyncMessage(requested: sent, received: received, answered: received &+ onDevice)
        }

        var arrived: UInt64 { sent + outward + onDevice + inward }
    }

    private func observe(_ exchange: Exchange, _ clock: inout ClockSync) {
        clock.observe(exchange.answer, arrived: exchange.arrived)
    }

    @Test("knows nothing before the first exchange")
    func unsynchronised() {
        let clock = ClockSync()
        #expect(!clock.isSynchronised)
        #expect(clock.roundTrip == nil)
        #expect(clock.deviceTime(atHost: 0) == nil)
    }

    @Test("follows PROTOCOL.md's worked example: round trip 1,120 µs, offset −2,994,888,000 µs")
    func workedExample() {
        var clock = ClockSync()
        clock.observe(
            TimeSyncMessage(requested: 3_000_012_440, received: 5_125_000, answered: 5_125_080), arrived: 3_000_013_640)
        #expect(clock.roundTrip == 1_120)
        #expect(clock.deviceTime(atHost: 3_000_000_000) == 5_112_000)
    }

    @Test("is exact with equal delays, whatever the offset and the time on the device")
    func symmetric() {
        var generator = SeededGenerator(seed: 41)
        for round in 0..<10_000 {
            let delay = UInt64.random(in: 0...50_000, using: &generator)
            let offset = UInt64.random(in: 0...UInt64.max, using: &generator)
            var clock = ClockSync()
            let sent = UInt64.random(in: 0...UInt64.max / 2, using: &generator)
            let onDevice = UInt64.random(in: 0...10_000, using: &generator)
            let exchange = Exchange(offset: offset, sent: sent, outward: delay, onDevice: onDevice, inward: delay)
            // A device's 64-bit clock does not wrap.
            guard exchange.answer.answered >= exchange.answer.received else { continue }
            observe(exchange, &clock)
            let now = sent + 1_000_000
            #expect(clock.deviceTime(atHost: now) == UInt32(truncatingIfNeeded: now &+ offset), "round \(round)")
            #expect(clock.roundTrip == 2 * delay, "round \(round)")
        }
    }

    @Test("errs by half the difference of unequal delays", arguments: [(0, 1_000), (1_000, 0), (300, 2_100)] as [(UInt64, UInt64)])
    func asymmetric(_ outward: UInt64, _ inward: UInt64) {
        var clock = ClockSync()
        observe(Exchange(offset: 10_000_000, outward: outward, inward: inward), &clock)
        let error = Int64(clock.deviceTime(atHost: 0) ?? 0) - 10_000_000
        #expect(error == (Int64(outward) - Int64(inward)) / 2)
    }

    @Test("carries device time over the wrap of its 32 bits", arguments: [-1, 0, 1, 4_294_967_295] as [Int64])
    func wrap(_ beyond: Int64) {
        var clock = ClockSync()
        let offset = UInt64(1) << 32 - 2_000_000
        observe(Exchange(offset: offset), &clock)
        let host = UInt64(2_000_000 + beyond)
        #expect(clock.deviceTime(atHost: host) == UInt32(truncatingIfNeeded: beyond))
    }

    @Test("trusts the shortest of the last eight round trips, whichever place it has", arguments: 0..<8)
    func best(_ place: Int) {
        var clock = ClockSync()
        for position in 0..<8 {
            // The long ones are lopsided: they would say something else.
            let long = Exchange(offset: 777_000, outward: 9_000, inward: 1_000)
            observe(position == place ? Exchange(offset: 777_000, outward: 200, inward: 200) : long, &clock)
        }
        #expect(clock.roundTrip == 400)
        #expect(clock.deviceTime(atHost: 0) == 777_000)
    }

    @Test("forgets the shortest round trip when sixteen exchanges have come after it")
    func forgetting() {
        var clock = ClockSync()
        observe(Exchange(offset: 0, outward: 10, inward: 10), &clock)
        for _ in 0..<15 { observe(Exchange(offset: 0), &clock) }
        #expect(clock.roundTrip == 20)
        observe(Exchange(offset: 0), &clock)
        #expect(clock.roundTrip == 1_000)
    }

    /// What the estimate is wrong by, at most, from `after` seconds on, with exchanges as the host makes them.
    private func largestError(drift: Double, after: Double, jitter: UInt64, seed: UInt64) -> Int64 {
        var generator = SeededGenerator(seed: seed)
        var clock = ClockSync()
        func device(_ host: UInt64) -> UInt64 { 900_000_000_000 + UInt64(Double(host) * (1 + drift)) }
        var times: [UInt64] = [0, 50_000, 100_000, 150_000] + (1...8).map { 150_000 + $0 * 1_000_000 }
        while let last = times.last, last < 200_000_000 { times.append(last + 10_000_000) }
        var worst: Int64 = 0
        for (number, sent) in times.enumerated() {
            let (outward, inward) = (
                500 + UInt64.random(in: 0...jitter, using: &generator), 500 + UInt64.random(in: 0...jitter, using: &generator)
            )
            let received = device(sent + outward)
            let arrived = sent + outward + 80 + inward
            clock.observe(
                TimeSyncMessage(requested: sent, received: received, answered: device(sent + outward + 80)), arrived: arrived)
            let next = number + 1 < times.count ? times[number + 1] : sent
            for now in stride(from: arrived, to: next, by: 100_000) where Double(now) > after * 1e6 {
                let estimate = clock.deviceTime(atHost: now) ?? 0
                worst = max(worst, Int64(Int32(bitPattern: estimate &- UInt32(truncatingIfNeeded: device(now))).magnitude))
            }
        }
        return worst
    }

    @Test("follows a clock that is up to 5 % off within 20 ms after ten seconds", arguments: [-0.05, -0.03, 0, 0.01, 0.05])
    func drift(_ drift: Double) {
        for seed in 0..<20 as Range<UInt64> {
            let error = largestError(drift: drift, after: 10, jitter: 4_000, seed: seed)
            #expect(error <= 20_000, "\(error) µs, seed \(seed)")
        }
    }

    @Test("knows the drift after the first seconds, in parts per million")
    func driftKnown() {
        var clock = ClockSync()
        for sent in stride(from: 0, through: 4_000_000, by: 1_000_000) as StrideThrough<UInt64> {
            let device = sent + sent / 100
            clock.observe(TimeSyncMessage(requested: sent, received: device, answered: device), arrived: sent)
        }
        #expect(clock.driftPartsPerMillion.map { abs($0 - 10_000) < 20 } == true)
    }

    @Test("counts so many of the device's milliseconds that the host's are not over before", arguments: [-0.05, -0.03, 0, 0.03])
    func deviceMilliseconds(_ drift: Double) {
        var clock = ClockSync()
        #expect(clock.deviceMilliseconds(within: 300) == 269)
        for sent in stride(from: 0, through: 4_000_000, by: 1_000_000) as StrideThrough<UInt64> {
            let device = UInt64(Double(sent) * (1 + drift))
            clock.observe(TimeSyncMessage(requested: sent, received: device, answered: device), arrived: sent)
        }
        let counted = Double(clock.deviceMilliseconds(within: 300))
        #expect(counted / (1 + drift) <= 300)
        #expect(counted >= 298 * min(1, 1 + drift))
        #expect(clock.deviceMilliseconds(within: 1) == 1)
    }

    @Test("does not believe one answer that contradicts all others, and believes two that agree: the clock was set")
    func clockSet() {
        var clock = ClockSync()
        for round in 0..<10 as Range<UInt64> { observe(Exchange(offset: 5_000_000, sent: round * 1_000_000), &clock) }
        let wrong = Exchange(offset: 605_000_000, sent: 10_000_000)
        #expect(clock.observe(wrong.answer, arrived: wrong.arrived) == .contradictory)
        #expect(clock.deviceTime(atHost: 10_000_000) == 15_000_000)
        let right = Exchange(offset: 5_000_000, sent: 10_050_000)
        #expect(clock.observe(right.answer, arrived: right.arrived) == .taken)
        for (round, verdict) in [(0, ClockSync.Verdict.contradictory), (1, .clockSet)] as [(UInt64, ClockSync.Verdict)] {
            let set = Exchange(offset: 605_000_000, sent: 11_000_000 + round * 50_000)
            #expect(clock.observe(set.answer, arrived: set.arrived) == verdict)
        }
        #expect(clock.deviceTime(atHost: 12_000_000) == 617_000_000)
    }

    @Test("is not moved by an exchange that took seconds, as of a host that was stopped")
    func stopped() {
        var clock = ClockSync()
        for round in 0..<10 as Range<UInt64> { observe(Exchange(offset: 5_000_000, sent: round * 1_000_000), &clock) }
        observe(Exchange(offset: 5_000_000, sent: 10_000_000, inward: 7_500_000), &clock)
        #expect(clock.deviceTime(atHost: 20_000_000) == 25_000_000)
    }

    static let nonsense: [(description: String, answer: TimeSyncMessage, arrived: UInt64)] = [
        ("it arrived before it was asked for", TimeSyncMessage(requested: 2_000, received: 50, answered: 60), 1_999),
        ("it was answered before it was received", TimeSyncMessage(requested: 1_000, received: 60, answered: 59), 2_000),
        ("it was longer on the device than under way", TimeSyncMessage(requested: 1_000, received: 0, answered: 1_001), 2_000),
    ]

    @Test("ignores an answer that cannot be", arguments: nonsense)
    func ignored(_ example: (description: String, answer: TimeSyncMessage, arrived: UInt64)) {
        var clock = ClockSync()
        clock.observe(example.answer, arrived: example.arrived)
        #expect(!clock.isSynchronised, "\(example.description)")
    }

    @Test("keeps what it knows when an answer cannot be", arguments: nonsense)
    func kept(_ example: (description: String, answer: TimeSyncMessage, arrived: UInt64)) {
        var clock = ClockSync()
        observe(Exchange(offset: 5_000), &clock)
        clock.observe(example.answer, arrived: example.arrived)
        #expect(clock.deviceTime(atHost: 100) == 5_100, "\(example.description)")
    }

    @Test("takes an exchange in no time at all, as in a simulation")
    func instant() {
        var clock = ClockSync()
        observe(Exchange(offset: 5_000, outward: 0, onDevice: 0, inward: 0), &clock)
        #expect(clock.roundTrip == 0)
        #expect(clock.deviceTime(atHost: 100) == 5_100)
    }

    @Test("forgets everything for a new session")
    func reset() {
        var clock = ClockSync()
        observe(Exchange(offset: 5_000), &clock)
        clock.reset()
        #expect(!clock.isSynchronised)
        #expect(clock.deviceTime(atHost: 100) == nil)
    }
}
