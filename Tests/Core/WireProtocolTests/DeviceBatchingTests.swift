import Testing
import WireProtocol

@Suite("Samples of a device")
struct DeviceBatchingTests {
    /// PROTOCOL.md §10, and what the 20 ms rule gives for the rates between.
    @Test(
        "fill frames of the size that no sample waits 20 ms for",
        arguments: [(25.0, 6, 1, 28), (50, 6, 1, 28), (100, 6, 2, 40), (200, 6, 4, 64), (1000, 6, 20, 256), (1000, 9, 13, 250)])
    func frames(_ rate: Double, _ channels: Int, _ samples: Int, _ wireBytes: Int) {
        let device = DeviceOnABench(channels: channels, rate: Float(rate), queue: 65_536)
        device.stream(samples * 25, rate: rate)
        let frames = device.drain().filter { $0.header.kind == .data }
        #expect(frames.map { Int($0.header.count) } == Array(repeating: samples, count: 25))
        #expect(frames.map { Int($0.header.index) } == (0..<25).map { $0 * samples })
        #expect(frames.allSatisfy { $0.wireCount == wireBytes })
    }

    @Test(
        "keep the budget of the protocol",
        arguments: [(200.0, 115_200.0, 3200.0, 0.278), (1000, 921_600, 12_800, 0.139), (25, 115_200, 700, 0.061)])
    func budget(_ rate: Double, _ baud: Double, _ bytesPerSecond: Double, _ share: Double) {
        let device = DeviceOnABench(rate: Float(rate), queue: 65_536)
        device.stream(Int(rate), rate: rate)
        let bytes = device.drain().filter { $0.header.kind == .data }.map(\.wireCount).reduce(0, +)
        #expect(Double(bytes) == bytesPerSecond)
        #expect(abs(Double(bytes) / (baud / 10) - share) < 0.0005)
    }

    @Test("that nobody follows leave 20 ms after the first")
    func lonely() {
        let device = DeviceOnABench(rate: 200)
        device.stream(1, rate: 200)
        let taken = device.now
        #expect(device.link.nextDeadline() == taken + 20_000)
        device.now = taken + 19_999
        device.poll()
        #expect(device.drain().isEmpty)
        device.now = taken + 20_000
        device.poll()
        let frames = device.drain()
        #expect(frames.map(\.header.time) == [UInt32(taken)])
        #expect(frames.map(\.header.index) == [0])
    }

    @Test("that are not one period apart do not share a frame")
    func outOfStep() {
        let device = DeviceOnABench(rate: 200)
        device.stream(2, rate: 200)
        device.now += 12_000
        device.stream(2, rate: 200)
        device.link.flush(now: device.now)
        #expect(device.drain().map(\.header.count) == [2, 2])
    }

    @Test("number on across the wrap of the index")
    func wrap() {
        let device = DeviceOnABench(rate: 25)
        device.link.drop(65_535, now: device.now)
        device.stream(3, rate: 25)
        #expect(device.drain().filter { $0.header.kind == .data }.map(\.header.index) == [65_535, 0, 1])
    }

    @Test("that wait are not yet sent: other frames carry their index, and DATA its earlier time")
    func waiting() {
        let device = DeviceOnABench(rate: 200)
        device.stream(2, rate: 200)
        device.now += 1000
        device.greet(session: 3)
        device.link.flush(now: device.now)
        let frames = device.drain()
        #expect(frames.map(\.header.kind) == [.hello, .data])
        #expect(frames.map(\.header.index) == [0, 0])
        #expect(frames.map(\.header.time) == [1_006_000, 1_000_000])
    }

    @Test("may be dated by a clock of their own that runs ahead")
    func sampleClock() {
        let device = DeviceOnABench(rate: 25)
        device.link.sampleClockLead = 500_000
        let counts = [Int16](repeating: 1, count: 6)
        counts.withUnsafeBufferPointer {
            if let base = $0.baseAddress { device.link.push(base, takenAt: device.now + 500_000, now: device.now) }
        }
        device.heartbeat()
        device.greet(session: 3)
        #expect(device.drain().map(\.header.time) == [1_500_000, 1_500_000])
        #expect(device.link.feedback.hostHeardAt == 1_000_000)
    }
}
