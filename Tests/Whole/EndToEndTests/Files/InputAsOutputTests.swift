import TestSupport
import Testing

@Suite("An output that is an input is refused with 64 and left alone")
struct InputAsOutputTests {
    struct Case: CustomTestStringConvertible {
        let command: String
        let input: String
        var testDescription: String { command }
    }

    /// The output's path follows.
    static let cases = [
        Case(command: "dataset counts --data walk.csv --output", input: "walk.csv"),
        Case(command: "train --data walk.csv -o", input: "walk.csv"),
        Case(command: "train --data . -o", input: "walk.csv"),
        Case(command: "train --data walk.csv --validate-data other.csv -o", input: "other.csv"),
        Case(command: "import torch.safetensors -o", input: "torch.safetensors"),
        Case(command: "import torch.safetensors --data walk.csv -o", input: "walk.csv"),
        Case(command: "quantize model.safetensors --data . -o", input: "walk.csv"),
        Case(command: "evaluate --model model.safetensors --data walk.csv --report", input: "model.safetensors"),
        Case(command: "evaluate --model model.safetensors --data . --report", input: "walk.csv"),
        Case(command: "bench --model model.safetensors --chart", input: "model.safetensors"),
    ]

    @Test("by its name, a way around, a symbolic link and a hard link", arguments: cases)
    func input(_ example: Case) throws {
        let world = try WritingWorld()
        defer { world.remove() }
        try world.expect("cp walk.csv other.csv && cp \(example.input) before && mkdir in && ln -s ../\(example.input) in/soft")
        try world.expect("ln \(example.input) in/hard && ln -s in way")
        for name in [example.input, "in/../\(example.input)", "way/soft", "in/hard"] {
            let result = try world.shell("$MOTIONQ \(example.command) \(name)")
            #expect(result.status == 64, "\(name): \(result)")
            #expect(result.errors.contains("would be overwritten"), "\(name): \(result.errors)")
            #expect(result.output.isEmpty, "\(name): \(result.output)")
            try world.expect("cmp \(example.input) before && test -L in/soft && test in/hard -ef \(example.input)")
        }
    }

    @Test("also if an export's file is the model")
    func export() throws {
        let world = try WritingWorld()
        defer { world.remove() }
        try world.expect("mkdir net && ln model.safetensors net/network.c && cp model.safetensors before")
        let result = try world.shell("$MOTIONQ export --model model.safetensors -o net")
        #expect(result.status == 64 && result.errors.contains("would be overwritten"), "\(result)")
        try world.expect("cmp model.safetensors before && test \"$(ls -A net)\" = network.c")
    }

    @Test("and two files of an export that are one")
    func twoOutputs() throws {
        let world = try WritingWorld()
        defer { world.remove() }
        try world.expect("mkdir net && echo old >net/network.h && ln -s network.h net/network.c")
        let result = try world.shell("$MOTIONQ export --model model.safetensors -o net")
        #expect(result.status == 64 && result.errors.contains("one file"), "\(result)")
        try world.expect("test \"$(cat net/network.h)\" = old && test \"$(ls -A net | wc -l)\" -eq 2")
    }

    @Test("but a model may be quantized in its place")
    func quantize() throws {
        let world = try WritingWorld()
        defer { world.remove() }
        try world.expect(
            "$MOTIONQ quantize model.safetensors --data walk.csv -o model.safetensors && $MOTIONQ info model.safetensors")
    }
}
