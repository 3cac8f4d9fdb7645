import Foundation
import TestSupport
import Testing

/// Walks every option of every verb by the same words as `InputsStayTests`, which knows each option.
@Suite("No verb makes the folder above what it writes")
struct MissingFolderTests {
    @Test("by any of its options: 74 with a sentence, before anything is done")
    func walk() throws {
        let world = try WritingWorld()
        defer { world.remove() }
        try world.expect(
            """
            mv model.safetensors model && cp walk.csv other.csv && cp walk.csv still.csv && echo 'labels: {}' >map && \
            $MOTIONQ segment --fit walk.csv --save settings
            """)
        var refused = 0
        for verb in try EveryOption(world.motionq).verbs {
            guard let use = InputsStayTests.uses[verb.name] else { continue }
            for option in verb.options where !InputsStayTests.read.contains(option) && !InputsStayTests.words.contains(option) {
                let words = InputsStayTests.words(use, option)
                let result = try world.shell("$MOTIONQ \(verb.name) \(words) \(option) none/at/all")
                // A number, or one word of a few.
                if result.status == 64, result.errors.contains("is invalid for") { continue }
                #expect(
                    result.status == 74 && result.errors.contains("none/at/all cannot be written: there is no folder none/at;"),
                    "\(verb.name) \(words) \(option): \(result.status) \(result.errors)")
                try world.expect("test ! -e none", "\(verb.name) \(option)")
                refused += 1
            }
        }
        // So many options name an output; a walk that finds fewer has not walked.
        #expect(refused >= 24, "\(refused)")
    }

    @Test(
        "but a folder that is the output is made",
        arguments: [
            "dataset convert walk.csv", "dataset drop walk.csv --label chop", "dataset images walk.csv",
            "export --model model.safetensors",
        ])
    func made(_ words: String) throws {
        let world = try WritingWorld()
        defer { world.remove() }
        try world.expect("$MOTIONQ \(words) -o new && test -d new")
    }
}
