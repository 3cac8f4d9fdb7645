import DataSets
import Randomness
import Recordings
import TestSupport
import Testing

@Suite("Changes of their own for single stretches")
struct MixedMendingTests {
    private func mend(_ world: CurationWorld, _ changes: [Int: DataSetChange], from: String, to: String) throws {
        var mended = try MendedDataSet(changes, in: world.survey(of: from), by: RecordingReader())
        try mended.write(to: world.motionq.path(to))
    }

    @Test("some dropped and some called otherwise at once are what one after the other gives, to the byte", arguments: 0..<20)
    func both(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let world = try CurationWorld((0..<3).map { CurationWorld.swings("p\($0)", swings: 6) })
        defer { world.remove() }
        let survey = try world.survey()
        var (renamed, dropped): ([Int: DataSetChange], [Int: DataSetChange]) = ([:], [:])
        for (place, passage) in survey.passages.enumerated() where survey.isRepetition(passage.label) {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: renamed[place] = .relabel(as: ["wave", "tap"][place / 2 % 2])
            case 1: dropped[place] = .drop
            default: break
            }
        }
        guard !renamed.isEmpty, !dropped.isEmpty else { return }
        try mend(world, renamed.merging(dropped) { $1 }, from: "in", to: "at once")
        try mend(world, renamed, from: "in", to: "renamed")
        try mend(world, dropped, from: "renamed", to: "after")
        #expect(try world.names("at once") == world.names("after"))
        for name in try world.names("after") {
            #expect(try world.text("at once/\(name)") == world.text("after/\(name)"), "\(name)")
        }
    }

    @Test("what does not exist is passed over, and nothing at all is refused")
    func none() throws {
        let world = try CurationWorld([CurationWorld.swings("p", swings: 2)])
        defer { world.remove() }
        #expect(throws: CurationError.self) { try mend(world, [:], from: "in", to: "out") }
        #expect(throws: CurationError.self) { try mend(world, [999: .drop], from: "in", to: "out") }
        #expect(throws: CurationError.self) { try mend(world, [1: .relabel(as: "swing")], from: "in", to: "out") }
    }
}
