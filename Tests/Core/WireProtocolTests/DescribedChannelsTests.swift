import MotionCore
import Testing
import WireProtocol

/// A host and a device that has channels with names (PROTOCOL.md §6.14).
@Suite("Channels with names")
struct DescribedChannelsTests {
    @Test("are described page by page, and the host knows each of 32 as the device has it")
    func allOfThem() throws {
        let world = HostAndDevice(rate: 100, channels: Self.channels(32))
        world.open()
        world.pass(milliseconds: 100)
        #expect(world.news() == [.greeted(rate: 100, voided: 0)])
        let known = try #require(world.announced?.sensor)
        #expect(known.isSame(as: Self.sensor(Self.channels(32), rate: 100)))
    }

    @Test("samples are used when the last page has come, and not before")
    func noSampleBefore() {
        let world = HostAndDevice(rate: 100, channels: Self.channels(11))
        // Of each HELLO's pages the second is lost.
        world.upwards = { Self.leavingOut($0) { $0.header.kind == .channels && $0.payload[4] > 0 } }
        world.open()
        world.pass(milliseconds: 400)
        world.stream(0..<20)
        #expect(!world.isGreeted)
        #expect(world.told.allSatisfy { if case .samples = $0 { false } else { true } })
        world.upwards = { $0 }
        world.pass(milliseconds: 600)
        #expect(world.isGreeted)
        world.stream(20..<40)
        #expect(world.told.contains { if case .samples = $0 { true } else { false } })
        #expect(world.unusableFrames == 0)
    }

    @Test("pages that a bad line loses are made up for by those of the next HELLO")
    func lostPages() {
        let world = HostAndDevice(rate: 100, channels: Self.channels(30))
        var number = 0
        // One page in three comes, another one each time.
        world.upwards = { bytes in
            Self.leavingOut(bytes) { frame in
                guard frame.header.kind == .channels else { return false }
                number += 1
                return number % 4 != 0
            }
        }
        world.open()
        world.pass(milliseconds: 10_000)
        #expect(world.isGreeted)
        #expect(world.sessions == 1)
    }

    @Test("a device that announces CHANNELS and sends none is said to")
    func noPages() {
        let world = HostAndDevice(rate: 100, channels: Self.channels(3))
        world.upwards = { Self.leavingOut($0) { $0.header.kind == .channels } }
        world.open()
        world.pass(milliseconds: 4000)
        #expect(world.news() == [.channelsMissing])
    }

    @Test("with the same name twice are refused, once, and no sample of theirs is used")
    func doubleName() {
        let world = HostAndDevice(rate: 100, channels: Self.channels(3))
        world.upwards = { Self.renaming($0, from: "signal_2", to: "signal_1") }
        world.open()
        world.pass(milliseconds: 2000)
        #expect(world.news() == [.helloRefused(.doubleName)])
        #expect(!world.isGreeted)
    }

    @Test("whose pages contradict those of before are asked for again")
    func contradiction() throws {
        let world = HostAndDevice(rate: 100, channels: Self.channels(3))
        world.open()
        world.pass(milliseconds: 100)
        _ = world.news()
        world.upwards = { Self.renaming($0, from: "signal_2", to: "signal_9") }
        world.pass(milliseconds: 6000)
        #expect(world.news().contains(.irregular(.keepsSession)))
        #expect(world.announced?.sensor.channels[2].text.name.isSame(as: Self.text("signal_9")) == true)
    }

    @Test("wait for room page by page: none is left out, and none comes twice")
    func withoutRoom() {
        var identity = DeviceOnABench.identity()
        identity.sensor = Self.sensor(Self.channels(32), rate: 100)
        let bench = DeviceOnABench(identity, queue: DeviceLink.leastQueue, drains: false)
        var pages: [UInt8] = []
        for _ in 0..<40 {
            let frames = bench.drain()
            pages += frames.filter { $0.header.kind == .channels }.map { $0.payload[4] }
            bench.now += 10_000
            bench.poll()
        }
        #expect(pages.first == 0)
        #expect(pages == pages.sorted())
        #expect(Set(pages).count == pages.count)
        #expect(bench.link.outgoingCount == 0)
    }

    @Test("DATA of 32 has three samples a frame at most, and the host reads each")
    func wideSamples() {
        let world = HostAndDevice(rate: 1000, channels: Self.channels(32))
        world.open()
        world.pass(milliseconds: 500)
        for number in 0..<90 {
            world.sample(number, channels: 32)
            world.pass(milliseconds: 1)
        }
        world.pass(milliseconds: 50)
        let counts = world.told.compactMap { if case .samples(_, let first) = $0 { first.count } else { nil } }
        #expect(counts.reduce(0, +) == 90)
        #expect(counts.max() == 3)
    }
}

// MARK: - Devices, and lines that lose and change

extension DescribedChannelsTests {
    static func text(_ words: String) -> ShortText {
        var text = ShortText()
        for byte in words.utf8 { text.append(byte) }
        return text
    }

    static func channels(_ count: Int) -> [ChannelDescription] {
        (0..<count).map { place in
            var channel = ChannelDescription(kind: 0, unit: .own, scale: 0.5, offset: Float(place), fullScale: 0)
            channel.text.name = text("signal_\(place)")
            channel.text.unit = text("mm")
            channel.text.rate = Float(place)
            return channel
        }
    }

    static func sensor(_ channels: [ChannelDescription], rate: Float) -> SensorDescription {
        var sensor = SensorDescription(rate: rate)
        for channel in channels { sensor.addChannel(channel) }
        return sensor
    }

    /// Bytes of whole frames without some of them.
    static func leavingOut(_ bytes: [UInt8], _ isLeftOut: (HeardFrame) -> Bool) -> [UInt8] {
        FrameListener.frames(of: [bytes]).filter { !isLeftOut($0) }.flatMap(\.wire)
    }

    /// CHANNELS in which one name stands for another of the same length.
    static func renaming(_ bytes: [UInt8], from old: String, to new: String) -> [UInt8] {
        FrameListener.frames(of: [bytes]).flatMap { frame in
            var frame = frame
            if frame.header.kind == .channels {
                for start in frame.payload.indices where frame.payload[start...].starts(with: old.utf8) {
                    frame.payload.replaceSubrange(start..<start + old.utf8.count, with: new.utf8)
                }
            }
            return frame.wire
        }
    }
}
