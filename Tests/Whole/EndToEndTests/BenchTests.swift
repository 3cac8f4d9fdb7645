import Foundation
import Models
import MotionCore
import TestSupport
import Testing

@Suite("motionq bench")
struct BenchTests {
    /// The lines of a short run with shape S.
    private func lines() throws -> [[String: Any]] {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let result = try motionq.run("bench", "--json", "--rounds", "2", "--windows", "20", "--shapes", "S")
        #expect(result.status == 0, "\(result.errors)")
        return try result.objects()
    }

    private func line(_ measure: String) throws -> [String: Any] {
        try #require(try lines().first { $0["measure"] as? String == measure })
    }

    @Test("begins its JSON with the machine and its kernels")
    func machine() throws {
        let first = try #require(try lines().first)
        #expect(first["type"] as? String == "machine")
        #expect((first["kernels"] as? [String])?.isEmpty == false)
        let motionq = try Motionq()
        defer { motionq.remove() }
        #expect(try motionq.run("--version").output == "\(first["version"] as? String ?? "none")\n")
    }

    @Test("prints a JSON line with shape, kernel, and units in the names", arguments: ["window_q15", "sample_q15"])
    func times(measure: String) throws {
        let line = try line(measure)
        #expect(line["shape"] as? String == "S")
        #expect(line["kernel"] is String)
        for field in ["median_ns", "p25_ns", "p75_ns", "min_ns", "ns_per_mac"] { #expect(line[field] as? Double ?? 0 > 0) }
        #expect(line["rounds"] as? Int == 2)
    }

    @Test("prints what single pushes took: those that decide, and the longest kind", arguments: ["decision_q15", "push_q15"])
    func pushes(measure: String) throws {
        let line = try line(measure)
        #expect(line["p99_ns"] as? Double ?? 0 >= line["median_ns"] as? Double ?? .infinity)
    }

    @Test("prints a line for float64")
    func oracle() throws {
        #expect(try line("window_float64")["median_ns"] as? Double ?? 0 > 0)
    }

    @Test("prints a line for bytes")
    func bytes() throws {
        #expect(try line("frame_decode")["megabytes_per_s"] as? Double ?? 0 > 0)
    }

    @Test("prints a network's checksum and largest difference for each kernel")
    func networks() throws {
        let networks = try lines().filter { $0["type"] as? String == "network" }
        #expect(!networks.isEmpty)
        for network in networks {
            #expect((network["checksum"] as? String)?.count == 8)
            #expect(network["largest_difference"] as? Double ?? 1 < 0.001)
        }
    }

    @Test("counts allocations, and none in Q15", .enabled(if: canCount, "glibc without a sanitizer only"))
    func allocations() throws {
        let lines = try lines()
        #expect(lines.first?["allocations_counted"] as? Bool == true)
        for measure in ["window_q15", "sample_q15"] {
            let own = lines.filter { $0["measure"] as? String == measure }
            #expect(!own.isEmpty)
            for line in own { #expect(line["allocations"] as? Int == 0, "\(line)") }
        }
    }

    /// Whether the program that these tests were built with must be able to count, as it would be told by nobody if it could not.
    private static var canCount: Bool {
        #if canImport(Glibc)
            dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil
        #else
            false
        #endif
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
            ["classify", "--model", world.model, "--data", try world.recording("a.csv", sessions: [40])],
        ] {
            let result = try world.motionq.start(arguments, environment: ["MOTIONQ_KERNEL": "abacus"]).wait()
            #expect(result.status == 64)
            #expect(result.errors.contains("MOTIONQ_KERNEL asks for “abacus”; this machine has "))
            #expect(result.errors.contains("scalar"))
        }
    }

    @Test("times a model file, with its kernel in a table")
    func model() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try world.motionq.run("bench", "--model", world.model, "--rounds", "2", "--windows", "5")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("kernel"))
        #expect(result.output.split(separator: "\n").contains { $0.hasPrefix("model ") })
        #expect(!result.output.split(separator: "\n").contains { $0.hasPrefix("S ") })
    }

    @Test("does not compare a model with float64, and says where that is done")
    func modelIsNotCompared() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try world.motionq.run("bench", "--json", "--model", world.model, "--rounds", "1")
        let networks = try result.objects().filter { $0["type"] as? String == "network" }
        #expect(!networks.isEmpty)
        for network in networks {
            #expect(network["largest_difference"] is NSNull)
            #expect(network["compared_windows"] as? Int == 0)
        }
        #expect(try world.motionq.run("bench", "--help").output.contains("motionq evaluate"))
    }

    @Test("prints a network's lines as soon as it is timed, so that an interruption costs only the others'")
    func interrupted() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let running = try motionq.start(["bench", "--json", "--rounds", "200", "--windows", "1", "--shapes", "S,L"])
        #expect(running.waits(for: "\"checksum\""))
        running.kill()
        let lines = try running.wait().objects()
        #expect(lines.contains { $0["shape"] as? String == "S" })
        #expect(!lines.contains { $0["shape"] as? String == "L" })
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

    @Test("refuses an unknown shape, before anything is printed, with those that there are: 64")
    func unknownShape() throws {
        let result = try refused("--shapes", "S,X")
        #expect(result.status == 64)
        #expect(result.errors.contains("there is no shape “X”; there are S, M, U, L"))
        #expect(result.output.isEmpty)
    }

    @Test(
        "refuses shapes that are named twice or not at all, and says so: 64",
        arguments: [
            ("S,S", "--shapes names S twice"), ("S, M ,S", "--shapes names S twice"),
            ("S,,M", "has a comma with no name beside it"),
            ("S,", "has a comma with no name beside it"), ("", "--shapes needs one of S, M, U, L"),
        ])
    func illNamedShapes(shapes: String, sentence: String) throws {
        let result = try refused("--shapes", shapes)
        #expect(result.status == 64)
        #expect(result.errors.contains(sentence))
        #expect(result.output.isEmpty)
    }

    @Test("refuses a model that is named twice: 64")
    func modelTwice() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try world.motionq.shell("ln model.safetensors hard && $MOTIONQ bench --model ./model.safetensors hard")
        #expect(result.status == 64)
        #expect(result.errors.contains("--model names hard twice"))
    }

    @Test("refuses too few rounds: 64")
    func tooFewRounds() throws {
        #expect(try refused("--rounds", "0").status == 64)
    }

    @Test("refuses a model that is not there, and names it: 66")
    func missingModel() throws {
        let result = try refused("--model", "gone.safetensors")
        #expect(result.status == 66)
        #expect(result.errors.contains("gone.safetensors"))
    }

    @Test("refuses a model without a Q15 network before anything is timed or printed: 65")
    func floatOnly() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let path = world.motionq.path("float.safetensors")
        let source = randomFloatModel(seed: 4, window: 10, hop: 5, lstm: [6], dense: [3], policy: .reset, weightScale: 0.8)
        try Model(source, quantized: nil, provenance: [:]).write(toFileAt: path)
        let result = try world.motionq.run("bench", "--shapes", "S", "--model", world.model, path)
        #expect(result.status == 65)
        #expect(result.errors.contains("float.safetensors holds no Q15 network; import or quantize it first"))
        #expect(!result.errors.contains("Timing"))
        #expect(result.output.isEmpty)
    }

    @Test("refuses a chart that cannot be written, before anything is measured: 74", arguments: ["no/folder/chart.svg", "."])
    func unwritableChart(name: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let result = try motionq.run("bench", "--json", "--chart", motionq.path(name))
        #expect(result.status == 74)
        #expect(result.errors.contains("cannot be written: "))
        #expect(result.output.isEmpty)
    }

    private func refused(_ arguments: String...) throws -> Motionq.Result {
        let motionq = try Motionq()
        defer { motionq.remove() }
        return try motionq.start(["bench"] + arguments).wait()
    }
}
