import Testing

@Suite("Golden frames")
struct FrameVectorTests {
    @Test("are all there: 93 delivered, 117 refused, 5 shortened, each type among them")
    func completeness() throws {
        let frames = try Vectors.frames()
        #expect(frames.count >= 93)
        #expect(try Vectors.refused().count >= 117)
        #expect(try Vectors.shortened().count >= 5)
        #expect(Set(frames.map(\.frame.type)) == Set(Array(1...12) + [14, 15, 16]))
    }

    @Test("a frame is delivered with the header and the payload given", arguments: try Vectors.frames(), Codec.allCases)
    func delivery(_ vector: FrameVector, _ codec: Codec) {
        let reception = codec.receive([vector.wire.bytes[...]])
        #expect(reception.frames == [vector.frame], "\(vector.description)")
        #expect(reception.counters == Counters(frames: 1))
    }

    @Test("a frame that comes byte by byte is the same", arguments: try Vectors.frames(), Codec.allCases)
    func byteByByte(_ vector: FrameVector, _ codec: Codec) {
        let reception = codec.receive(vector.wire.bytes.map { [$0] })
        #expect(reception.frames == [vector.frame], "\(vector.description)")
    }

    @Test("a frame that is cut anywhere is the same", arguments: try Vectors.frames(), Codec.allCases)
    func cut(_ vector: FrameVector, _ codec: Codec) {
        let bytes = vector.wire.bytes
        for place in 0...bytes.count {
            #expect(codec.receive([bytes[..<place], bytes[place...]]).frames == [vector.frame], "cut at \(place)")
        }
    }

    @Test("a delivered frame's fields are those given", arguments: try Vectors.frames(), Codec.allCases)
    func fields(_ vector: FrameVector, _ codec: Codec) {
        #expect(codec.message(of: vector.frame) == vector.message, "\(vector.description)")
    }

    @Test("header and payload are encoded to the wire given", arguments: try Vectors.frames(), Codec.allCases)
    func encoding(_ vector: FrameVector, _ codec: Codec) {
        #expect(codec.encode(vector.frame) == vector.wire.bytes, "\(vector.description)")
    }

    @Test(
        "fields are encoded to the wire given, unless only received", arguments: try Vectors.frames().filter { !$0.isReceiveOnly },
        Codec.allCases)
    func encodingOfFields(_ vector: FrameVector, _ codec: Codec) throws {
        var frame = vector.frame
        frame.payload = try #require(codec.payload(of: vector.message))
        #expect(codec.encode(frame) == vector.wire.bytes, "\(vector.description)")
    }

    @Test("a HELLO with more than a frame holds is shortened", arguments: try Vectors.shortened(), Codec.allCases)
    func shortening(_ vector: ShortenedVector, _ codec: Codec) {
        #expect(codec.payload(of: .hello(vector.fields)) == vector.payload.bytes, "\(vector.description)")
    }

    @Test("a refused frame counts under its own rule and no other", arguments: try Vectors.refused(), Codec.allCases)
    func refusal(_ vector: RefusedVector, _ codec: Codec) throws {
        let good = try #require(try Vectors.frames().first)
        let reception = codec.receive([(good.wire.bytes + vector.wire.bytes)[...]])
        #expect(reception.counters == vector.counters, "\(vector.description)")
        #expect(reception.frames == [good.frame])
    }

    @Test("a refused frame does not harm its successor", arguments: try Vectors.refused(), Codec.allCases)
    func recovery(_ vector: RefusedVector, _ codec: Codec) throws {
        let good = try #require(try Vectors.frames().first)
        let reception = codec.receive([(good.wire.bytes + vector.wire.bytes + good.wire.bytes)[...]])
        #expect(reception.frames == [good.frame, good.frame])
    }

    @Test(
        "a frame without a good CRC, and nothing before it, counts as before sync", arguments: try Vectors.refused(), Codec.allCases
    )
    func beforeSync(_ vector: RefusedVector, _ codec: Codec) {
        let isDamaged = vector.outcome == .framingError || vector.outcome == .crcError
        #expect(codec.receive([vector.wire.bytes[...]]).counters.beforeSync == (isDamaged ? 1 : 0))
    }

    @Test("the worked examples of section 11 are frames, byte for byte", arguments: Codec.allCases)
    func workedExamples(_ codec: Codec) throws {
        let text = try Vectors.protocolText().replacing("```text\n", with: "```\n")
        let blocks = text.components(between: "```").compactMap { Hex($0.filter { !$0.isWhitespace }) }
        let reception = codec.receive(blocks.map { $0.bytes[...] })
        #expect(reception.frames.map(\.type) == [1, 2, 7, 8, 4])
        for (frame, block) in zip(reception.frames, blocks) {
            var again = frame
            again.payload = try #require(codec.message(of: frame).flatMap(codec.payload))
            #expect(codec.encode(again) == block.bytes)
        }
    }
}

extension String {
    /// What stands between the first and the second fence, the third and the fourth and so on.
    fileprivate func components(between fence: String) -> [Substring] {
        split(separator: fence, omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }
}
