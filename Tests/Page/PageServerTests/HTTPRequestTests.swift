import PageServer
import Testing

@Suite("The head of a request")
struct HTTPRequestTests {
    private func read(_ text: String) -> HTTPRequest.Reading { HTTPRequest.read(Array(text.utf8)) }

    @Test("has a method, a path without its query, and fields by name")
    func fields() throws {
        let text = "GET /a/b.js?x=1 HTTP/1.1\r\nHost: localhost:80\r\nUPGRADE:  WebSocket , h2 \r\n\r\n"
        guard case .complete(let request, let bytes) = read(text + "more") else { return #expect(Bool(false), "not read") }
        #expect(request.method == "GET" && request.path == "/a/b.js" && bytes == text.utf8.count)
        #expect(request.field("host") == "localhost:80" && request.field("upgrade", has: "websocket"))
        #expect(request.field("origin") == nil && !request.has("origin"))
    }

    @Test("a field that comes twice has no one value")
    func twice() {
        guard case .complete(let request, _) = read("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n") else {
            return #expect(Bool(false), "not read")
        }
        #expect(request.has("host") && request.field("host") == nil)
    }

    @Test("is waited for to its end, wherever it is cut")
    func pieces() {
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        for length in 0..<bytes.count { #expect(HTTPRequest.read(bytes[..<length]) == .incomplete) }
    }

    @Test(
        "is refused where it is none of a page's",
        arguments: [
            ("GET\r\n\r\n", HTTPStatus.badRequest), ("GET http://a/ HTTP/1.1\r\n\r\n", .badRequest),
            ("GET / HTTP/2\r\n\r\n", .badRequest),
            ("GET / HTTP/1.1\r\n folded: x\r\n\r\n", .badRequest), ("GET / HTTP/1.1\r\nno colon\r\n\r\n", .badRequest),
            ("GET / HTTP/1.1\r\na : b\r\n\r\n", .badRequest), ("GET / HTTP/1.1\r\na: b\nc: d\r\n\r\n", .badRequest),
            ("GET / HTTP/1.1\r\na: b\rc: d\r\n\r\n", .badRequest), ("GET /\u{1B}[2J HTTP/1.1\r\n\r\n", .badRequest),
            ("GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\n", .tooLarge),
            ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", .tooLarge),
        ])
    func refused(_ text: String, _ status: HTTPStatus) { #expect(read(text) == .refused(status)) }

    @Test("is refused when it is too long, whether or not it ends")
    func long() {
        let long = "GET /" + String(repeating: "a", count: HTTPRequest.mostBytes)
        #expect(read(long) == .refused(.headTooLarge))
        #expect(read(long + " HTTP/1.1\r\n\r\n") == .refused(.headTooLarge))
    }
}
