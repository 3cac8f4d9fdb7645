import DeviceFormats
import MotionCore
import Randomness
import Testing
import WireProtocol

/// A device that sends lines, with a time of its own or without.
private struct LineDevice {
    let world = TranslatedWorld()
    let hasStamps: Bool
    /// Its own clock, which runs with ours.
    private(set) var clock: UInt64 = 0
    private var sent = 0

    init(hasStamps: Bool) { self.hasStamps = hasStamps }

    /// The next line, whose time is its clock's.
    mutating func line(stamp: UInt64? = nil) -> [UInt8] {
        sent += 1
        let motion = "0.5,-0.25,0.85,\(sent % 7).0,0,-1\r\n"
        return Array((hasStamps ? "\((stamp ?? clock) / 1000)," + motion : motion).utf8)
    }

    mutating func wait(_ microseconds: UInt64) { clock += microseconds }

    mutating func send(_ bytes: [UInt8], after microseconds: UInt64) throws {
        clock += microseconds
        try world.send(bytes, after: microseconds)
    }

    /// A line after each period, for so many seconds.
    mutating func send(at rate: Double, seconds: Double) throws {
        let period = UInt64(1_000_000 / rate)
        for _ in 0..<Int(seconds * rate) {
            clock += period
            try world.send(line(), after: period)
        }
    }

    var changes: [[Double]] {
        world.told.compactMap { if case .rateChanged(let from, let to) = $0 { [from, to] } else { nil } }
    }
}

@Suite("The rate of a device of another make")
struct RateChangeTests {
    @Test(
        "that changes is noticed within two seconds and told with both rates, another session begins, and nothing is lost",
        arguments: [
            (50.0, 100.0), (100, 25), (100, 50), (25, 50), (50, 10), (50, 200), (100, 119), (200, 100), (50, 33.3), (20, 25),
        ],
        [true, false])
    func change(_ rates: (from: Double, to: Double), hasStamps: Bool) throws {
        var device = LineDevice(hasStamps: hasStamps)
        try device.send(at: rates.from, seconds: 7)
        let first = try #require(device.world.hello)
        #expect(abs(Double(first.sensor.rate) - rates.from) < 0.02 * rates.from)
        #expect(device.changes.isEmpty)
        try device.send(at: rates.to, seconds: 2)
        let change = try #require(device.changes.first, "within two seconds")
        #expect(change[0] == Double(first.sensor.rate) && abs(change[1] - rates.to) < 0.02 * rates.to)
        try device.send(at: rates.to, seconds: 4)
        #expect(device.changes.count == 1)
        #expect(device.world.hellos.count == 2 && device.world.hello?.session != first.session)
        #expect(abs(Double(device.world.hello?.sensor.rate ?? 0) - rates.to) < 0.02 * rates.to)
        #expect(device.world.lost == 0)
    }

    @Test("that changes back and forth is followed each time")
    func backAndForth() throws {
        var device = LineDevice(hasStamps: false)
        for _ in 0..<3 {
            try device.send(at: 50, seconds: 5)
            try device.send(at: 100, seconds: 5)
        }
        #expect(device.changes == [[50, 100], [100, 50], [50, 100], [100, 50], [50, 100]])
        #expect(device.world.lost == 0)
    }

    @Test(
        "has not changed when this machine stood still, however often", arguments: [true, false],
        [300, 700, 1500, 5000] as [UInt64])
    func standstill(_ hasStamps: Bool, _ milliseconds: UInt64) throws {
        var device = LineDevice(hasStamps: hasStamps)
        try device.send(at: 50, seconds: 6)
        for _ in 0..<4 {
            var waiting: [UInt8] = []
            for _ in 0..<milliseconds / 20 {
                device.wait(20_000)
                waiting += device.line()
            }
            try device.world.send(waiting, after: milliseconds * 1000)
            try device.send(at: 50, seconds: 1.3)
        }
        #expect(device.changes.isEmpty)
        #expect(device.world.hellos.count == 1)
    }

    @Test("has not changed when bytes come in bursts", arguments: [true, false], [2, 5, 10, 20, 37])
    func bursts(_ hasStamps: Bool, _ count: Int) throws {
        var device = LineDevice(hasStamps: hasStamps)
        for _ in 0..<1500 / count {
            var burst: [UInt8] = []
            for _ in 0..<count {
                device.wait(20_000)
                burst += device.line()
            }
            try device.world.send(burst, after: UInt64(count) * 20_000)
        }
        #expect(device.changes.isEmpty)
    }

    @Test("has not changed when stamps or arrivals jitter", arguments: [true, false], 1...5 as ClosedRange<UInt64>)
    func jitter(_ hasStamps: Bool, _ seed: UInt64) throws {
        var device = LineDevice(hasStamps: hasStamps)
        var random = SeededGenerator(seed: seed)
        var (sent, due) = (0 as UInt64, 0 as UInt64)
        for index in 1...1500 as ClosedRange<UInt64> {
            due = max(due, 20_000 * index + UInt64.random(in: 0...15_000, using: &random))
            let stamp = 20_000 * index + UInt64.random(in: 0...9000, using: &random)
            try device.world.send(device.line(stamp: stamp), after: due - sent)
            sent = due
        }
        #expect(device.changes.isEmpty)
    }

    @Test("has not changed when some lines are lost, which are counted", arguments: [true, false], 1...5 as ClosedRange<UInt64>)
    func losses(_ hasStamps: Bool, _ seed: UInt64) throws {
        var device = LineDevice(hasStamps: hasStamps)
        var random = SeededGenerator(seed: seed)
        try device.send(at: 50, seconds: 6)
        let before = device.world.samples
        var lost = 0
        for index in 0..<1000 {
            device.wait(20_000)
            let line = device.line()
            let isLost = index < 980 && Int.random(in: 0..<20, using: &random) == 0
            if isLost { lost += 1 }
            try device.world.send(isLost ? [] : line, after: 20_000)
        }
        #expect(device.changes.isEmpty)
        // Without stamps nobody knows of them.
        if hasStamps { #expect(device.world.lost == lost) }
        #expect(device.world.samples - before == 1000 - lost)
    }

    @Test("has not changed when the device rested for a while, which is a gap", arguments: [true, false])
    func rests(_ hasStamps: Bool) throws {
        var device = LineDevice(hasStamps: hasStamps)
        try device.send(at: 50, seconds: 6)
        for _ in 0..<5 {
            try device.send([], after: 800_000)
            try device.send(at: 50, seconds: 2)
        }
        #expect(device.changes.isEmpty)
        #expect((190...205).contains(device.world.lost), "\(device.world.lost)")
    }

    @Test("that somebody said is left to them")
    func said() throws {
        var options = ForeignOptions()
        options.rate = 50
        let world = TranslatedWorld(options)
        for index in 0..<600 { try world.send(Array("0.5,-0.25,0.85,\(index % 7).0,0,-1\r\n".utf8), after: 10_000) }
        #expect(world.told.count == 1 && world.hellos.count == 1)
    }
}
