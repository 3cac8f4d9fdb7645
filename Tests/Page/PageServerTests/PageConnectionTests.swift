import PageServer
import TestSupport
import Testing

@Suite("A connection to a page")
struct PageConnectionTests {
    private static let access = PageAccess(token: String(repeating: "5e", count: 16), port: 8015)
    private static let key = "/\(access.token)"

    private func request(_ path: String, _ method: String = "GET", host: String = "127.0.0.1:8015", _ fields: String...) -> [UInt8]
    {
        Array(([["\(method) \(path) HTTP/1.1", "Host: \(host)"], fields, ["", ""]].joined()).joined(separator: "\r\n").utf8)
    }

    /// The answer to a request, and what followed from it.
    private func answer(_ bytes: [UInt8]) -> (text: String, PageConnection, [PageConnection.Consequence]) {
        var connection = PageConnection(now: 0)
        let consequences = connection.receive(bytes, now: 0, access: Self.access) { path in
            path == "/" ? PageFile(type: "text/html", bytes: Array("hello".utf8)) : nil
        }
        return (String(decoding: connection.pending, as: UTF8.self), connection, consequences)
    }

    private static let handshake = [
        "Upgrade: websocket", "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Origin: http://127.0.0.1:8015",
    ]

    private func opened() -> PageConnection {
        let lines = ["GET \(Self.key)/live HTTP/1.1", "Host: 127.0.0.1:8015"] + Self.handshake + ["", ""]
        var connection = answer(Array(lines.joined(separator: "\r\n").utf8)).1
        connection.wrote(connection.pending.count)
        return connection
    }

    @Test("gets a file with its secret, behind fences")
    func file() {
        let (text, connection, _) = answer(request(Self.key + "/"))
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.hasSuffix("\r\n\r\nhello"))
        for fence in ["Content-Security-Policy: default-src 'none'", "Referrer-Policy: no-referrer", "nosniff", "no-store"] {
            #expect(text.contains(fence))
        }
        #expect(!text.contains("unsafe-inline") && connection.state == .leaving)
    }

    @Test("gets the head alone where that is asked for")
    func head() {
        let (text, _, _) = answer(request(Self.key + "/", "HEAD"))
        #expect(text.contains("Content-Length: 5\r\n") && text.hasSuffix("\r\n\r\n"))
    }

    @Test(
        "is refused",
        arguments: [
            ("/", "127.0.0.1:8015", "", 403), ("/" + String(repeating: "5f", count: 16) + "/", "127.0.0.1:8015", "", 403),
            (key, "127.0.0.1:8015", "", 403), (key + "/", "evil.example:8015", "", 421), (key + "/", "127.0.0.1", "", 421),
            (key + "/", "127.0.0.1:8015", "Origin: http://evil.example", 403), (key + "/", "127.0.0.1:8015", "Origin: null", 403),
            // A secret that another page was told of is no address.
            ("/", "127.0.0.1:8015", "Referer: http://127.0.0.1:8015\(key)/", 403),
            (key + "/../../etc/passwd", "127.0.0.1:8015", "", 404), (key + "/%2e%2e/etc/passwd", "127.0.0.1:8015", "", 404),
            (key + "//etc/passwd", "127.0.0.1:8015", "", 404),
        ])
    func refused(_ path: String, _ host: String, _ field: String, _ status: Int) {
        let (text, connection, consequences) = answer(
            field.isEmpty ? request(path, host: host) : request(path, host: host, field))
        #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(text)")
        #expect(connection.state == .leaving && consequences.isEmpty && !text.contains("hello"))
    }

    @Test("writes nothing", arguments: ["POST", "PUT", "DELETE", "OPTIONS"])
    func methods(_ method: String) {
        #expect(answer(request(Self.key + "/", method)).text.hasPrefix("HTTP/1.1 405 "))
    }

    @Test("becomes a page's by its handshake, and by all of it")
    func handshake() {
        for left in 0...Self.handshake.count {
            var fields = Self.handshake
            if left < fields.count { fields.remove(at: left) }
            let lines = ["GET \(Self.key)/live HTTP/1.1", "Host: 127.0.0.1:8015"] + fields + ["", ""]
            let (text, connection, consequences) = answer(Array(lines.joined(separator: "\r\n").utf8))
            let isWhole = left == Self.handshake.count
            #expect(connection.state == (isWhole ? .live : .leaving) && consequences == (isWhole ? [.opened] : []))
            #expect(text.hasPrefix(isWhole ? "HTTP/1.1 101 " : "HTTP/1.1 400 "))
            if isWhole { #expect(text.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n")) }
        }
    }

    @Test("hands on what a page says, and answers its pings")
    func says() {
        var connection = opened()
        let said = connection.receive(
            Browser.frame(1, Array("view 1 2 live".utf8)) + Browser.frame(9, [42]), now: 1, access: Self.access
        ) { _ in nil }
        #expect(said == [.said("view 1 2 live")])
        #expect(Array(connection.pending) == [0x8A, 1, 42])
    }

    @Test("has room until so many bytes wait, and is given up when nobody reads them")
    func slow() {
        var connection = opened()
        #expect(connection.hasRoom)
        connection.send(.binary([UInt8](repeating: 0, count: PageConnection.roomForMore)))
        #expect(!connection.hasRoom)
        // It answers no pings as long as nobody reads: a flood of them costs nothing.
        let waiting = connection.pending.count
        _ = connection.receive(Browser.frame(9, []), now: 2, access: Self.access) { _ in nil }
        #expect(connection.pending.count == waiting)
        connection.tick(now: PageConnection.patienceForPage)
        #expect(!connection.isOver)
        connection.tick(now: PageConnection.patienceForPage + 3)
        #expect(connection.isOver)
    }

    @Test("is asked for signs of life")
    func pings() {
        var connection = opened()
        connection.tick(now: PageConnection.pause)
        #expect(connection.pending.isEmpty)
        connection.tick(now: PageConnection.pause + 1)
        #expect(Array(connection.pending) == [0x89, 0])
    }

    @Test("that asks for nothing is sent away")
    func idle() {
        var connection = PageConnection(now: 0)
        connection.tick(now: PageConnection.patienceForRequest)
        #expect(!connection.isOver)
        connection.tick(now: PageConnection.patienceForRequest + 1)
        #expect(connection.isOver)
    }

    @Test("is closed with the reason where the page breaks the protocol")
    func breach() {
        var connection = opened()
        _ = connection.receive([0x81, 0xFF, 0, 0, 0, 0, 0x40, 0, 0, 0], now: 0, access: Self.access) { _ in nil }
        #expect(connection.state == .leaving && Array(connection.pending) == [0x88, 2, 0x03, 0xF1])
    }
}
