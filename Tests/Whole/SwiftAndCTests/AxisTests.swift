import CMotionQProtocol
import MotionCore
import Randomness
import Testing
import WireProtocol

@Suite("The axis map in Swift and in C")
struct AxisTests {
    private static let kinds: [UInt8] = [0x10, 0x11, 0x12, 0x20, 0x21, 0x22, 0x40, 0x41, 0x42, 0x99]

    /// Both implementations' answers for one device and all six quantities; nil where there is no channel.
    private func answers(_ hello: HelloMessage, hasAxes: Bool = true) -> (swift: [ChannelSource?], c: [ChannelSource?]) {
        var wire = mq_hello()
        wire.channel_count = UInt8(hello.sensor.channelCount)
        withUnsafeMutableBytes(of: &wire.channels) { bytes in
            let channels = bytes.assumingMemoryBound(to: mq_channel.self)
            for index in 0..<hello.sensor.channelCount { channels[index].kind = hello.sensor.channels[index].kind }
        }
        if hasAxes {
            wire.present = 1 << 8
            wire.axes = (hello.sensor.axes[0], hello.sensor.axes[1], hello.sensor.axes[2])
        }
        let asked: [UInt8] = [0x10, 0x11, 0x12, 0x20, 0x21, 0x22]
        let inC = asked.map { kind -> ChannelSource? in
            var channel: UInt8 = 0
            var isReversed = false
            return mq_hello_source(&wire, kind, &channel, &isReversed)
                ? ChannelSource(channel: Int(channel), isReversed: isReversed) : nil
        }
        return (asked.map { hello.sensor.source(of: $0) }, inC)
    }

    @Test("finds the channel and the sign of a turned sensor")
    func turned() {
        var hello = HelloMessage(role: .device, session: 1)
        for kind in Self.kinds[..<6] {
            hello.sensor.addChannel(ChannelDescription(kind: kind, unit: .g, scale: 1, offset: 0, fullScale: 1))
        }
        // The sensor's x points along the board's y, its y against the board's x, its z along z.
        hello.sensor.axes = [2, -1, 3]
        let answers = answers(hello)
        #expect(answers.swift.map { $0?.channel } == [1, 0, 2, 4, 3, 5])
        #expect(answers.swift.map { $0?.isReversed } == [true, false, false, true, false, false])
        #expect(answers.c == answers.swift)
    }

    @Test("is the same for random devices")
    func random() {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<2000 {
            var hello = HelloMessage(role: .device, session: 1)
            for kind in Self.kinds.shuffled(using: &generator).prefix(Int.random(in: 1...9, using: &generator)) {
                hello.sensor.addChannel(ChannelDescription(kind: kind, unit: .g, scale: 1, offset: 0, fullScale: 1))
            }
            let axes: [Int8] = [1, 2, 3].shuffled(using: &generator).map { Bool.random(using: &generator) ? $0 : -$0 }
            hello.sensor.axes = [axes[0], axes[1], axes[2]]
            let answers = answers(hello)
            #expect(answers.c == answers.swift)
        }
    }

    @Test("without a map is the sensor's own")
    func absent() {
        var hello = HelloMessage(role: .device, session: 1)
        for kind in Self.kinds[3..<9] {
            hello.sensor.addChannel(ChannelDescription(kind: kind, unit: .g, scale: 1, offset: 0, fullScale: 1))
        }
        let answers = answers(hello, hasAxes: false)
        #expect(answers.c.map { $0?.channel } == [3, 4, 5, 0, 1, 2])
        #expect(answers.c == answers.swift)
    }
}
