import Foundation
import TestSupport
import Testing

/// Walks every option of every verb. An option that is added to the program is walked, too: it is refused where it names an input,
/// or it stands below among those that name no output.
@Suite("No verb writes over what it reads")
struct InputsStayTests {
    /// A verb's words, complete but for one option, and the files that it reads by them.
    struct Use: Sendable {
        let words: String
        let inputs: [String]
        /// Words that an option needs beside it.
        var needs: [String: String] = [:]
        /// Options of these words that must be left out where the option stands.
        var without: [String: String] = [:]
    }

    static let uses: [String: Use] = [
        "ports": Use(words: "", inputs: []),
        "doctor": Use(words: "", inputs: []),
        "check": Use(words: "--port nowhere", inputs: []),
        "install": Use(words: "--port nowhere --model model", inputs: ["model"]),
        "calibrate": Use(words: "--port nowhere", inputs: []),
        "monitor": Use(words: "--port nowhere", inputs: []),
        "record": Use(
            words: "--port nowhere --subject ana --labels a --auto --segment-settings settings -o recordings", inputs: ["settings"]),
        "simulate": Use(words: "--data walk.csv", inputs: ["walk.csv"]),
        "import": Use(words: "torch.safetensors --data walk.csv -o new", inputs: ["torch.safetensors", "walk.csv"]),
        "dataset show": Use(words: "--data walk.csv", inputs: ["walk.csv"]),
        "dataset convert": Use(words: "walk.csv -o new", inputs: ["walk.csv"]),
        "dataset relabel": Use(words: "walk.csv --label a --as b -o new", inputs: ["walk.csv"]),
        "dataset drop": Use(words: "walk.csv --label a -o new", inputs: ["walk.csv"]),
        "dataset trim": Use(words: "walk.csv --begin 1 -o new", inputs: ["walk.csv"]),
        "dataset synthesize": Use(words: "-o new", inputs: []),
        "dataset counts": Use(words: "--data walk.csv -o new", inputs: ["walk.csv"]),
        "dataset images": Use(words: "walk.csv -o new", inputs: ["walk.csv"]),
        "segment": Use(
            words: "--data walk.csv --fit other.csv --model model --by rest", inputs: ["walk.csv", "other.csv", "model"],
            needs: ["--settings": "--data walk.csv"]),
        "train": Use(
            words: "--data walk.csv --validate-data other.csv --background still.csv -o new",
            inputs: ["walk.csv", "other.csv", "still.csv"], needs: ["--report": "--search 1"]),
        "teach": Use(
            words: "--data walk.csv --background still.csv --model model -o new", inputs: ["walk.csv", "still.csv"],
            needs: ["--keep": "--port nowhere --labels a", "--capture": "--port nowhere --labels a"],
            without: ["--keep": "--data walk.csv", "--capture": "--data walk.csv"]),
        "tune": Use(words: "--model model --data walk.csv --background still.csv -o new", inputs: ["walk.csv", "still.csv"]),
        "quantize": Use(words: "model --data walk.csv -o new", inputs: ["walk.csv"]),
        "info": Use(words: "model", inputs: ["model"]),
        "classify": Use(words: "--model model --data walk.csv", inputs: ["walk.csv", "model"]),
        "evaluate": Use(
            words: "--model model --data walk.csv --background still.csv", inputs: ["walk.csv", "still.csv", "model"]),
        "export": Use(words: "--model model -o new", inputs: ["model"]),
        "bench": Use(words: "--model model --rounds 1 --windows 1", inputs: ["model"]),
        "run": Use(
            words: "--port nowhere --model model --feedback map --segments --segment-settings settings",
            inputs: ["model", "map", "settings"]),
        "play": Use(words: "--port nowhere --model model", inputs: ["model"]),
        "page": Use(words: "--port nowhere", inputs: []),
        "bridge": Use(words: "--port nowhere --broker mqtt://nowhere", inputs: []),
        "fleet list": Use(words: "--broker mqtt://nowhere", inputs: []),
        "fleet model": Use(words: "--broker mqtt://nowhere --device a", inputs: []),
        "fleet install": Use(words: "--broker mqtt://nowhere --model model", inputs: ["model"]),
        "demo": Use(words: "--model model --data walk.csv --feedback map", inputs: ["model", "walk.csv", "map"]),
    ]

    /// Options whose value is read, or is a port.
    static let read: Set<String> = [
        "--model", "--data", "--data", "--data", "--data", "--background", "--validate-data", "--fit", "--settings",
        "--segment-settings", "--feedback", "--port", "--recipe", "--wearer", "--models", "--devices",
    ]

    /// Options whose value is a word or a list of words.
    static let words: Set<String> = [
        "--subject", "--subjects", "--label", "--labels", "--rest", "--map", "--session", "--file", "--as", "--columns", "--axes",
        "--profile", "--only", "--player", "--gestures", "--shapes", "--forget", "--mean", "--std", "--inputs",
        "--validate-subjects", "--validate-sessions", "--test-subjects", "--units", "--feedback-line", "--begin", "--end",
        "--chip", "--page", "--to", "--broker", "--shard", "--device", "--name",
    ]

    /// Outputs that cannot stand beside an input at all, and what is said then.
    static let exclusive = [
        "teach --keep": "is there already", "teach --capture": "is there already", "run --capture": "is there already",
        "record --capture": "is there already", "play --capture": "is there already",
    ]

    @Test("by any of its options, and every option of every verb is known to this test")
    func walk() throws {
        let world = try WritingWorld()
        defer { world.remove() }
        try world.expect(
            """
            mv model.safetensors model && cp walk.csv other.csv && cp walk.csv still.csv && echo 'labels: {}' >map && \
            $MOTIONQ segment --fit walk.csv --save settings && mkdir links && \
            for file in model walk.csv other.csv still.csv map settings torch.safetensors; do \
            cp $file before-$file && ln -s ../$file links/$file || exit 1; done
            """)
        let verbs = try EveryOption(world.motionq).verbs
        #expect(Set(verbs.map(\.name)) == Set(Self.uses.keys), "a verb that is not walked")
        var refused = 0
        for verb in verbs {
            guard let use = Self.uses[verb.name] else { continue }
            for option in verb.options where !Self.read.contains(option) && !Self.words.contains(option) {
                for input in use.inputs {
                    let words = Self.words(use, option)
                    let direct = try world.shell("$MOTIONQ \(verb.name) \(words) \(option) \(input)")
                    // A number, or one word of a few.
                    if direct.status == 64, direct.errors.contains("is invalid for") { break }
                    let linked = try world.shell("$MOTIONQ \(verb.name) \(words) \(option) links/\(input)")
                    let sentence = Self.exclusive["\(verb.name) \(option)"] ?? "would be overwritten; choose another"
                    for result in [direct, linked] {
                        #expect(
                            result.status == 64 && result.errors.contains(sentence),
                            "\(verb.name) \(words) \(option) \(input): \(result.status) \(result.errors)")
                    }
                    try world.expect("cmp \(input) before-\(input) && test -L links/\(input)", "\(verb.name) \(option)")
                    refused += 1
                }
            }
        }
        // So many options name an output beside an input; a walk that finds fewer has not walked.
        #expect(refused >= 45, "\(refused)")
        #expect(verbs.count == 35)
    }

    /// The words of a use around one option, which does not stand twice.
    static func words(_ use: Use, _ option: String) -> String {
        var words = use.words + (use.needs[option].map { " " + $0 } ?? "")
        if let without = use.without[option] { words = words.replacing(without, with: "") }
        if option == "--output" { words = words.replacing(#/ -o \w+/#, with: "") }
        return words
    }
}
