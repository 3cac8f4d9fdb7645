import CAllocationCounter
import DeviceFormats
import MotionCore
import MotionUnits
import Testing
import Transport
import WireProtocol

@Suite("A device of another make that is spoken for")
struct TranslatedTransportTests {
    /// Numbers that no motion has printed are in no unit by themselves.
    private static let known: ForeignOptions = {
        var options = ForeignOptions()
        options.units = ForeignUnits("g,rad/s")
        return options
    }()

    private static let period: UInt64 = 20_000

    private func line(_ index: Int) -> [UInt8] { Array("0.5,-0.25,0.85,\(index % 7).0,0,-1\r\n".utf8) }

    /// Sends lines at 50 Hz.
    private func send(_ lines: Range<Int>, to world: TranslatedWorld) throws {
        for index in lines { try world.send(line(index), after: Self.period) }
    }

    @Test("is found within two seconds, and greets with what was found")
    func found() throws {
        let world = TranslatedWorld(Self.known)
        try send(0..<100, to: world)
        let found = try #require(world.found)
        #expect(found.format == .text && found.rate == 50 && found.channels == .all && found.units == "g,rad/s")
        let hello = try #require(world.hello)
        #expect(hello.sensor.rate == 50 && hello.sensor.channelCount == 6 && hello.capabilities == .none)
    }

    @Test("has the right rate though its lines came late at first: what is no usual rate is counted for longer")
    func stalled() throws {
        func line(_ index: Int) -> [UInt8] { Array("5,-2.5,\(8 + Double(index % 3) / 10),\(index % 7).0,0,-1\r\n".utf8) }
        let world = TranslatedWorld(Self.known)
        for index in 0..<20 { try world.send(line(index), after: 36_000) }
        // What waited, then all in time.
        try world.send((20..<36).flatMap { line($0) }, after: Self.period)
        for index in 36..<80 { try world.send(line(index), after: Self.period) }
        #expect(world.found == nil)
        // But the format is said at once, and once.
        #expect(world.told.count { if case .counting(.text) = $0 { true } else { false } } == 1)
        for index in 80..<300 { try world.send(line(index), after: Self.period) }
        #expect(world.found?.rate == 50)
    }

    @Test("has its values as counts of its scale")
    func counts() throws {
        let world = TranslatedWorld(Self.known)
        try send(0..<100, to: world)
        let row = try #require(world.rows.last)
        #expect(row[0...2] == [1024, -512, 1741])
        #expect(abs(Double(row[5]) / 32_768 * 2000 - -57.29578) < 0.05)
    }

    @Test("has samples a period apart though its bytes come in bursts")
    func bursts() throws {
        let world = TranslatedWorld(Self.known)
        for burst in 0..<60 { try world.send((0..<4).flatMap { line(burst * 4 + $0) }, after: 4 * Self.period) }
        let times = world.frames.flatMap { frame in frame.rows.indices.map { Double(frame.time) + Double($0) * Double(Self.period) }
        }
        try #require(times.count > 100)
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(steps.dropFirst(20).allSatisfy { abs($0 - Double(Self.period)) < 2000 })
    }

    @Test("that loses lines has gaps of as many samples")
    func losses() throws {
        let world = TranslatedWorld(Self.known)
        try send(0..<100, to: world)
        let before = world.rows.count
        for text in ["0.5,-0.2\n", "#\n", "1,2,3,x,5,6\n"] { try world.send(Array(text.utf8), after: Self.period) }
        try send(100..<150, to: world)
        let after = try #require(world.frames.last)
        let expected = Int(world.frames[0].index) + before + 3 + 50
        #expect(Int(after.index) + after.rows.count == expected)
    }

    @Test("that is silent for a second has a gap of a second")
    func silence() throws {
        let world = TranslatedWorld(Self.known)
        try send(0..<100, to: world)
        let last = try #require(world.frames.last)
        try world.send([], after: 1_000_000)
        try send(100..<110, to: world)
        let next = try #require(world.frames.first { $0.index > last.index })
        #expect((49...52).contains(Int(next.index) - Int(last.index) - last.rows.count))
    }

    @Test("whose numbers are counts is refused, with those that are gravity")
    func unknownUnits() throws {
        let world = TranslatedWorld()
        for _ in 0..<200 { try world.send(Array("8192,-4096,13926,3,4,5\n".utf8), after: Self.period) }
        guard case .unknownUnits(let verdict) = try #require(world.told.first) else { return #expect(Bool(false)) }
        #expect(verdict.acceleration == .certain(.counts))
        #expect(abs(try #require(verdict.gravity) - 16_667) < 100)
    }

    @Test("that sends counts is read by its sensor's profile")
    func profile() throws {
        var options = ForeignOptions()
        options.scale = try SensorScale(profile: "mpu6050-2g-250dps")
        let world = TranslatedWorld(options)
        for _ in 0..<100 { try world.send(Array("8192,-4096,13926,131,0,0\n".utf8), after: Self.period) }
        let row = try #require(world.rows.last)
        #expect(row[0...2] == [1024, -512, 1741])
        #expect(row[3] == 16)
    }

    @Test("that is one of ours speaks for itself")
    func native() throws {
        let world = TranslatedWorld(Self.known)
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
        defer { memory.deallocate() }
        var identity = HelloMessage(role: .device, session: 7)
        identity.sensor = .init(rate: 50, gPerCount: 1, degreesPerSecondPerCount: 1)
        var link = DeviceLink(identity: identity, units: ActuatorUnits(), memory: memory, memoryCount: 4096, now: 0)
        let bytes = Array(UnsafeBufferPointer(start: link.outgoing, count: link.outgoingCount))
        link.consume(bytes.count)
        try world.send(bytes, after: 10)
        guard case .native = try #require(world.told.first) else { return #expect(Bool(false)) }
        try world.send(bytes, after: 10)
        #expect(world.hello?.session == 7)
    }

