import Foundation
import TestSupport
import Testing

@Suite("Teaching")
struct TeachTests {
    /// Made-up strokes of one person, none of which the network that comes with the program has learned.
    private func strokes(_ motionq: Motionq, _ name: String, shapes: Int = 4, each count: Int, seed: Int = 77) throws -> String {
        let path = motionq.path(name)
        let made = try motionq.run(
            "dataset", "synthesize", "--strokes", "\(shapes)", "--subjects", "5", "--gestures", "\(count)", "--seed", "\(seed)",
            "-o", path)
        #expect(made.status == 0, "\(made.errors)")
        return path
    }

    private func accuracy(_ motionq: Motionq, _ model: String, on data: String) throws -> Double? {
        try motionq.run("evaluate", "--model", model, "--data", data, "--json").objects().first?["accuracy_q15"] as? Double
    }

    @Test("gives the network that comes with the program labels that it has never seen, from three examples of each")
    func taught() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let model = motionq.path("mine.safetensors")
        let examples = try strokes(motionq, "examples.csv", each: 3)
        let result = try motionq.start(["teach", "--data", examples, "--json", "-o", model]).wait()
        #expect(result.status == 0, "\(result.errors)")
        let line = try #require(try result.objects().first)
        #expect(line["labels"] as? [String] == ["k0", "k1", "k2", "k3"] && line["examples"] as? [Int] == [3, 3, 3, 3])
        #expect(line["left_out"] as? Int == 12)
        #expect(try accuracy(motionq, model, on: strokes(motionq, "again.csv", each: 8)) ?? 0 >= 0.9)
    }

    @Test("adds one label to a taught model, and takes it away again without a trace")
    func addedAndForgotten() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (examples, again) = (try strokes(motionq, "examples.csv", each: 3), try strokes(motionq, "again.csv", each: 8))
        let (three, four, back) = (motionq.path("3.safetensors"), motionq.path("4.safetensors"), motionq.path("back.safetensors"))
        #expect(try motionq.run("teach", "--data", examples, "--labels", "k0,k1,k2", "-o", three).status == 0)
        let added = try motionq.run("teach", "--model", three, "--data", examples, "--labels", "k3", "-o", four)
        #expect(added.status == 0 && added.output.contains("k0: 3 examples") && added.output.contains("k3: 3 examples"))
        #expect(try accuracy(motionq, four, on: again) ?? 0 >= 0.9)
        #expect(try motionq.run("info", "--model", four).output.contains("taught  by examples: k0 by 3, k1 by 3, k2 by 3, k3 by 3"))
        #expect(try motionq.run("teach", "--model", four, "--forget", "k3", "-o", back).status == 0)
        #expect(try Data(contentsOf: URL(filePath: back)) == Data(contentsOf: URL(filePath: three)))
    }

    @Test("tells what is unlike all examples, if asked to, and hardly ever takes what it was taught for that")
    func unknown() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let model = motionq.path("mine.safetensors")
        let examples = try strokes(motionq, "examples.csv", each: 5)
        #expect(try motionq.run("teach", "--unknown", "--data", examples, "-o", model).status == 0)
        func unknown(_ data: String) throws -> [Bool] {
            try motionq.run("classify", "--model", model, "--data", data, "--json").objects().map { $0["unknown"] as? Bool == true }
        }
        let known = try unknown(strokes(motionq, "again.csv", each: 10))
        let others = try unknown(strokes(motionq, "others.csv", shapes: 20, each: 2, seed: 78))
        #expect(known.count == 40 && known.count { $0 } <= 6)
        #expect(others.count == 40 && others.count { $0 } >= 24)
        let one = try motionq.run("teach", "--unknown", "--data", strokes(motionq, "one.csv", each: 1), "-o", motionq.path("no"))
        #expect(one.status == 65 && one.errors.contains("two examples of each label"))
    }

    @Test("by integers alone names nearly as much, and is exported with labels that a device is taught itself")
    func headAlone() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (model, other, folder) = (motionq.path("mine.safetensors"), motionq.path("other.safetensors"), motionq.path("device"))
        let examples = try strokes(motionq, "examples.csv", each: 5)
        let taught = try motionq.run("teach", "--head-alone", "--data", examples, "--labels", "k0,k1,k2", "-o", model)
        #expect(taught.status == 0, "\(taught.errors)")
        // It goes on as it was begun, without being told.
        #expect(try motionq.run("teach", "--model", model, "--data", examples, "--labels", "k3", "-o", model).status == 0)
        #expect(try accuracy(motionq, model, on: strokes(motionq, "again.csv", each: 8)) ?? 0 >= 0.9)
        #expect(try motionq.run("export", "--model", model, "--teachable", "2", "-o", folder).status == 0)
        let header = try String(contentsOfFile: folder + "/network.h", encoding: .utf8)
        #expect(header.contains("#define MOTIONQ_NETWORK_LABELS 6\n") && header.contains("#define MOTIONQ_TEACH_FIRST 4\n"))
        #expect(try motionq.run("teach", "--data", examples, "-o", other).status == 0)
        let refused = [
            ["export", "--model", other, "--teachable", "2", "-o", folder],
            ["teach", "--head-alone", "--model", other, "--data", examples, "-o", other],
        ]
        for arguments in refused {
            let result = try motionq.start(arguments).wait()
            #expect(result.status == 65 && result.errors.contains("--head-alone"), "\(result.errors)")
        }
        for option in [["--unknown"], ["--made-up-background"]] {
            let result = try motionq.start(["teach", "--head-alone", "--data", examples, "-o", other] + option).wait()
            #expect(result.status == 64 && result.errors.contains("leave --head-alone out"), "\(result.errors)")
        }
    }

    @Test("refuses a network that reads no strokes, a single label, one that is not there, and to add to a trained network")
    func refused() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (demo, out) = (motionq.path("demo.safetensors"), motionq.path("out.safetensors"))
        let one = try strokes(motionq, "one.csv", shapes: 1, each: 2)
        #expect(try motionq.run("demo", "--write-model", demo).status == 0)
        func refusal(_ arguments: String...) throws -> String {
            let result = try motionq.start(["teach"] + arguments + ["-o", out]).wait()
            #expect(result.status == 65)
            return result.errors
        }
        #expect(try refusal("--model", demo, "--anew", "--data", one).contains("reads no strokes"))
        #expect(try refusal("--data", one).contains("needs two"))
        let taught = motionq.path("taught.safetensors")
        let two = try strokes(motionq, "two.csv", shapes: 2, each: 2)
        #expect(try motionq.run("teach", "--data", two, "-o", taught).status == 0)
        #expect(try refusal("--model", taught, "--forget", "wave").contains("no label wave to forget; there are k0, k1"))
        #expect(try refusal("--model", Repository.baseModel, "--data", one).contains("--anew"))
    }
}
