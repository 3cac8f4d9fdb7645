import Files
import Testing

@Suite("Bytes for which zlib has no memory")
struct DeflateTests {
    @Test("are stored as a stream that unpacks to them, in one block or several", arguments: [0, 1, 65_535, 65_536, 200_000])
    func stored(_ count: Int) {
        let bytes = (0..<count).map { UInt8($0 * $0 & 0xFF) }
        let stream = Deflate.stored(bytes)
        // Between its header and its sum is what zip files hold.
        #expect(Deflate.unpacked(Array(stream.dropFirst(2).dropLast(4)), count: count) == bytes)
    }

    @Test("end with the sum of RFC 1950, and begin with a header that is a multiple of 31")
    func sum() {
        let stream = Deflate.stored(Array("Wikipedia".utf8))
        #expect(Array(stream.suffix(4)) == [0x11, 0xE6, 0x03, 0x98])
        #expect((Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0)
    }
}
