import Outlets
import Testing

@Suite("Lines for whoever listens")
struct LineHubTests {
    @Test("a reader hears the schema, how things stand, and then all that comes")
    func order() {
        let hub = LineHub()
        hub.append("session of a", .begins("a"))
        hub.append("window")
        hub.append("session of b", .begins("b"))
        hub.append("another session of a", .begins("a"))
        hub.append("session of c", .begins("c"))
        hub.append("c is gone", .ends("c"))
        var reader = hub.reader()
        hub.append("news")
        #expect(
            hub.read(&reader, bytes: 1000) == [
                #"{"type":"lines","program":"motionq","schema":1}"#, "another session of a", "session of b", "news",
            ])
        #expect(hub.read(&reader, bytes: 1000) == [])
    }

    @Test("a reader that is too slow is told how many lines it missed, and hears the newest")
    func slow() {
        let hub = LineHub(room: 100)
        var reader = hub.reader()
        _ = hub.read(&reader, bytes: 1000)
        for number in 100..<200 { hub.append("line \(number)") }
        let heard = hub.read(&reader, bytes: 1000)
        #expect(heard.first == #"{"type":"dropped","lines":88}"#)
        #expect(heard.dropFirst() == (188..<200).map { "line \($0)" }[...])
    }

    @Test("a reader that keeps up hears every line in order, however many went before", arguments: [1, 5, 11])
    func keepsUp(lines: Int) {
        let hub = LineHub(room: 100)
        var reader = hub.reader()
        _ = hub.read(&reader, bytes: 1000)
        var heard: [String] = []
        for number in 100..<210 {
            hub.append("line \(number)")
            if (number - 99) % lines == 0 { heard += hub.read(&reader, bytes: 1000) }
        }
        #expect(heard == (100..<210).map { "line \($0)" })
    }

    @Test("two readers do not take lines from each other")
    func two() {
        let hub = LineHub()
        var (first, second) = (hub.reader(), hub.reader())
        hub.append("a")
        hub.append("b")
        _ = hub.read(&first, bytes: 1)
        #expect(hub.read(&second, bytes: 1000).suffix(2) == ["a", "b"])
        #expect(hub.read(&first, bytes: 1000) == ["b"])
    }
}
