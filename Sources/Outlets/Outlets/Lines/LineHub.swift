import Threads

/// Lines for whoever listens: the newest few thousand wait for readers of any speed, and who comes late hears how things stand.
///
/// A reader that is so slow that lines went before it read them is told how many.
package final class LineHub: @unchecked Sendable {
    /// Guards what follows.
    private let signal = ThreadSignal()
    private var lines: [String] = []
    /// Lines at the front that were dropped already. They are removed together, because each removal moves all others.
    private var gone = 0
    /// The number of the first line that waits.
    private var begin = 0
    private var bytes = 0
    /// What whoever comes hears first: of each board how its session began.
    private var standing: [String: String] = [:]
    private var wakers: [@Sendable () -> Void] = []

    /// Bytes that wait at most.
    private let room: Int

    /// - Parameter room: bytes that wait at most, about.
    package init(room: Int = 4 << 20) { self.room = room }

    /// What a line means to whoever comes later.
    package enum Standing: Sendable, Equatable {
        /// Nothing.
        case none
        /// It tells how things stand with a board, until another line does.
        case begins(String)
        /// A board is there no more.
        case ends(String)
    }

    package func append(_ line: String, _ standing: Standing = .none) {
        signal.lock()
        lines.append(line)
        bytes += line.utf8.count
        switch standing {
        case .none: break
        case .begins(let board): self.standing[board] = line
        case .ends(let board): self.standing[board] = nil
        }
        while bytes > room, lines.count - gone > 1 {
            bytes -= lines[gone].utf8.count
            lines[gone] = ""
            gone += 1
            begin += 1
        }
        if gone > lines.count / 2 {
            lines.removeFirst(gone)
            gone = 0
        }
        let wakers = wakers
        signal.unlock()
        for wake in wakers { wake() }
    }

    /// The number of the next line.
    private var end: Int { begin + lines.count - gone }

    /// From now on `wake` is called after each line, on the thread that appends it.
    func wakes(_ wake: @escaping @Sendable () -> Void) {
        signal.lock()
        wakers.append(wake)
        signal.unlock()
    }

    /// A reader, which hears how things stand and then all that is appended.
    package func reader() -> Reader {
        signal.lock()
        defer { signal.unlock() }
        let greeting = #"{"type":"lines","program":"motionq","schema":\#(Self.schema)}"#
        return Reader(first: [greeting] + standing.sorted { $0.key < $1.key }.map(\.value), next: end)
    }

    /// Of the lines, as docs/live-lines.schema.json has it: a line that means something else than before gets another number.
    static let schema = 1

    package struct Reader {
        fileprivate var first: [String]
        fileprivate var next: Int
    }

    /// The next lines for a reader, about as many bytes as are asked for.
    package func read(_ reader: inout Reader, bytes: Int) -> [String] {
        signal.lock()
        defer { signal.unlock() }
        var read = reader.first
        reader.first = []
        if reader.next < begin {
            read.append(#"{"type":"dropped","lines":\#(begin - reader.next)}"#)
            reader.next = begin
        }
        var count = 0
        while reader.next < end, count < bytes {
            let line = lines[gone + reader.next - begin]
            count += line.utf8.count
            read.append(line)
            reader.next += 1
        }
        return read
    }
}
