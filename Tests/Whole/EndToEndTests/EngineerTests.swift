import Foundation
import TestSupport
import Testing

/// From somebody's ONNX file to a C program and its cost on a chip, by the lines of README.md and docs/DEVICE.md.
@Suite("An engineer's ten minutes")
struct EngineerTests {
    /// The lines that docs/DEVICE.md has for the C example, with the built program.
    private static func compilation() throws -> String {
        let page = try String(contentsOf: Repository.root.appending(path: "docs/DEVICE.md"), encoding: .utf8)
        let blocks = page.components(separatedBy: "```")
        let block = try #require(blocks.first { $0.hasPrefix("sh") && $0.contains("example/counts.c") })
        let lines = block.split(separator: "\n").dropFirst()
        return lines.map { $0.hasPrefix("motionq ") ? "\"$MOTIONQ\"" + $0.dropFirst(7) : $0 }.joined(separator: "\n")
    }

    /// What a recording makes `run` say, as the C example says it.
    private func liveEvents(_ motionq: Motionq, model: String, recording: String) throws -> [String] {
        let port = motionq.path("port")
        let device = try motionq.start(["simulate", "--data", recording, "--speed", "max", "--link", port, "--json"])
        try #require(device.waits(for: #""type":"ready""#))
        let live = try motionq.run("run", "--port", port, "--model", model, "--until-disconnected", "--json")
        _ = device.wait()
        return try live.objects().filter { $0["type"] as? String == "event" }.compactMap { event in
            guard let label = event["label"] as? String, let phase = event["phase"] as? String else { return nil }
            return phase == "enter" ? "enter \(label)" : phase == "exit" ? "leave \(label)" : nil
        }
    }

    @Test("an ONNX file becomes a C program that enters and leaves the labels that run does; what it takes of an ESP32 is told")
    func transcript() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        // The file of somebody's network: that of the demo, as other tools have it.
        let made = try motionq.shell(
            """
            $MOTIONQ demo --write-model demo.safetensors && $MOTIONQ export --model demo.safetensors --onnx theirs.onnx &&
            $MOTIONQ dataset synthesize --subjects 0-3 -o people.csv &&
            $MOTIONQ dataset synthesize --subjects 1000 --gestures 2 -o recording.csv &&
            ln -s '\(Repository.path("firmware-protocol"))' '\(Repository.path("Sources"))' .
            """)
        try #require(made.status == 0, "\(made.errors)")
        let imported = try motionq.shell("$MOTIONQ import theirs.onnx --data people.csv -o gesture.safetensors")
        try #require(imported.status == 0, "\(imported.errors)")
        let told = try motionq.shell("$MOTIONQ info gesture.safetensors --chip esp32")
        #expect(told.output.hasPrefix("ESP32-WROOM-32E (Xtensa LX6, 240 MHz): fits\n"), "\(told.output)\(told.errors)")
        for figure in ["\n  flash  ", "\n  RAM    ", "\n  time   "] { #expect(told.output.contains(figure), "\(told.output)") }
        let built = try motionq.shell("set -e; \(Self.compilation())")
        try #require(built.status == 0, "\(built.errors)")
        #expect(built.errors.contains("docs/DEVICE.md"), "export says where to go on: \(built.errors)")
        let said = built.output.split(separator: "\n").map { $0.split(separator: " ") }
        let events = said.filter { $0.count == 4 && ["enter", "leave"].contains($0[1]) }.map { "\($0[1]) \($0[2])" }
        let expected = try liveEvents(
            motionq, model: motionq.path("gesture.safetensors"), recording: motionq.path("recording.csv"))
        #expect(expected.count >= 4 && events == expected, "\(events)")
    }
}
