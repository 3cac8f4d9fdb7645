import Foundation
import TestSupport
import Testing

@Suite("motionq train")
struct TrainTests {
    private static func objects(_ result: Motionq.Result, _ type: String) throws -> [[String: Any]] {
        #expect(result.status == 0, "\(result.errors)")
        return try result.objects().filter { $0["type"] as? String == type }
    }

    @Test("writes a model that info, classify and evaluate take")
    func model() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording()
        let result = try world.train(["--data", recording])
        #expect(result.status == 0 && result.output.contains("Written: \(world.model)"), "\(result.errors)")
        let info = try world.motionq.run("info", world.model)
        #expect(info.status == 0 && info.output.contains("motionq train"), "\(info.errors)")
        for word in ["chop", "drive", "rest", "shake"] { #expect(info.output.contains(word)) }
        let classified = try world.motionq.run("classify", "--model", world.model, "--data", recording)
        #expect(classified.status == 0, "\(classified.errors)")
        let evaluated = try world.motionq.run("evaluate", "--model", world.model, "--data", recording, "--json")
        #expect(evaluated.status == 0, "\(evaluated.errors)")
    }

    @Test("gives the same file for the same seed, byte for byte, and another for another")
    func seeds() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording(people: 0..<2, gestures: 3)
        let files = try ["1", "1", "2"].map { seed in
            let result = try world.train(["--data", recording, "--seed", seed])
            #expect(result.status == 0, "\(result.errors)")
            return try Data(contentsOf: URL(filePath: world.model))
        }
        #expect(files[0] == files[1] && files[0] != files[2])
    }

    @Test("takes windows in seconds as well as in samples, and makes the same model of both")
    func spans() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording(people: 0..<2, gestures: 3)
        let files = try [["40", "20"], ["1.6s", "0.8s"]].map { span in
            let result = try world.motionq.start(
                [
                    "train", "--data", recording, "-o", world.model, "--hidden", "4", "--epochs", "1", "--window", span[0], "--hop",
                    span[1],
                ]
            ).wait()
            #expect(result.status == 0 && result.output.contains("Windows of 40 samples (1.6 s) every 20"), "\(result.errors)")
            return try Data(contentsOf: URL(filePath: world.model))
        }
        #expect(files[0] == files[1])
        let refused = try world.motionq.run("train", "--data", recording, "-o", world.model, "--window", "0.8m")
        #expect(refused.status == 64)
    }

    @Test("ends with what the network is worth; formats and noise are details")
    func verdictLast() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording()
        let short = try world.train(["--data", recording, "--validate-subjects", "03"]).output
        let end = short.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "").last ?? []
        #expect(end.count <= 6 && end.first?.contains("of the windows right") == true, "\(end)")
        #expect(end.contains { $0.hasPrefix("Fixed point on the validation subjects (03): ") })
        #expect(!short.contains("signal to noise"))
        let long = try world.train(["--data", recording, "--validate-subjects", "03", "--details"]).output
        #expect(long.contains("signal to noise") && long.contains("No input can overflow"))
        let alone = try world.train(["--data", recording]).output
        #expect(alone.contains("of the windows right on the people it learned from"), "\(alone)")
    }

    @Test("learns from those of --subjects who do not validate")
    func others() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording()
        let files = try [["--subjects", "1,2,3"], ["--subjects", "1,2"], []].map { subjects in
            let result = try world.train(["--data", recording, "--validate-subjects", "3", "--json"] + subjects)
            #expect(try Self.objects(result, "data").map { $0["subjects"] as? [String] } == [["01", "02"], ["03"]])
            return try Data(contentsOf: URL(filePath: world.model))
        }
        #expect(files[0] == files[1] && files[0] == files[2])
    }

    @Test("--json writes JSON Lines only: data, begin, epochs, end, model and verdict")
    func json() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let result = try world.train(["--data", world.recording(), "--validate-subjects", "03", "--json"])
        #expect(result.status == 0, "\(result.errors)")
        let types = try result.objects().map { $0["type"] as? String }
        #expect(types == ["data", "data", "begin", "epoch", "epoch", "epoch", "end", "model", "verdict"])
    }

    @Test("the verdict counts the windows of whom it was validated with, as evaluate counts them", arguments: ["reset", "carry"])
    func verdict(_ state: String) throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording()
        let trained = try world.train(["--data", recording, "--validate-subjects", "02", "--state", state, "--json"])
        let verdict = try #require(try Self.objects(trained, "verdict").first)
        #expect(verdict["part"] as? String == "validation" && verdict["subjects"] as? [String] == ["02"])
        let evaluated = try world.motionq.run(
            "evaluate", "--model", world.model, "--data", recording, "--subjects", "02", "--json")
        let object = try #require(try evaluated.objects().first)
        #expect(verdict["windows"] as? Int == object["windows"] as? Int)
        let accuracies = [verdict, object].compactMap { $0["accuracy_q15"] as? Double }
        #expect(accuracies.count == 2 && abs(accuracies[0] - accuracies[1]) < 1e-5)
    }

    @Test("says how it does on people it has not met when it decides on the length, then learns from everybody")
    func rehearsal() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let result = try world.motionq.run(
            "train", "--data", world.recording(people: 0..<4), "-o", world.model, "--hidden", "4", "--window", "20",
            "--no-made-up-background", "--json")
        #expect(try Self.objects(result, "rehearsal").first?["kept_out"] as? [String] == ["04"])
        #expect(try Self.objects(result, "begin").count == 2)
        let outlook = try #require(try Self.objects(result, "outlook").first?["sentences"] as? [String])
        #expect(outlook.first?.contains("people it has not met (04)") == true)
        #expect(try Self.objects(result, "verdict").first?["subjects"] as? [String] == ["01", "02", "03", "04"])
    }

    @Test("--strokes learns whole gestures in the form that serves best; evaluate and export take it")
    func strokes() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording(people: 0..<3)
        let result = try world.train(["--data", recording, "--strokes", "--map", "rest=none", "--json"])
        #expect(Set(try Self.objects(result, "strokes").compactMap { $0["form"] as? String }) == ["stretch", "end", "centre"])
        let about = try #require(try world.motionq.run("info", world.model, "--json").objects().first)
        #expect(about["strokes"] as? String != nil)
        let evaluated = try world.motionq.run("evaluate", "--model", world.model, "--data", recording, "--json")
        #expect(try evaluated.objects().first?["windows"] as? Int == Self.objects(result, "verdict").first?["windows"] as? Int)
        let exported = try world.motionq.run("export", "--model", world.model, "-o", world.motionq.path("device"))
        #expect(exported.status == 0, "\(exported.errors)")
    }

    @Test("--strokes --unknown learns from counterexamples, which say how far a stroke may lie from its label")
    func unknownStrokes() throws {
        let world = try StrokeWorld()
        defer { world.remove() }
        let result = try world.motionq.run(
            "train", "--data", world.motionq.path("learned.csv"), "--strokes", "--stroke-form", "stretch", "--hidden", "8",
            "--steps", "300", "--unknown", "-o", world.model)
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.errors.contains("nobody was kept out"))
        let about = try world.motionq.run("info", world.model).output
        #expect(about.contains("counterexamples 0.5") && about.contains("pace 1;"), "\(about)")
        #expect(about.contains("limit by counterexamples"))
    }

    @Test("--layers 0 learns from single samples; info, evaluate, classify, quantize, bench and export take the network")
    func singleSamples() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording()
        let result = try world.motionq.run(
            "train", "--data", recording, "-o", world.model, "--layers", "0", "--hidden", "6", "--epochs", "2",
            "--validate-subjects", "02", "--no-made-up-background", "--json")
        let verdict = try #require(try Self.objects(result, "verdict").first)
        let about = try #require(try world.motionq.run("info", world.model, "--json").objects().first)
        #expect(about["window"] as? Int == 1 && about["hop"] as? Int == 1 && about["state"] as? String == "reset")
        let layers = try #require(about["layers"] as? [[String: Any]]).map { $0["name"] as? String }
        #expect(layers == ["convolution, ReLU", "dense, softmax"])
        #expect(try world.motionq.run("info", world.model).output.contains("convolution 6; dense []; state reset"))
        #expect(try world.motionq.run("info", world.model).output.contains("rotation 0,0,0; spin 30"))
        let evaluated = try world.motionq.run(
            "evaluate", "--model", world.model, "--data", recording, "--subjects", "02", "--json")
        let scores = try #require(try evaluated.objects().first)
        #expect(scores["windows"] as? Int == verdict["windows"] as? Int)
        let classified = try world.motionq.run("classify", "--model", world.model, "--data", recording, "--json")
        #expect(classified.status == 0, "\(classified.errors)")
        let rows = try String(contentsOfFile: recording, encoding: .utf8).split(separator: "\n").count - 1
        #expect(try classified.objects().count == rows)
        let quantized = world.motionq.path("again.safetensors")
        for command in [
            ["quantize", world.model, "-o", quantized, "--data", recording],
            ["bench", "--model", world.model, "--rounds", "2"],
            ["export", "--model", world.model, "-o", world.motionq.path("device")],
        ] {
            let done = try world.motionq.start(command).wait()
            #expect(done.status == 0, "\(command[0]): \(done.errors)")
        }
    }

    @Test("--layers 0 with a window learns from short windows, by default every quarter of one")
    func shortWindows() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let result = try world.motionq.run(
            "train", "--data", world.recording(), "-o", world.model, "--layers", "0", "--hidden", "6", "--epochs", "2",
            "--window", "12", "--dense", "5", "--no-made-up-background")
        #expect(result.status == 0, "\(result.errors)")
        let info = try world.motionq.run("info", world.model)
        #expect(info.output.contains("window  12 samples every 3"))
    }

    @Test("--state carry makes a network that carries its state")
    func carry() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let result = try world.train(["--data", world.recording(), "--state", "carry", "--context", "3"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try world.motionq.run("info", world.model).output.contains("carry"))
    }

    @Test("--leave-one-subject-out examines everyone, then trains on all")
    func leaveOneOut() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let result = try world.train(["--data", world.recording(), "--leave-one-subject-out", "--json"])
        let left = try Self.objects(result, "left_out_subject")
        #expect(left.map { $0["subject"] as? String } == ["01", "02", "03"])
        let mean = left.compactMap { $0["accuracy_float"] as? Double }.reduce(0, +) / 3
        let said = try Self.objects(result, "left_out_subjects").first?["mean_accuracy_float"] as? Double ?? -1
        #expect(abs(said - mean) < 1e-5)
        #expect(try Self.objects(result, "data").first?["subjects"] as? [String] == ["01", "02", "03"])
    }

    @Test("a subject is found by its number: 1 is 01")
    func number() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let result = try world.train(["--data", world.recording(), "--validate-subjects", "1", "--json"])
        #expect(try Self.objects(result, "data").map { $0["subjects"] as? [String] } == [["02", "03"], ["01"]])
    }

    @Test("--validate-sessions, --test-subjects and --subjects take recordings apart")
    func parts() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording(people: 0..<4, gestures: 3)
        let arguments = ["--data", recording, "--validate-sessions", "s2", "--test-subjects", "04", "--subjects", "03", "--json"]
        let result = try world.train(arguments)
        let parts = try Self.objects(result, "data").map { "\($0["part"] ?? ""): \($0["subjects"] ?? "")" }
        #expect(parts == [#"training: ["03"]"#, #"validation: ["02"]"#, #"test: ["04"]"#])
        #expect(try Self.objects(result, "verdict").map { $0["part"] as? String } == ["test"])
    }

    @Test("--validate-data validates with others' recordings, brought to the rate and windows of the training")
    func validationData() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let training = try world.recording(people: 0..<2)
        let validation = try world.recording("other.csv", people: 2..<3, rate: 50)
        let arguments = ["train", "-o", world.model, "--data", training, "--validate-data", validation]
        let result = try world.motionq.start(arguments + ["--hidden", "4", "--epochs", "2", "--no-made-up-background", "--json"])
            .wait()
        let data = try Self.objects(result, "data")
        #expect(data.map { $0["window"] as? Int } == [36, 36] && data.map { $0["rate"] as? Double } == [25, 25])
    }

    @Test("--subjects keeps someone out who is in the validation data too")
    func keptOut() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let validation = try world.recording("other.csv", people: 2..<3)
        let arguments = ["--data", try world.recording(), "--subjects", "1,2", "--validate-data", validation, "--json"]
        let result = try world.train(arguments)
        #expect(try Self.objects(result, "data").map { $0["subjects"] as? [String] } == [["01", "02"], ["03"]])
    }

    @Test("a gap in the time stamps is said, and no window reaches across it")
    func gap() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording(people: 0..<2) { _, row, fields in
            if row >= 100 { fields[3] = "\((Double(fields[3]) ?? 0) + 500)" }
        }
        let result = try world.train(["--data", recording])
        #expect(result.status == 0 && result.output.contains("2 gaps in the recordings"), "\(result.output)\(result.errors)")
    }

    @Test("windows of one sample can be learned")
    func oneSample() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording(people: 0..<2, gestures: 3)
        let arguments = [
            "train", "-o", world.model, "--data", recording, "--window", "1", "--epochs", "1", "--hidden", "4",
            "--no-made-up-background",
        ]
        let result = try world.motionq.start(arguments).wait()
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("Ctrl-C and SIGTERM end training with the best so far: the model is written, exit code 0", arguments: [SIGINT, SIGTERM])
    func interrupted(_ signal: Int32) throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let arguments = ["--data", try world.recording(), "--validate-subjects", "3", "--patience", "100000", "--json"]
        let running = try world.start(arguments, epochs: 100_000)
        #expect(running.waits(for: "\"epoch\"", times: 2))
        running.send(signal)
        let result = running.wait()
        #expect(try Self.objects(result, "end").first?["end"] as? String == "interrupted")
        #expect(try world.motionq.run("info", world.model).status == 0)
    }

    @Test("Ctrl-C before anything was learned writes nothing: 130")
    func interruptedEarly() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let running = try world.start(["--data", try world.recording(), "--leave-one-subject-out", "--json"], epochs: 1000)
        #expect(running.waits(for: "\"data\""))
        running.send(SIGINT)
        let result = running.wait()
        #expect(result.status == 130 && result.errors.contains("nothing was written"), "\(result.errors)")
        #expect(world.isWithoutModel)
    }
}
