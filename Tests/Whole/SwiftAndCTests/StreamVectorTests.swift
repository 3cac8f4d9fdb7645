import Testing

@Suite("Golden streams")
struct StreamVectorTests {
    @Test("are all there")
    func completeness() throws {
        #expect(try Vectors.streams().count >= 54)
    }

    @Test("a stream is counted as given", arguments: try Vectors.streams(), Codec.allCases)
    func counters(_ vector: StreamVector, _ codec: Codec) {
        #expect(codec.receive([vector.bytes.bytes[...]]).counters == vector.counters, "\(vector.description)")
    }

    @Test("a stream's lost samples, restarts and sessions are those given", arguments: try Vectors.streams(), Codec.allCases)
    func losses(_ vector: StreamVector, _ codec: Codec) {
        let losses = codec.receive([vector.bytes.bytes[...]]).losses
        #expect(losses.lostSamples == vector.lostSamples, "\(vector.description)")
        #expect(losses.restarts == vector.restarts, "\(vector.description)")
        #expect(losses.sessions == vector.sessions, "\(vector.description)")
    }

    @Test("a stream that comes byte by byte is the same", arguments: try Vectors.streams(), Codec.allCases)
    func byteByByte(_ vector: StreamVector, _ codec: Codec) {
        let bytes = vector.bytes.bytes
        #expect(codec.receive(bytes.map { [$0] }) == codec.receive([bytes[...]]))
    }

    @Test("a stream that is cut anywhere is the same", arguments: try Vectors.streams(), Codec.allCases)
    func cut(_ vector: StreamVector, _ codec: Codec) {
        let bytes = vector.bytes.bytes
        let whole = codec.receive([bytes[...]])
        for place in 0...bytes.count {
            #expect(codec.receive([bytes[..<place], bytes[place...]]) == whole, "cut at \(place)")
        }
    }

    @Test("a stream gives both implementations the same frames", arguments: try Vectors.streams())
    func agreement(_ vector: StreamVector) {
        let pieces = [vector.bytes.bytes[...]]
        #expect(Codec.swift.receive(pieces).frames == Codec.c.receive(pieces).frames, "\(vector.description)")
    }
}
