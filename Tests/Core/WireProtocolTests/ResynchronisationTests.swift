import Randomness
import Testing
import WireProtocol

@Suite("Damage")
struct ResynchronisationTests {
    private let wires = variedFrames.map(\.wire)

    /// What one fault on the line makes of the byte at a place.
    static let faults: [(description: String, mostLost: Int, fault: @Sendable (UInt8) -> [UInt8])] = [
        ("a bit turned over", 2, { [$0 ^ 0x10] }),
        ("became 0x00", 2, { _ in [0] }),
        ("became 0xFF", 2, { [$0 == 0xFF ? 0xFE : 0xFF] }),
        ("was lost", 2, { _ in [] }),
        ("came twice", 1, { $0 == 0 ? [0, 0] : [$0, $0] }),
        ("got a zero before it", 1, { [0, $0] }),
        ("got noise before it", 1, { [0x7E, $0] }),
    ]

    @Test("of any one byte costs at most the frame and its neighbour", arguments: faults)
    func oneByte(_ example: (description: String, mostLost: Int, fault: @Sendable (UInt8) -> [UInt8])) {
        let stream = wires.flatMap(\.self)
        for place in stream.indices {
            let damaged = stream[..<place] + example.fault(stream[place]) + stream[(place + 1)...]
            let frames = FrameListener.frames(of: [damaged])
            let isInOrder = frames == variedFrames.filter(frames.contains)
            #expect(isInOrder && frames.count >= variedFrames.count - example.mostLost, "byte \(place) \(example.description)")
        }
    }

    @Test("that leaves all zeros where they are costs one frame only")
    func withinAFrame() {
        let stream = wires.flatMap(\.self)
        for place in stream.indices where stream[place] != 0 {
            var damaged = stream
            damaged[place] = stream[place] == 0x55 ? 0xAA : 0x55
            #expect(FrameListener.frames(of: [damaged]).count == variedFrames.count - 1, "byte \(place)")
        }
    }

    @Test("of any kind is over one frame into clean bytes")
    func afterGarbage() {
        var generator = SeededGenerator(seed: 31)
        for round in 0..<5_000 {
            let listener = FrameListener()
            listener.hear(wires[0])
            let length = Int.random(in: 0...700, using: &generator)
            listener.hear((0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) })
            listener.hear(wires[4] + wires[3] + wires[5])
            let isRecovered = listener.frames.suffix(2) == [variedFrames[3], variedFrames[5]]
            #expect(isRecovered, "round \(round), \(length) bytes of garbage")
        }
    }

    /// Bytes in a row without a zero, after a good frame, with the error they make.
    static let runs: [(description: String, length: Int, framing: UInt32, crc: UInt32)] = [
        ("255 bytes are collected, and no frame", 255, 0, 1),
        ("256 bytes are too many", 256, 1, 0),
        ("257 bytes are too many", 257, 1, 0),
        ("10,000 bytes are one failure", 10_000, 1, 0),
    ]

    @Test("by a lost 0x00 is counted once, however long the run", arguments: runs)
    func oversize(_ run: (description: String, length: Int, framing: UInt32, crc: UInt32)) {
        let listener = FrameListener()
        // 0xFF points to the end of 255 bytes exactly, so that their length is what fails or does not.
        listener.hear(wires[0] + [UInt8](repeating: 0xFF, count: run.length) + [0])
        #expect(listener.counters.framingErrors == run.framing, "\(run.description)")
        #expect(listener.counters.crcErrors == run.crc, "\(run.description)")
    }

    @Test("by too many bytes is counted at the 0x00 after them")
    func oversizeIsCountedLate() {
        let listener = FrameListener()
        listener.hear(wires[0] + [UInt8](repeating: 0x55, count: 2_000))
        #expect(listener.counters.framingErrors == 0)
        listener.hear([0])
        #expect(listener.counters.framingErrors == 1)
    }

    @Test("by too many bytes drops a good frame at their end with them")
    func frameInsideOversize() {
        let listener = FrameListener()
        listener.hear(wires[0] + [UInt8](repeating: 0x55, count: 300) + wires[4])
        #expect(listener.frames == [variedFrames[0]])
    }

    @Test("does not change the longest frame there is: 240 payload bytes, 256 on the wire")
    func longest() {
        let wire = wires[5]
        #expect(wire.count == FrameLimits.wire)
        #expect(FrameListener.frames(of: [[0x55, 0] + wire]) == [variedFrames[5]])
    }
}
