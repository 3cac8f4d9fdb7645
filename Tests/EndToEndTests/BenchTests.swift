import Foundation
import Testing

@Suite("motionq bench")
struct BenchTests {
    @Test("prints one JSON line for each measurement, with the kernel and units in the names")
    func json() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let result = try motionq.run("bench", "--json", "--rounds", "2", "--windows", "20", "--shapes", "S")
        #expect(result.status == 0, "\(result.errors)")
        let lines = try result.objects()
        #expect(lines.first?["type"] as? String == "machine")
        #expect((lines.first?["kernels"] as? [String])?.isEmpty == false)
        for measure in ["window_q15", "sample_q15"] {
            let line = try #require(lines.first { $0["measure"] as? String == measure })
            #expect(line["shape"] as? String == "S")
            #expect(line["kernel"] is String)
            for field in ["median_ns", "p25_ns", "p75_ns", "min_ns", "ns_per_mac"] { #expect(line[field] as? Double ?? 0 > 0) }
            #expect(line["rounds"] as? Int == 2)
            #expect(line.keys.contains("allocations"))
        }
        let decision = try #require(lines.first { $0["measure"] as? String == "decision_q15" })
        #expect(decision["p99_ns"] as? Double ?? 0 >= decision["median_ns"] as? Double ?? 1)
        #expect(lines.contains { $0["measure"] as? String == "window_float64" })
        #expect(lines.contains { $0["measure"] as? String == "frame_decode" && $0["megabytes_per_s"] as? Double ?? 0 > 0 })
        let network = try #require(lines.first { $0["type"] as? String == "network" })
        #expect((network["checksum"] as? String)?.count == 8)
        #expect(network["largest_difference"] as? Double ?? 1 < 0.001)
    }

    @Test("MOTIONQ_KERNEL takes one kernel; its bits are those of all others")
    func kernels() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        func checksums(_ environment: [String: String]) throws -> [String: String] {
            let result = try motionq.run(
                "bench", "--json", "--rounds", "1", "--windows", "1", "--shapes", "S", environment: environment)
            #expect(result.status == 0, "\(result.errors)")
            let networks = try result.objects().filter { $0["type"] as? String == "network" }
            return networks.reduce(into: [:]) { $0[$1["kernel"] as? String ?? ""] = $1["checksum"] as? String }
        }
        let all = try checksums(["MOTIONQ_KERNEL": ""])
        #expect(Set(all.values).count == 1)
        for (name, checksum) in all { #expect(try checksums(["MOTIONQ_KERNEL": name]) == [name: checksum]) }
    }

    @Test("a kernel that this machine does not have is refused with those that it has: 64")
    func unknownKernel() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        for arguments in [
            ["bench", "--shapes", "S"],
            ["classify", "--model", world.model, "--input", try world.recording("a.csv", sessions: [40])],
        ] {
            let result = try world.motionq.start(arguments, environment: ["MOTIONQ_KERNEL": "abacus"]).wait()
            #expect(result.status == 64)
            #expect(result.errors.contains("MOTIONQ_KERNEL asks for “abacus”; this machine has "))
            #expect(result.errors.contains("scalar"))
        }
    }

    @Test("times a model file, with its kernel and largest difference in a table")
    func model() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try world.motionq.run("bench", "--model", world.model, "--rounds", "2", "--windows", "5")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("kernel"))
        #expect(result.output.split(separator: "\n").contains { $0.hasPrefix("model ") })
        #expect(!result.output.split(separator: "\n").contains { $0.hasPrefix("S ") })
    }

    @Test("draws its sweep, and prints a line for each point")
    func chart() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let path = motionq.path("chart.svg")
        let result = try motionq.run("bench", "--json", "--rounds", "1", "--windows", "1", "--shapes", "S", "--chart", path)
        #expect(result.status == 0, "\(result.errors)")
        let points = try result.objects().filter { $0["type"] as? String == "sweep" }
        for axis in ["units", "stream_units", "window", "slots"] { #expect(points.contains { $0["axis"] as? String == axis }) }
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("</svg>\n"))
    }

    @Test("refuses an unknown shape and too few rounds: 64; a model that is not there: 66; a chart that cannot be written: 74")
    func refusals() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let shape = try motionq.run("bench", "--shapes", "S,X")
        #expect(shape.status == 64)
        #expect(shape.errors.contains("there is no shape “X”; there are S, M, U, L"))
        #expect(shape.output.isEmpty)
        #expect(try motionq.run("bench", "--rounds", "0").status == 64)
        let gone = try motionq.run("bench", "--model", motionq.path("gone.safetensors"))
        #expect(gone.status == 66)
        #expect(gone.errors.contains("gone.safetensors"))
        let chart = motionq.path("no/folder/chart.svg")
        let unwritten = try motionq.run(
            "bench", "--json", "--rounds", "1", "--windows", "1", "--shapes", "S", "--chart", chart)
        #expect(unwritten.status == 74)
    }
}
