import Foundation
import Models
import TestSupport
import Testing

/// The ways in which `motionq` writes one file, each with arguments that take a moment.
enum WritingVerb: String, CaseIterable, CustomTestStringConvertible {
    case train = "train -o"
    case takeOver = "import -o"
    case quantize = "quantize -o"
    case report = "evaluate --report"
    case synthesize = "dataset synthesize --output"
    case counts = "dataset counts --output"
    case chart = "bench --chart"
    case demoModel = "demo --write-model"

    var testDescription: String { rawValue }

    /// Those that take less than a second.
    static let quick = allCases.filter { $0 != .chart }

    /// Words of a shell that runs in a `WritingWorld`; the output's path follows them.
    var command: String {
        let words =
            switch self {
            case .train: "train --data walk.csv --hidden 4 --window 20 --hop 20 --epochs 1 --state reset --no-made-up-background -o"
            case .takeOver: "import torch.safetensors --labels a,b,c --window 10 --hop 5 --inputs ax,ay,az,gx,gy,gz -o"
            case .quantize: "quantize model.safetensors -o"
            case .report: "evaluate --model model.safetensors --data walk.csv --report"
            case .synthesize: "dataset synthesize --gestures 1 --output"
            case .counts: "dataset counts --data walk.csv --output"
            case .chart: "bench --model model.safetensors --rounds 1 --windows 1 --chart"
            case .demoModel: "demo --write-model"
            }
        return "\"$MOTIONQ\" " + words
    }
}

/// A folder with `model.safetensors`, `walk.csv` and `torch.safetensors`, and a shell in it.
struct WritingWorld {
    let motionq: Motionq

    /// Made once: most tests take longer to make their world than to look at it.
    private static let files = Result {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let made = try motionq.shell(
            "$MOTIONQ demo --write-model model.safetensors && $MOTIONQ dataset synthesize --gestures 1 --output walk.csv")
        try #require(made.status == 0, "\(made.errors)")
        try SmallStateDict().file.write(toFileAt: motionq.path("torch.safetensors"))
        return try ["model.safetensors", "walk.csv", "torch.safetensors"].map { name in
            (name, try Data(contentsOf: motionq.folder.appending(path: name)))
        }
    }

    init() throws {
        motionq = try Motionq()
        for (name, contents) in try Self.files.get() { try contents.write(to: motionq.folder.appending(path: name)) }
    }

    func remove() { motionq.remove() }

    func shell(_ script: String) throws -> Motionq.Result { try motionq.shell(script) }

    /// Runs a script that must end well.
    func expect(_ script: String, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let result = try shell(script)
        #expect(
            result.status == 0, "\(comment.map { "\($0): " } ?? "")\(script)\n\(result.output)\(result.errors)",
            sourceLocation: sourceLocation)
    }
}
