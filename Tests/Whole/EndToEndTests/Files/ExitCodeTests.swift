import TestSupport
import Testing

/// One rule for all verbs: what is not there or cannot be read ends with 66, bad content with 65, what cannot be written with 74.
@Suite("How motionq ends where a file is at fault")
struct ExitCodeTests {
    /// Every file that a verb reads, as `$f`, in a `WritingWorld`.
    static let reading = [
        "info $f", "quantize $f -o new", "classify --model $f --data walk.csv", "classify --model model.safetensors --data $f",
        "evaluate --model $f --data walk.csv", "evaluate --model model.safetensors --data $f", "export --model $f -o net",
        "bench --model $f", "bench --model $f --chart new", "run --port none --model $f",
        "run --port none --model model.safetensors --feedback $f", "demo --model $f", "demo --feedback $f",
        "demo --model model.safetensors --data $f", "simulate --data $f", "dataset counts --data $f --output new",
        "train --data $f -o new",
        "train --data walk.csv --validate-data $f -o new",
        "import torch.safetensors --labels a,b,c --window 10 --hop 5 --inputs ax,ay,az,gx,gy,gz --data $f -o new",
        "quantize model.safetensors --data $f -o new",
    ]

    /// `import` wants to know by the name what a file is.
    static let importing = ["import $f.mlmodel -o new", "import $f.safetensors -o new"]

    /// A folder stands for the recordings in it.
    static let takesFolders = ["--data $f", "--validate-data $f", "--data $f", "--data $f", "--data $f"]

    private func expect(_ status: Int32, _ world: WritingWorld, _ command: String, file: String) throws {
        let result = try world.shell("f=\(file) && timeout 600 $MOTIONQ \(command)")
        #expect(result.status == status, "\(command) with \(file): \(result)")
        #expect(result.output.isEmpty, "\(command) with \(file): \(result.output)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(command) with \(file): \(result.errors)")
        #expect(!result.errors.contains("Success"))
        try world.expect("test ! -e new && test ! -e net")
    }

    @Test("what is not there, below a file, in a circle of links, too long or not permitted: 66", arguments: reading + importing)
    func unreadable(_ command: String) throws {
        let world = try WritingWorld()
        defer { world.remove() }
        try world.expect(
            "for e in '' .mlmodel .safetensors; do ln -s loop$e loop$e; cp walk.csv shut$e; chmod 0 shut$e; done; ln -s none gone")
        let long = String(repeating: "n", count: 300)
        for file in ["none", "none/none", "walk.csv/none", "loop", "gone", long] { try expect(66, world, command, file: file) }
        // Root may read everything.
        if try world.shell("cat shut 2>/dev/null").status != 0 { try expect(66, world, command, file: "shut") }
    }

    @Test("a folder, a pipe or a device in the place of a file: 66", arguments: reading + importing)
    func noFile(_ command: String) throws {
        let world = try WritingWorld()
        defer { world.remove() }
        try world.expect(
            "for e in '' .mlmodel .safetensors; do mkdir dir$e; mkfifo pipe$e; ln -s /dev/zero zero$e; done; touch dir/x")
        let files = ["pipe", "zero"] + (Self.takesFolders.contains { command.contains($0) } ? [] : ["dir"])
        for file in files { try expect(66, world, command, file: file) }
    }

    @Test("bytes that mean nothing: 65", arguments: reading + importing)
    func badContent(_ command: String) throws {
        let world = try WritingWorld()
        defer { world.remove() }
        try world.expect(
            "for e in '' .mlmodel .safetensors; do printf '\\377\\376\\001: [' >bad$e; printf '\\037\\213bad' >packed$e; done")
        for file in ["bad", "packed"] { try expect(65, world, command, file: file) }
    }

    @Test(
        "an output in a folder that is not there, below a file, with too long a name, or that is a folder: 74",
        arguments: WritingVerb.allCases)
    func unwritable(_ verb: WritingVerb) throws {
        let world = try WritingWorld()
        defer { world.remove() }
        let long = String(repeating: "n", count: 300)
        for output in ["none/file", "walk.csv/file", long, ".", "./"] {
            let result = try world.shell("\(verb.command) \(output)")
            #expect(result.status == 74, "\(output): \(result)")
            #expect(!result.errors.contains("Success"))
            #expect(result.errors.contains("motionq: "))
        }
        try world.expect("test ! -e none && test -f walk.csv")
    }
}