    @Test(
        "that may be one of ours is greeted, and of one that is nothing is lost, however its first frame comes",
        arguments: [1, 7, 4096])
    func mayBeNative(pieces: Int) throws {
        var options = Self.known
        options.mayBeNative = true
        let world = TranslatedWorld(options)
        try Array("hello?".utf8).withUnsafeBytes { try world.port.write($0, timeoutMilliseconds: 0) }
        #expect(try world.heardByDevice() == Array("hello?".utf8))
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
        defer { memory.deallocate() }
        var identity = HelloMessage(role: .device, session: 7)
        identity.sensor = .init(rate: 50, gPerCount: 1, degreesPerSecondPerCount: 1)
        let link = DeviceLink(identity: identity, units: ActuatorUnits(), memory: memory, memoryCount: 4096, now: 0)
        let frame = Array(UnsafeBufferPointer(start: link.outgoing, count: link.outgoingCount))
        // A boot loader speaks first, and ends in the middle of a line.
        let bytes = Array("ets Jul 29 2019\r\nload:0x3fff0030,len:1184\r\nrst".utf8) + [0] + frame
        for first in stride(from: 0, to: bytes.count, by: pieces) {
            try world.send(Array(bytes[first..<min(bytes.count, first + pieces)]), after: 10_000)
        }
        #expect(world.hello?.session == 7 && world.told.isEmpty)
        #expect(!world.port.isListening)
    }

    @Test("that may be one of ours and is not is found all the same")
    func isNotNative() throws {
        var options = Self.known
        options.mayBeNative = true
        let world = TranslatedWorld(options)
        try send(0..<10, to: world)
        #expect(world.port.isListening && world.hello == nil)
        try send(10..<100, to: world)
        #expect(world.found?.format == .text && world.found?.rate == 50 && world.hello?.sensor.channelCount == 6)
    }

    @Test("is not mute in the moment in which it is made out, before anything of it is handed on")
    func madeOut() throws {
        let world = TranslatedWorld(Self.known)
        for index in 0..<200 where world.found == nil { try world.send(line(index), after: Self.period, reads: 1) }
        #expect(world.found != nil && world.hello == nil && world.port.isListening)
    }

    @Test("that nobody can read is listened to at the next baud rates, round after round, and that is said once")
    func bauds() throws {
        let world = TranslatedWorld(Self.known, bauds: [9600, 57_600])
        for _ in 0..<600 { try world.send([0x80, 0xFF, 0x3F, 0xE1], after: Self.period) }
        let tried = world.told.compactMap { if case .trying(let baud) = $0 { baud } else { nil } }
        #expect(tried == [9600, 57_600])
        #expect(world.told.count { if case .nothingReadable = $0 { true } else { false } } == 1)
    }

    @Test("that says nothing for seconds after the port was opened is waited for at the same speed")
    func resets() throws {
        let world = TranslatedWorld(Self.known, bauds: [9600])
        for _ in 0..<200 { try world.send([], after: Self.period) }
        // The boot loader's last words, then lines.
        try world.send([0x80, 0xFF], after: Self.period)
        try send(0..<100, to: world)
        #expect(world.told.count == 1 && world.found?.baud == nil)
    }

    @Test("loses nothing while the host stands still for 0.6 s and its lines wait in the port", arguments: [false, true])
    func stoppedHost(isStamped: Bool) throws {
        let world = TranslatedWorld(Self.known)
        func text(_ index: Int) -> [UInt8] {
            Array(((isStamped ? "\(20 * index)," : "") + "0.5,-0.25,0.85,\(index % 7).0,0,-1\n").utf8)
        }
        for index in 0..<150 { try world.send(text(index), after: Self.period) }
        try world.send((150..<180).flatMap(text), after: 30 * Self.period)
        for index in 180..<300 { try world.send(text(index), after: Self.period) }
        try #require(world.samples > 200)
        #expect(world.lost == 0)
    }

    @Test("loses what did not wait in the port while the host stood still, and no more")
    func stoppedHostLosing() throws {
        let world = TranslatedWorld(Self.known)
        func text(_ index: Int) -> [UInt8] { Array("0.5,-0.25,0.85,\(index % 7).0,0,-1\n".utf8) }
        for index in 0..<150 { try world.send(text(index), after: Self.period) }
        try world.send((170..<180).flatMap(text), after: 30 * Self.period)
        for index in 180..<300 { try world.send(text(index), after: Self.period) }
        #expect((19...21).contains(world.lost), "\(world.lost)")
    }

    @Test(
        "costs no allocation for a sample once it is found",
        .enabled(if: allocation_counter_works(), "malloc can be counted with glibc and without a sanitizer only"))
    func allocations() throws {
        let world = TranslatedWorld(Self.known)
        try send(0..<100, to: world)
        try #require(world.found != nil)
        var blocks: UInt64 = 0
        for index in 0..<500 {
            let bytes = line(index)
            try bytes.withUnsafeBytes { try world.device.write($0, timeoutMilliseconds: 0) }
            allocation_counter_begin()
            for _ in 0..<4 { _ = try world.read() }
            blocks += allocation_counter_end()
        }
        #expect(blocks == 0)
    }
}
