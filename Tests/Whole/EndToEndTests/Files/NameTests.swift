import Foundation
import TestSupport
import Testing

@Suite("Names of files, whatever their bytes")
struct NameTests {
    private func withWorld(_ body: (WritingWorld) throws -> Void) throws {
        let world = try WritingWorld()
        defer { world.remove() }
        try body(world)
    }

    /// Commands of a shell that show the name `$n`, each in its way. Those with a bar end in a refusal.
    static let shown = [
        "cp model.safetensors \"$n\" && $MOTIONQ info \"$n\"",
        "cp model.safetensors \"$n\" && $MOTIONQ classify --model \"$n\" --data walk.csv --arithmetic float",
        "cp walk.csv \"$n\" && $MOTIONQ classify --model model.safetensors --data \"$n\"",
        "cp walk.csv \"$n\" && $MOTIONQ evaluate --model model.safetensors --data \"$n\"",
        "cp model.safetensors \"$n\" && $MOTIONQ evaluate --model \"$n\" --data walk.csv",
        "cp model.safetensors \"$n\" && $MOTIONQ bench --model \"$n\" --rounds 1 --windows 1",
        "cp model.safetensors \"$n\" && $MOTIONQ export --model \"$n\" -o net",
        "$MOTIONQ export --model model.safetensors -o \"$n\"",
        "cp model.safetensors \"$n\" && $MOTIONQ quantize \"$n\" -o new",
        "cp torch.safetensors \"$n.safetensors\" && $MOTIONQ import \"$n.safetensors\" --labels a,b,c --window 10 --hop 5 "
            + "--inputs ax,ay,az,gx,gy,gz -o new",
        "$MOTIONQ info \"$n\"|", "$MOTIONQ classify --model model.safetensors --data \"$n\"|",
        "$MOTIONQ evaluate --model model.safetensors --data walk.csv --report \"$n/$n\"|",
        "cp walk.csv \"$n\"; $MOTIONQ train --data \"$n\" -o \"$n\"|",
        "cp torch.safetensors \"$n\"; $MOTIONQ import \"$n\" -o \"$n\"|",
        "cp model.safetensors \"$n\"; $MOTIONQ bench --model \"$n\" --chart \"$n\"|", "$MOTIONQ bench --model \"$n\" \"$n\"|",
        "cp model.safetensors \"$n\"; $MOTIONQ evaluate --model \"$n\" --data \"$n\" --report \"$n\"|",
        "$MOTIONQ info model.safetensors \"$n\"|", "$MOTIONQ \"$n\"|", "$MOTIONQ info \"--$n\"|", "$MOTIONQ bench --rounds \"$n\"|",
        "$MOTIONQ bench \"--rounds=$n\"|", "$MOTIONQ classify --model model.safetensors --data walk.csv --arithmetic \"$n\"|",
        "timeout 600 $MOTIONQ run --port x --model model.safetensors --feedback \"$n\"|",
        "timeout 600 $MOTIONQ monitor --port \"./$n\"|",
        "timeout 600 $MOTIONQ simulate --link \"$n/x\"|", "$MOTIONQ segment --data walk.csv --by \"$n\"|",
    ]

    @Test(
        "reach a terminal with every control character escaped",
        arguments: shown + WritingVerb.allCases.flatMap { ["\($0.command) \"$n\"", "\($0.command) \"none/$n\"|"] })
    func escapes(_ script: String) throws {
        try withWorld { world in
            let isRefused = script.hasSuffix("|")
            let command = isRefused ? String(script.dropLast()) : script
            let result = try world.shell("n=$(printf 'a\\033[31mb\\nmotionq: c\\302\\233') && \(command)")
            #expect((result.status == 0) != isRefused, "\(result)")
            let said = result.output + result.errors
            #expect(!said.isEmpty)
            #expect(!said.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) }, "\(said)")
            #expect(!said.contains("\nmotionq: c"), "a name begins a line of its own:\n\(said)")
        }
    }

    @Test("are exact in --json, controls and all")
    func json() throws {
        try withWorld { world in
            let result = try world.shell(
                "n=$(printf 'a\\033[31mb\\nc') && cp model.safetensors \"$n\" && $MOTIONQ info --json \"$n\"")
            #expect(try result.objects().first?["model"] as? String == "a\u{1B}[31mb\nc", "\(result)")
        }
    }

    @Test("that are no UTF-8 are read and written under their own bytes", arguments: WritingVerb.quick)
    func writing(_ verb: WritingVerb) throws {
        try withWorld { world in
            let result = try world.shell(
                "n=$(printf 'caf\\351') && mkdir \"$n\" && \(verb.command) \"$n/$n.x\" && test -s \"$n/$n.x\"")
            #expect(result.status == 0, "\(result)")
            #expect(!(result.output + result.errors).contains("\u{FFFD}"))
            try world.expect("test \"$(ls -A caf* | wc -l)\" -eq 1 && test \"$(ls -Ad caf* | wc -l)\" -eq 1")
        }
    }

    @Test(
        "that are no UTF-8 are found, used, and shown byte by byte",
        arguments: [
            "cp model.safetensors \"$n\" && $MOTIONQ info \"$n\"",
            "cp walk.csv \"$n\" && $MOTIONQ classify --model model.safetensors --data \"$n\"",
            "cp torch.safetensors \"$n.safetensors\" && $MOTIONQ import \"$n.safetensors\" --labels a,b,c --window 10 --hop 5 "
                + "--inputs ax,ay,az,gx,gy,gz -o new && $MOTIONQ info new",
            "mkdir data && cp walk.csv \"data/$n.csv\" && $MOTIONQ evaluate --model model.safetensors --data data",
            "mkdir \"$n\" && cp walk.csv \"$n/$n.csv\" && $MOTIONQ evaluate --model model.safetensors --data \"$n\"",
            "$MOTIONQ export --model model.safetensors -o \"$n\" && test -s \"$n/network.c\"",
            "$MOTIONQ dataset synthesize --gestures 1 --output \"$n\" && test -s \"$n\"",
        ])
    func using(_ script: String) throws {
        try withWorld { world in
            let result = try world.shell("n=$(printf 'caf\\351') && \(script)")
            #expect(result.status == 0, "\(result)")
            #expect((result.output + result.errors).contains(#"caf\xE9"#), "\(result)")
        }
    }

    @Test("that are no UTF-8 are not passed over in a folder")
    func folder() throws {
        try withWorld { world in
            try world.expect("mkdir data && cp walk.csv data/a.csv && cp walk.csv data/$(printf 'caf\\351').csv")
            let result = try world.shell("$MOTIONQ evaluate --model model.safetensors --data data --json")
            let recordings = try #require(try result.objects().first?["data"] as? [String], "\(result)")
            #expect(recordings.count == 2, "\(recordings)")
        }
    }

    @Test(
        "are refused where they must be text and are none: 64",
        arguments: ["simulate --link \"$n\"", "monitor --port \"$n\"", "\(WritingVerb.takeOver.command) new --labels \"a,b,$n\""])
    func text(_ command: String) throws {
        try withWorld { world in
            let program = command.contains("MOTIONQ") ? "" : "timeout 600 $MOTIONQ "
            let result = try world.shell("n=$(printf 'caf\\351') && \(program)\(command)")
            #expect(result.status == 64 && result.errors.contains("UTF-8") && result.errors.contains(#"caf\xE9"#), "\(result)")
            try world.expect("! ls -d caf* new 2>/dev/null")
        }
    }
}
