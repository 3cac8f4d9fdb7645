import Foundation
import PageServer
import Synchronization
import TestSupport
import Testing

/// A page of one file, which tells every open page the same.
private final class Content: PageContent {
    private let state = Mutex((open: Set<Int>(), said: [String](), asked: [Int: Int]()))
    private let news: Int

    /// - Parameter news: bytes of each message.
    init(news: Int = 4) { self.news = news }

    var open: Int { state.withLock { $0.open.count } }
    var said: [String] { state.withLock { $0.said } }
    /// How often it was asked for news, by page.
    var asked: [Int: Int] { state.withLock { $0.asked } }

    func file(_ path: String) -> PageFile? {
        path == "/" ? PageFile(type: "text/html; charset=utf-8", bytes: Array("the page".utf8)) : nil
    }
    func opened(_ client: Int) { state.withLock { _ = $0.open.insert(client) } }
    func closed(_ client: Int) { state.withLock { _ = $0.open.remove(client) } }
    func received(_ text: String, from client: Int) { state.withLock { $0.said.append(text) } }
    func messages(for client: Int) -> [PageMessage] {
        state.withLock { $0.asked[client, default: 0] += 1 }
        return [.binary([UInt8](repeating: 7, count: news))]
    }
}

@Suite("The server of a page")
struct LoopbackServerTests {
    private func file(_ server: LoopbackServer) throws -> String {
        let browser = try Browser(server.address)
        browser.get("/")
        #expect(Patience.waits { !browser.read() })
        return browser.text
    }

    private func page(_ server: LoopbackServer) throws -> Browser {
        let page = try Browser(server.address)
        try #require(page.open())
        return page
    }

    @Test("gives a file to a browser that has its address, and a page what there is to tell")
    func serves() throws {
        let content = Content()
        let server = try LoopbackServer(content)
        defer { server.stop() }
        let text = try file(server)
        #expect(text.hasPrefix("HTTP/1.1 200 OK") && text.hasSuffix("the page"))
        let page = try page(server)
        page.say("hello")
        #expect(Patience.waits { content.said == ["hello"] && content.open == 1 })
        #expect(
            Patience.waits {
                page.read()
                return page.messages.bytes.last == [7, 7, 7, 7]
            })
    }

    @Test("forgets a page that goes away without a word")
    func gone() throws {
        let content = Content()
        let server = try LoopbackServer(content)
        defer { server.stop() }
        do { _ = try page(server) }
        #expect(Patience.waits { content.open == 0 })
    }

    @Test("asks for nothing more for a page that does not read, and goes on with the others")
    func stalled() throws {
        let content = Content(news: 500_000)
        let server = try LoopbackServer(content)
        defer { server.stop() }
        let stalled = try page(server)
        let other = try page(server)
        // More than the system's buffers of a connection hold, 10 MB at most.
        #expect(
            Patience.waits {
                other.read()
                return other.received.count > 40_000_000
            })
        let asked = content.asked.sorted { $0.key < $1.key }.map(\.value)
        #expect(asked.count == 2 && asked[0] < 30 && asked[1] >= 79, "\(asked)")
        withExtendedLifetime(stalled) {}
    }

    @Test("survives a thousand connections that ask for nothing, and serves between them")
    func crowd() throws {
        let server = try LoopbackServer(Content())
        defer { server.stop() }
        var crowd: [Browser] = []
        for number in 0..<1000 {
            if let idle = try? Browser(server.address) { crowd.append(idle) }
            if number % 8 == 0, crowd.count > 200 { crowd.removeFirst(100) }
        }
        #expect(try file(server).hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test("a port that another one serves at is refused with a sentence")
    func taken() throws {
        let server = try LoopbackServer(Content())
        defer { server.stop() }
        let port = try #require(URL(string: server.address)?.port)
        #expect(throws: PageServerError(port: UInt16(port), code: EADDRINUSE)) { try LoopbackServer(Content(), port: UInt16(port)) }
        #expect("\(PageServerError(port: 80, code: EADDRINUSE))".contains("another program serves at port 80"))
    }

    @Test("ends its pages, and can be had again at once")
    func stops() throws {
        let server = try LoopbackServer(Content())
        let page = try page(server)
        server.stop()
        #expect(Patience.waits { !page.read() })
        #expect(page.received.suffix(4) == [0x88, 2, 0x03, 0xE9])
        let again = try LoopbackServer(Content(), port: UInt16(try #require(URL(string: server.address)?.port)))
        again.stop()
    }

    @Test("no two addresses are the same")
    func secrets() throws {
        let tokens = Set((0..<100).map { _ in PageAccess.randomToken() })
        #expect(tokens.count == 100 && tokens.allSatisfy { $0.count == 32 })
    }
}
