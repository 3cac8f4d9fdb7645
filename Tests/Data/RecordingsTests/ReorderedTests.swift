import Randomness
import Recordings
import Testing

@Suite("Motion in another order")
struct ReorderedTests {
    private static func counted(_ runs: [(label: String, samples: Int)]) -> RecordedSession {
        var session = labelled(runs)
        for index in 0..<session.count { session.values[index * 6] = Float(index) }
        return session
    }

    private static func reordered(_ session: RecordedSession, seed: UInt64) throws -> DataSet {
        var random = SeededGenerator(seed: seed)
        return try DataSet(
            [Recording(path: "p", sessions: [session])], options: DataSet.Options(window: 10, hop: 5)
        ).reordered(using: &random)
    }

    private static let runs = [("a", 40), ("b", 30), ("c", 50), ("a", 20), ("b", 60)]

    @Test("holds every sample once, with its label", arguments: 1...5 as ClosedRange<UInt64>)
    func samples(_ seed: UInt64) throws {
        let session = Self.counted(Self.runs)
        let moved = try Self.reordered(session, seed: seed).sessions[0]
        let numbers = (0..<moved.count).map { Int(moved.values[$0 * 6]) }
        #expect(numbers.sorted() == Array(0..<session.count))
        #expect(zip(numbers, moved.labels).allSatisfy { session.labels[$0] == $1 })
    }

    @Test("keeps every change from one label to the next as it was recorded")
    func changes() throws {
        let session = Self.counted(Self.runs)
        let moved = try Self.reordered(session, seed: 3).sessions[0]
        let numbers = (0..<moved.count).map { Int(moved.values[$0 * 6]) }
        #expect(numbers != Array(0..<session.count))
        for change in [40, 70, 120, 140] {
            let place = try #require(numbers.firstIndex(of: change))
            #expect(Array(numbers[place - 10..<place + 10]) == Array(change - 10..<change + 10))
        }
    }

    @Test("of one label is as it was")
    func oneLabel() throws {
        let session = Self.counted([("a", 50)])
        #expect(try Self.reordered(session, seed: 1).sessions[0].values == session.values)
    }
}
