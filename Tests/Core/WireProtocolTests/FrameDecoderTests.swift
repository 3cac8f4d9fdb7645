import Randomness
import Testing
import WireProtocol

@Suite("A stream of frames")
struct FrameDecoderTests {
    private let wires = variedFrames.map(\.wire)

    @Test("is delivered whole")
    func whole() {
        #expect(FrameListener.frames(of: [wires.flatMap(\.self)]) == variedFrames)
    }

    @Test("is delivered byte by byte")
    func byteByByte() {
        #expect(FrameListener.frames(of: wires.flatMap(\.self).map { [$0] }) == variedFrames)
    }

    @Test("is delivered in two pieces, wherever it is cut")
    func cut() {
        let stream = wires.flatMap(\.self)
        for place in 0...stream.count {
            #expect(FrameListener.frames(of: [stream[..<place], stream[place...]]) == variedFrames, "cut at \(place)")
        }
    }

    @Test("is delivered with noise between the frames, which is counted piece by piece")
    func noise() {
        var generator = SeededGenerator(seed: 21)
        for round in 0..<200 {
            let listener = FrameListener()
            listener.hear(wires[0])
            for wire in wires {
                let length = Int.random(in: 1...600, using: &generator)
                listener.hear((0..<length).map { _ in UInt8.random(in: 1...255, using: &generator) } + [0])
                listener.hear(wire)
            }
            #expect(listener.frames == [variedFrames[0]] + variedFrames, "round \(round)")
            let counters = listener.counters
            #expect(counters.framingErrors + counters.crcErrors == UInt32(wires.count), "round \(round)")
        }
    }

    @Test("is delivered with idle zeros between the frames, which are not counted")
    func idle() {
        let listener = FrameListener()
        for wire in wires { listener.hear([0, 0, 0] + wire) }
        var expected = FrameCounters()
        expected.bytes = UInt64(wires.count * 3 + wires.joined().count)
        expected.frames = UInt32(wires.count)
        #expect(listener.frames == variedFrames)
        #expect(listener.counters == expected)
    }

    @Test("says at the 0x00 of a frame, and not before, that the frame is there")
    func announcement() {
        let listener = FrameListener()
        listener.hear(wires[3].dropLast())
        #expect(listener.frames.isEmpty)
        listener.hear([0])
        #expect(listener.frames == [variedFrames[3]])
    }

    @Test("hands over the session tag and the reply flag of a header, each by itself", arguments: 0...15 as ClosedRange<UInt8>)
    func flags(_ flags: UInt8) {
        var frame = variedFrames[0]
        frame.header = FrameHeader(.event, isReply: flags % 2 == 1, sessionTag: flags / 2)
        let heard = FrameListener.frames(of: [frame.wire])
        #expect(heard == [frame])
        #expect(heard.first?.header.flags == flags)
        #expect(heard.first?.header.sessionTag == flags / 2)
        #expect(heard.first?.header.isReply == (flags % 2 == 1))
    }
}

@Suite("Before the first intact frame")
struct BeforeSyncTests {
    /// Each passes the checksum.
    static let synchronising: [(description: String, header: FrameHeader, payload: [UInt8])] = [
        ("a good frame", FrameHeader(.event), [1, 0, 1, 0]),
        ("an unknown type", FrameHeader(type: 0x42), [1, 2, 3]),
        ("DATA of another stream", FrameHeader(.data, count: 1, stream: 1), [1, 0]),
        ("a malformed payload", FrameHeader(.heartbeat), [1, 2, 3]),
    ]

    @Test("damage is the tail of something, and no error")
    func tail() {
        let listener = FrameListener()
        for frame in variedFrames { listener.hear(frame.wire.dropFirst(3)) }
        #expect(listener.counters.beforeSync == UInt32(variedFrames.count))
        #expect(listener.counters.framingErrors + listener.counters.crcErrors == 0)
    }

    @Test("damage is an error as soon as one checksum was good", arguments: synchronising)
    func synchronised(_ first: (description: String, header: FrameHeader, payload: [UInt8])) {
        let listener = FrameListener()
        listener.hear(encodedFrame(first.header, first.payload) + [0x33, 0])
        #expect(listener.counters.framingErrors == 1, "\(first.description)")
        #expect(listener.counters.beforeSync == 0, "\(first.description)")
    }

    @Test("too many bytes without a zero are one failure")
    func oversize() {
        let listener = FrameListener()
        listener.hear([UInt8](repeating: 0x55, count: 1_000) + [0])
        #expect(listener.counters.beforeSync == 1)
    }
}

extension FrameHeader {
    /// A header of a type that this version need not know.
    fileprivate init(type: UInt8) {
        self.init(.log)
        self.type = type
    }
}
