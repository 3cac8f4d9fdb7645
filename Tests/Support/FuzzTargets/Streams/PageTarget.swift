import PageServer

extension FuzzTarget {
    /// A browser's connection to the page: requests, and frames of a WebSocket.
    static let page = FuzzTarget(
        "page", reads: "requests to the page, and what a page sends",
        sources: [
            "Sources/Page/PageServer/HTTPRequest.swift", "Sources/Page/PageServer/WebSocket.swift",
            "Sources/Page/PageServer/PageConnection.swift", "Sources/Page/PageServer/PageAccess.swift",
        ],
        words: [
            "GET ", "HEAD ", "/k/live", "/k/", "HTTP/1.1\r\n", "Host: 127.0.0.1:80\r\n", "Origin: http://127.0.0.1:80\r\n",
            "Upgrade: websocket\r\n", "Connection: Upgrade\r\n",
            "Sec-WebSocket-Version: 13\r\n", "Sec-WebSocket-Key: x\r\n", "\r\n\r\n", "Content-Length: 1\r\n",
            "Transfer-Encoding: chunked\r\n",
        ], seeds: { [] }
    ) { bytes throws(FuzzFault) in
        let whole = said(bytes, pieces: bytes.count)
        // A head that is not whole is read again with each piece.
        let pieces = bytes.count <= 512 ? 1 : 61
        try require(whole == said(bytes, pieces: pieces), "a request that comes in pieces is answered otherwise")
    }

    /// What follows from bytes of a connection, and what is answered, in pieces of so many bytes.
    private static func said(_ bytes: [UInt8], pieces: Int) -> [String] {
        let access = PageAccess(token: "k", port: 80)
        var connection = PageConnection(now: 0)
        var said: [String] = []
        for begin in stride(from: 0, to: bytes.count, by: max(1, pieces)) {
            let piece = bytes[begin..<min(bytes.count, begin + pieces)]
            for event in connection.receive(piece, now: 0, access: access, file: { _ in nil }) { said.append("\(event)") }
        }
        said.append("\(connection.state) \(Array(connection.pending))")
        // Then nobody says anything, and what waits is taken a little at a time.
        for second in 1...100 {
            connection.tick(now: second * 1000)
            connection.wrote(min(7, connection.pending.count))
        }
        said.append("\(connection.state) \(connection.isOver)")
        return said
    }
}
