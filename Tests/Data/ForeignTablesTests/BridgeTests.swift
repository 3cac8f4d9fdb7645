import ForeignTables
import Foundation
import Recordings
import Testing

@Suite("Gaps that are filled")
struct BridgeTests {
    /// 300 samples at 50 Hz without some.
    private static func lines(without missing: (Int) -> Bool) -> [String] {
        ["timestamp_ms,ax,ay,az,label"]
            + (0..<300).filter { !missing($0) }.map { "\($0 * 20),\(Double($0) / 1000),0.2,1,\($0 < 151 ? "walk" : "sit")" }
    }

    private func converted(_ bridge: Int, without missing: (Int) -> Bool) throws -> ConversionWorld.Result {
        let world = try ConversionWorld()
        defer { world.remove() }
        return try world.convert(world.write("a.csv", Self.lines(without: missing)), bridge: bridge)
    }

    @Test("lie on the straight line between their neighbours, in time and value", arguments: 1...3)
    func line(_ bridge: Int) throws {
        let result = try converted(bridge) { (150..<150 + bridge).contains($0) }
        let session = try #require(result.sessions.first)
        #expect(session.timestamps == (0..<300).map { Double($0) * 20 })
        #expect(session.values.indices.allSatisfy { $0 % 6 > 0 || abs(session.values[$0] - Float($0 / 6) / 1000) < 1e-6 })
        #expect(result.converted.samplesInterpolated == bridge && result.converted.gaps == 0)
    }

    @Test("have the label of the nearer neighbour")
    func labels() throws {
        let session = try #require(try converted(3) { (149..<152).contains($0) }.sessions.first)
        #expect(session.labels[147...152] == ["walk", "walk", "walk", "sit", "sit", "sit"])
    }

    @Test("are no longer than was asked for")
    func longer() throws {
        let result = try converted(2) { (150..<153).contains($0) }
        #expect(result.counts == [297] && result.converted.samplesInterpolated == 0 && result.sidecars.isEmpty)
    }

    @Test("are counted beside the recording, session by session")
    func sidecar() throws {
        struct Sidecar: Decodable {
            struct Session: Decodable {
                let session: String
                let recorded_samples: Int
                let interpolated_samples: Int
            }
            let samples: Int
            let interpolated_samples: Int
            let interpolated: [Session]
        }
        let result = try converted(1) { $0 % 6 == 5 }
        let sidecar = try JSONDecoder().decode(Sidecar.self, from: try #require(result.sidecars["recordings.json"]))
        #expect(sidecar.samples == 299 && sidecar.interpolated_samples == 49)
        #expect(sidecar.interpolated.map(\.recorded_samples) == [250] && sidecar.interpolated.map(\.session) == ["a"])
    }

    @Test("are offered where nothing else makes stretches of a second")
    func offer() throws {
        let result = try converted(0) { $0 % 6 == 5 || $0 % 12 == 4 }
        #expect(result.remarks.contains("“bridge: 2” makes up gaps of up to 2") && result.converted.samplesInterpolated == 0)
    }

    @Test("are not offered where stretches are long without them")
    func noOffer() throws {
        let result = try converted(0) { $0 % 100 == 50 }
        #expect(!result.remarks.contains("bridge"))
    }

    @Test("are filled across the parts of a long session")
    func parts() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let path = try world.write("a.csv", Self.lines { $0 % 7 == 3 })
        let (whole, parts) = try (world.convert(path, bridge: 1), world.convert(path, bridge: 1, part: 32))
        #expect(parts.sessions == whole.sessions && parts.sidecars == whole.sidecars)
    }
}
