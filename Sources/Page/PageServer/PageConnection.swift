/// One connection of a browser's: bytes in, bytes out, and what it has become. A value without a socket and without a clock.
package struct PageConnection {
    package enum State: Equatable {
        /// Its request is not complete.
        case asking
        /// A WebSocket: a page is open.
        case live
        /// Closed when everything is sent.
        case leaving
    }

    /// What follows from bytes that came.
    package enum Consequence: Equatable {
        case opened
        case said(String)
    }

    package private(set) var state = State.asking
    /// Whether a page was opened by it.
    package private(set) var hasOpened = false
    /// When something came last, and when it was asked for a sign of life, in milliseconds of the server's clock.
    package private(set) var heard: Int
    private var pinged: Int
    private var incoming: [UInt8] = []
    private var outgoing: [UInt8] = []
    private var sent = 0

    /// Milliseconds for a request; without a sign of life from a page; between signs of life.
    package static let patienceForRequest = 10_000
    package static let patienceForPage = 60_000
    package static let pause = 15_000
    /// Bytes that may wait while more is composed for a page.
    package static let roomForMore = 64 * 1024

    package init(now: Int) { (heard, pinged) = (now, now) }

    /// What is to be written.
    package var pending: ArraySlice<UInt8> { outgoing[sent...] }
    /// Whether a page takes what it is sent.
    package var hasRoom: Bool { state == .live && pending.count < Self.roomForMore }
    /// Whether nothing more comes of it.
    package var isOver: Bool { state == .leaving && pending.isEmpty }

    package mutating func wrote(_ count: Int) {
        sent += count
        if sent == outgoing.count {
            outgoing.removeAll(keepingCapacity: true)
            sent = 0
        }
    }

    package mutating func send(_ message: PageMessage) { outgoing += WebSocket.frame(message) }

    package mutating func leave(_ code: UInt16) {
        guard state != .leaving else { return }
        if state == .live { outgoing += WebSocket.close(code) }
        state = .leaving
    }

    /// Takes bytes that came.
    package mutating func receive(_ bytes: some Sequence<UInt8>, now: Int, access: PageAccess, file: (String) -> PageFile?)
        -> [Consequence]
    {
        guard state != .leaving else { return [] }
        heard = now
        incoming += bytes
        return state == .asking ? answer(access: access, file: file) : hear()
    }

    /// Lets time pass: those who ask for nothing are sent away, and pages are asked whether they are there.
    package mutating func tick(now: Int) {
        switch state {
        case .asking where now - heard > Self.patienceForRequest: state = .leaving
        case .leaving where now - heard > Self.patienceForRequest: forget()
        case .live where now - heard > Self.patienceForPage: forget()
        case .live where now - pinged > Self.pause && hasRoom:
            pinged = now
            outgoing += WebSocket.ping()
        default: break
        }
    }

    /// Gives up, with what was to be written.
    package mutating func forget() {
        outgoing = []
        sent = 0
        state = .leaving
    }

    private mutating func answer(access: PageAccess, file: (String) -> PageFile?) -> [Consequence] {
        switch HTTPRequest.read(incoming) {
        case .incomplete: return []
        case .refused(let status): reply(HTTPResponse(status, "that was no request of a page"))
        case .complete(let request, let bytes):
            incoming.removeFirst(bytes)
            if let refusal = access.refusal(of: request) {
                reply(refusal)
            } else if request.method != "GET" && request.method != "HEAD" {
                reply(HTTPResponse(.methodNotAllowed, "a page is only read"))
            } else if access.path(of: request) == "/live" {
                return open(request, access)
            } else if let found = access.path(of: request).flatMap(file) {
                outgoing += HTTPResponse(found).bytes(hasBody: request.method == "GET")
                state = .leaving
            } else {
                reply(HTTPResponse(.notFound, "there is no such file"))
            }
        }
        return []
    }

    private mutating func reply(_ response: HTTPResponse) {
        outgoing += response.bytes()
        state = .leaving
    }

    private mutating func open(_ request: HTTPRequest, _ access: PageAccess) -> [Consequence] {
        guard request.method == "GET", request.field("upgrade", has: "websocket"), request.field("connection", has: "upgrade"),
            request.field("sec-websocket-version") == "13", let key = request.field("sec-websocket-key"),
            request.has("origin") || access.isForPrograms
        else {
            reply(HTTPResponse(.badRequest, "this is for the page's own connection"))
            return []
        }
        let lines = [
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: \(WebSocket.accept(key))", "", "",
        ]
        outgoing += Array(lines.joined(separator: "\r\n").utf8)
        (state, hasOpened) = (.live, true)
        return [.opened] + hear()
    }

    private mutating func hear() -> [Consequence] {
        var consequences: [Consequence] = []
        do throws(WebSocket.Fault) {
            while state == .live, let received = try WebSocket.read(&incoming) {
                switch received {
                case .text(let text): consequences.append(.said(text))
                case .ping(let payload): if hasRoom { outgoing += WebSocket.pong(payload) }
                case .pong: break
                case .close: leave(1000)
                }
            }
        } catch {
            leave(error.rawValue)
        }
        return consequences
    }
}
