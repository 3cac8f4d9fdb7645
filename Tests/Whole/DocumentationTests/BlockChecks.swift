import Foundation
import LiveLoop
import Models
import TestSupport

/// What is wrong with a block of a document; nil if it is what it says.
struct BlockChecks {
    let sandbox: Sandbox
    let catalogue: Catalogue

    func fault(_ block: Document.Block) throws -> String? {
        switch block.language {
        case "sh": try shell(block)
        case "console": try console(block)
        case "swift": SwiftRegions.shared.holds(block.lines) ? nil : "no Swift file of Tests or Examples has these lines"
        case "yaml": try map(block)
        case "c": try compiled(block, "cc", ["-std=c11", "-fsyntax-only", "-x", "c"], include: ["c/include", "inference/include"])
        case "cpp": try sketch(block)
        case "python": try python(block)
        case "text": nil
        case "": "its fence does not say what it is: sh, console, swift, yaml, c, cpp, python or text"
        default: "“\(block.language)” is no kind of block; there are sh, console, swift, yaml, c, cpp, python and text"
        }
    }

    /// What is wrong with the commands of a script, by their words: verbs, options and targets.
    func fault(inCommandsOf script: String) -> String? {
        for words in ShellCommands.all(in: script) {
            let program = words[0].split(separator: "/").last.map(String.init)
            let fault =
                switch program {
                case "motionq": catalogue.fault(Array(words.dropFirst()))
                case "make": MakeTargets.fault(Array(words.dropFirst()))
                default: String?.none
                }
            if let fault { return fault }
        }
        return nil
    }

    private func shell(_ block: Document.Block) throws -> String? {
        if let fault = fault(inCommandsOf: block.text) { return fault }
        if block.isOnlyRead { return nil }
        let result = try sandbox.run(block.text)
        return result.status == 0 ? nil : "ends with \(result.status) and says:\n\(result.output)"
    }

    private func console(_ block: Document.Block) throws -> String? {
        guard let transcript = Transcript(block.lines) else { return "the first line of a console block is a command, after `$ `" }
        for step in transcript.steps { if let fault = fault(inCommandsOf: step.command) { return fault } }
        if block.isOnlyRead { return nil }
        let result = try sandbox.run(transcript.script, inFull: true)
        guard result.status == 0 else { return "ends with \(result.status) and says:\n\(result.output)" }
        return transcript.fault(result.output)
    }

    private func map(_ block: Document.Block) throws -> String? {
        let model = try Model(readingFileAt: Repository.demoModel)
        do {
            _ = try FeedbackMap(labels: model.description.labels, file: "the map").parse(block.text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func compiled(_ block: Document.Block, _ compiler: String, _ flags: [String], include: [String]) throws -> String? {
        let file = sandbox.folder.appending(path: "\(UUID().uuidString).txt")
        try block.text.write(to: file, atomically: true, encoding: .utf8)
        let folders = include.map { "-I'\(Repository.path("firmware-protocol/\($0)"))'" }
        let kernels = "-I'\(Repository.path("Sources/Core/CMotionCore/include"))'"
        let words = [compiler] + flags.dropLast(2) + folders + [kernels] + flags.suffix(2) + ["'\(file.path)'"]
        let result = try sandbox.run(words.joined(separator: " "))
        return result.status == 0 ? nil : "does not compile:\n\(result.output)"
    }

    /// A whole sketch compiles, but for what reads its sensor; lines of one stand in an example.
    private func sketch(_ block: Document.Block) throws -> String? {
        if block.words.contains("lines") {
            return SwiftRegions.sketches.missing(block.lines).map { "no example of the Arduino library has the line\n\($0)" }
        }
        let flags = [
            "-std=gnu++11", "-fsyntax-only", "-include", "Arduino.h", "'-DREADS=bool readSensor(int16_t *);'", "-x", "c++",
        ]
        var whole = block
        whole = Document.Block(line: block.line, words: block.words, lines: ["READS"] + block.lines)
        return try compiled(
            whole, "c++", flags,
            include: ["arduino/src", "arduino/tests/standin", "arduino/tests", "c/include", "inference/include"])
    }

    private func python(_ block: Document.Block) throws -> String? {
        guard try sandbox.run("command -v python3").status == 0 else { return nil }
        let file = sandbox.folder.appending(path: "\(UUID().uuidString).py")
        try block.text.write(to: file, atomically: true, encoding: .utf8)
        let result = try sandbox.run("python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' '\(file.path)'")
        return result.status == 0 ? nil : "is no Python:\n\(result.output)"
    }
}
