import PageServer
import TestSupport
import Testing

@Suite("Frames of a WebSocket")
struct WebSocketTests {
    @Test("a key is answered as RFC 6455 has it")
    func key() { #expect(WebSocket.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") }

    @Test(
        "SHA-1 is that of RFC 3174, over every length of a block's end",
        arguments: [
            ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ])
    func hash(_ text: String, _ expected: String) {
        let digits = SHA1.hash(Array(text.utf8)).map { (String($0 >> 4, radix: 16), String($0 & 15, radix: 16)) }
        #expect(digits.map { $0.0 + $0.1 }.joined() == expected)
    }

    @Test("a text is read whole and in pieces, and what follows stays")
    func text() throws {
        let whole = Browser.frame(1, Array("view 10 600 live".utf8))
        for cut in 0..<whole.count {
            var bytes = Array(whole[..<cut])
            #expect(try WebSocket.read(&bytes) == nil && bytes.count == cut)
        }
        var two = whole + [0x81]
        #expect(try WebSocket.read(&two) == .text("view 10 600 live"))
        #expect(two == [0x81])
        var long = Browser.frame(1, [UInt8](repeating: 97, count: 300))
        #expect(try WebSocket.read(&long) == .text(String(repeating: "a", count: 300)))
    }

    @Test("signs of life and the end are read")
    func control() throws {
        var bytes = Browser.frame(9, [7]) + Browser.frame(10, []) + Browser.frame(8, [3, 232])
        #expect(try WebSocket.read(&bytes) == .ping([7]))
        #expect(try WebSocket.read(&bytes) == .pong)
        #expect(try WebSocket.read(&bytes) == .close)
    }

    @Test(
        "what breaks the protocol closes the connection, before its bytes come",
        arguments: [
            // A gigabyte is announced, or 60,001 bytes.
            ([0x81, 0xFF, 0, 0, 0, 0, 0x40, 0, 0, 0], WebSocket.Fault.tooLarge), ([0x81, 0xFE, 0xEA, 0x61], .tooLarge),
            // Without a mask; a reserved bit; a long ping.
            ([0x81, 0x01, 97], .protocolError), ([0xC1, 0x80, 0, 0, 0, 0], .protocolError), ([0x89, 0xFE, 0, 126], .protocolError),
            // A piece of a message; bytes instead of a text; no UTF-8; an operation that does not exist.
            (Browser.frame(1, [97], isLast: false), .unsupported), (Browser.frame(2, [97]), .unsupported),
            (Browser.frame(1, [0xFF]), .notText),
            (Browser.frame(3, []), .protocolError),
        ])
    func faults(_ sent: [UInt8], _ fault: WebSocket.Fault) {
        var bytes = sent
        #expect(throws: fault) { try WebSocket.read(&bytes) }
    }
}
