import Formatting
import Testing

@Suite("Bytes that are no UTF-8, as text")
struct UndecodableBytesTests {
    @Test("come back, whatever they are")
    func reversible() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            // Mostly of the bytes with which sequences of UTF-8 begin and go on, and of the reserved scalars' own.
            let bytes = (0..<Int.random(in: 0...12)).map { _ in
                let some: [UInt8] = [0x41, 0x80, 0xBF, 0xC3, 0xE2, 0xED, 0xF0, 0xF4, 0x8F, 0xB9, 0xBA, 0xBB, 0xFF]
                return Bool.random() ? some[Int.random(in: 0..<some.count)] : UInt8.random(in: 1...255, using: &generator)
            }
            #expect(UndecodableBytes.bytes(of: UndecodableBytes.text(bytes)) == bytes, "\(bytes)")
        }
    }

    @Test(
        "are not there in text, which stays as it is", arguments: ["", "walk.csv", "größer 🙂", "e\u{301}", "\u{10FFFD}\u{10FE7F}"])
    func text(_ text: String) {
        #expect(Array(UndecodableBytes.text(Array(text.utf8)).unicodeScalars) == Array(text.unicodeScalars))
        #expect(!UndecodableBytes.occur(in: UndecodableBytes.text(Array(text.utf8))))
    }

    @Test(
        "are shown by their numbers",
        arguments: [([0x63, 0xE9, 0x2E], #"c\xE9."#), ([0xC3, 0xA9, 0xFF], #"é\xFF"#), ([0xF4, 0x8F], #"\xF4\x8F"#)])
    func shown(_ bytes: [UInt8], _ expected: String) {
        let text = UndecodableBytes.text(bytes)
        #expect(UndecodableBytes.occur(in: text))
        #expect(printable(text) == expected)
    }
}
