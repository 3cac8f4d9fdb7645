import Foundation
import TestSupport
import Testing

/// Names that a shell or a parser of options would take for something else, and what the verbs say comes next.
@Suite("What a verb says comes next can be pasted")
struct PastedCommandTests {
    static let names = ["x;$(touch PWNED) `touch PWNED`.st", "-x.st", "it's a model.st"]

    /// Verbs in a `WritingWorld` with recordings of strokes; `$M` is the model that is read, `$O` the file that is written.
    static let verbs = [
        "train --data walk.csv --hidden 4 --window 20 --hop 20 --epochs 1 --state reset --no-made-up-background -o \"$O\"",
        "evaluate --model \"$M\" --data walk.csv", "export --model \"$M\" -o net",
        "tune --model \"$M\" --data walk.csv -o \"$O\"", "teach --data strokes.csv -o \"$O\"",
        "dataset trim --data walk.csv --begin 0.1 -o \"$O\"",
        "dataset convert log.txt --format text --device-rate 50 --units g,rad/s -o \"$O\"",
    ]

    @Test("whatever its files are called", arguments: verbs)
    func pasted(_ verb: String) throws {
        let world = try WritingWorld()
        defer { world.remove() }
        try world.expect(
            """
            $MOTIONQ dataset synthesize --strokes 3 --subjects 7 --gestures 3 -o strokes.csv && \
            awk 'BEGIN { for (i = 0; i < 400; i++) printf "%.3f,%.3f,1,%.3f,0,0\\n", sin(i / 9) / 4, cos(i / 7) / 4, sin(i / 5) }' >log.txt
            """)
        for name in Self.names {
            // As a shell that runs a verb needs it; what is printed is tried as it is.
            let word = name.replacing("'", with: "'\\''")
            let path = name.hasPrefix("-") ? "./" + word : word
            let made = try world.shell("cp model.safetensors '\(path)' && M='\(path)' && O='\(path)2' && $MOTIONQ \(verb)")
            try #require(made.status == 0, "\(made)")
            let next = made.errors.split(separator: "\n").filter { $0.hasPrefix("next: ") }.map { $0.dropFirst(6) }
            #expect(!next.isEmpty, "\(made)")
            for command in next {
                try String(command).write(toFile: world.motionq.path("pasted"), atomically: true, encoding: .utf8)
                let run = try world.shell(
                    """
                    mkdir -p empty && cd empty && printf '%s\\n' 'motionq() { printf "%s\\n" "$@"; }' 'make() { motionq "$@"; }' >script \
                    && cat ../pasted >>script && bash script && test "$(ls)" = script
                    """)
                #expect(run.status == 0, "\(command): \(run)")
                let asMakeHasIt = run.output.replacing("$$", with: "$")
                #expect(asMakeHasIt.split(separator: "\n").contains { $0.contains(name) }, "\(command): \(run.output)")
            }
        }
    }
}
