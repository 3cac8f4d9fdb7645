import Foundation
import Recordings
import SignalProcessing
import Simulation
import TestSupport
import Testing
import Transport

/// People who do what the lights of their device say, in a scratch folder.
private struct Studio {
    let motionq: Motionq
    var board: String { motionq.path("board") }
    var folder: String { motionq.path("recordings") }

    init() throws { motionq = try Motionq() }

    func person(_ number: Int, speed: Int) throws -> Motionq.Running {
        try? FileManager.default.removeItem(atPath: board)
        let device = try motionq.start([
            "simulate", "--follow-lights", "--subjects", "\(number)", "--link", board, "--speed", "\(speed)",
        ])
        #expect(device.waits(for: "ready"))
        return device
    }

    func record(_ arguments: String..., input: FileHandle? = nil) throws -> Motionq.Running {
        try motionq.start(["record", "--port", board, "--output", folder, "--quiet", "--json"] + arguments, input: input)
    }

    func sessions(_ name: String) throws -> [RecordedSession] { try RecordingReader().read("\(folder)/\(name).csv").sessions }
}

@Suite("record")
struct RecordTests {
    @Test("three gestures of two people make a data set to train on, evaluate with and run")
    func wholeWay() throws {
        let studio = try Studio()
        defer { studio.motionq.remove() }
        for (number, name) in ["ana", "ben"].enumerated() {
            let person = ObedientPerson(seed: 1, subject: number, gestures: ["shake", "chop", "drive"])
            let device = PatientDevice(heldBy: person, at: studio.board, speed: 5)
            let result = try studio.record(
                "--subject", name, "--labels", "shake,chop,drive", "--repetitions", "3", "--seconds", "3"
            ).wait()
            device.end()
            #expect(result.status == 0, "\(result.errors)")
            let last = try #require(try result.objects().last)
            #expect(last["type"] as? String == "recorded" && last["repetitions"] as? Int == 9 && last["kept"] as? Bool == true)
            let session = try #require(try studio.sessions("\(name)-1").first)
            #expect(session.subject == name && last["samples"] as? Int == session.count)
            for label in ["shake", "chop", "drive"] { #expect(abs(session.labels.count { $0 == label } - 450) < 6) }
        }
        let model = studio.motionq.path("gesture.safetensors")
        let trained = try studio.motionq.run(
            "train", "--data", studio.folder, "--validate-subjects", "ben", "--window", "50", "--steps", "600",
            "--no-made-up-background", "-o", model, "--json")
        #expect(trained.status == 0, "\(trained.errors)")
        let judged = try studio.motionq.run("evaluate", "--model", model, "--data", studio.folder, "--json")
        #expect((try judged.objects().first?["accuracy_q15"] as? Double ?? 0) > 0.75)
    }

    @Test("--derived writes what an orientation filter tells of the axes behind them, and readers tell the same")
    func derived() throws {
        let studio = try Studio()
        defer { studio.motionq.remove() }
        let device = try studio.person(3, speed: 10)
        let result = try studio.record(
            "--subject", "ana", "--labels", "shake", "--repetitions", "1", "--seconds", "2", "--derived"
        ).wait()
        device.end()
        #expect(result.status == 0, "\(result.errors)")
        let lines = try String(contentsOfFile: "\(studio.folder)/ana-1.csv", encoding: .utf8).split(separator: "\n")
        #expect(lines[0].hasSuffix(",gz,roll,pitch,yaw,gravity_x,gravity_y,gravity_z,user_x,user_y,user_z"), "\(lines[0])")
        var session = try #require(try studio.sessions("ana-1").first)
        var filter = OrientationFilter(rate: 50)
        session.derive(with: &filter)
        #expect(session.count == lines.count - 1)
        let other = lines.dropFirst().enumerated().filter { sample, line in
            let told = session.quantities(Array(6..<15), at: sample).map { Float($0) }
            return line.split(separator: ",").suffix(9).map { Float($0) } != told
        }
        #expect(other.isEmpty, "\(other.first?.element ?? "")")
    }

    /// By the device's clock, which goes on only for as long as its samples are read.
    @Test("killed at any moment, what is older than a second is there and can be read", arguments: [1.3, 1.7, 2.2, 2.9])
    func killed(after seconds: Double) throws {
        let studio = try Studio()
        defer { studio.motionq.remove() }
        var options = SimulatorOptions()
        options.linkPath = studio.board
        let device = PatientDevice(MotionGenerator(seed: 1).recording(subjects: 7..<8, gesturesPerSubject: 9), options)
        let recording = try studio.record("--subject", "ana", "--labels", "shake", "--seconds", "0.5", "--rest-seconds", "1")
        #expect(recording.waits(for: #""type":"next""#))
        let begun = device.seconds
        #expect(device.passes(seconds: seconds))
        let passed = device.seconds - begun
        recording.kill()
        _ = recording.wait()
        device.end()
        let count = try studio.sessions("ana-1").reduce(0) { $0 + $1.count }
        #expect(Double(count) >= (passed - 1) * 50)
    }

    @Test("keys on a terminal throw away, pause and end, and it is asked whether to keep what there is")
    func keys() throws {
        let studio = try Studio()
        defer { studio.motionq.remove() }
        let device = try studio.person(3, speed: 4)
        let terminal = try PseudoTerminal.open(linkPath: nil)
        defer { terminal.close() }
        let input = try #require(FileHandle(forUpdatingAtPath: terminal.slavePath))
        let recording = try studio.motionq.start(
            [
                "record", "--port", studio.board, "--output", studio.folder, "--quiet", "--subject", "ana", "--labels",
                "shake,chop",
                "--seconds", "2",
            ], input: input)
        func press(_ key: String) throws {
            try Array(key.utf8).withUnsafeBytes { try terminal.transport.write($0, timeoutMilliseconds: 1000) }
        }
        #expect(recording.waits(for: "■ shake"))
        try press("r")
        #expect(recording.waits(for: "is thrown away"))
        #expect(recording.waits(for: "▶ shake", times: 2))
        #expect(recording.waits(for: "▶ chop"))
        try press("p")
        #expect(recording.waits(for: "paused"))
        try press("p")
        #expect(recording.waits(for: "■ chop"))
        try press("q")
        #expect(recording.waits(forNote: "Keep 2 repetitions of ana?"))
        try press("y\n")
        let result = recording.wait()
        device.end()
        #expect(result.status == 0 && result.output.contains("ana-1.csv: 2 repetitions"))
        let labels = try studio.sessions("ana-1").flatMap(\.labels)
        #expect(abs(labels.count { $0 == "shake" } - 100) < 6 && abs(labels.count { $0 == "chop" } - 100) < 6)
    }

    @Test("a disk that is full is one sentence, and what was recorded can be read")
    func fullDisk() throws {
        let studio = try Studio()
        defer { studio.motionq.remove() }
        let device = try studio.person(2, speed: 8)
        // A limit on the size of files refuses as a full disk does.
        let result = try studio.motionq.shell(
            "ulimit -f 32; \"$MOTIONQ\" record --port board --output recordings --quiet --json --subject ana --labels shake")
        device.end()
        #expect(result.status == 74)
        let said = result.errors.split(separator: "\n").filter { $0.hasPrefix("motionq:") }
        #expect(said.count == 1 && said[0].contains("ana-1.csv cannot be written: File too large"), "\(result.errors)")
        #expect(try studio.sessions("ana-1").reduce(0) { $0 + $1.count } > 100)
    }

    @Test("a folder that is none, and names that no file can have, are refused before anything is recorded")
    func refusals() throws {
        let studio = try Studio()
        defer { studio.motionq.remove() }
        try "x".write(toFile: studio.folder, atomically: true, encoding: .utf8)
        let noFolder = try studio.record("--subject", "ana", "--labels", "shake").wait()
        #expect(noFolder.status == 66 && noFolder.errors.contains("is no folder"), "\(noFolder.errors)")
        for arguments in [
            ["--subject", "a/b", "--labels", "shake"], ["--subject", "ana", "--labels", "a,,b"],
            ["--subject", "ana", "--labels", "rest"], ["--subject", "ana", "--labels", "a,a"],
            ["--subject", "ana"], ["--subject", "ana", "--labels", "a\u{1B}[2J"],
        ] {
            let result = try studio.motionq.start(["record", "--port", studio.board] + arguments).wait()
            #expect(result.status == 64, "\(arguments)")
        }
    }
}
