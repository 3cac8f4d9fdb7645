import Foundation
import TestSupport
import Testing

/// Options of training that are kept in a file: `train --save-recipe FILE` and `train --recipe FILE`.
@Suite("A recipe of training")
struct RecipeTests {
    private static let options = [
        "--state", "reset", "--hidden", "8", "--window", "20", "--hop", "5", "--batch", "32", "--epochs", "2", "--seed", "3",
        "--validate-subjects", "3", "--map", "chop=hit it", "--map", "shake=wave", "--no-made-up-background", "--balance",
        "--rotation=20,0,10",
    ]

    private static func train(_ world: MadeUpPeople, _ arguments: [String]) throws -> Data {
        let result = try world.motionq.start(["train", "-o", world.model] + arguments).wait()
        #expect(result.status == 0, "\(result.errors)")
        return try Data(contentsOf: URL(filePath: world.model))
    }

    @Test("gives the same model file as its options, byte for byte, and is kept as it was read")
    func same() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let data = ["--data", try world.recording()]
        let (recipe, again) = (world.motionq.path("a.yaml"), world.motionq.path("b.yaml"))
        let model = try Self.train(world, data + Self.options + ["--save-recipe", recipe])
        #expect(try Self.train(world, data + ["--recipe", recipe, "--save-recipe", again]) == model)
        let text = try String(contentsOfFile: recipe, encoding: .utf8)
        #expect(try String(contentsOfFile: again, encoding: .utf8) == text)
        #expect(text.contains("hidden: 8\n") && text.contains("map:\n  - 'chop=hit it'\n  - shake=wave\n"), "\(text)")
        #expect(!text.contains("data:") && !text.contains("people.csv"))
    }

    @Test("yields to what stands on the command line, also where that takes its place")
    func wins() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let data = ["--data", try world.recording()]
        let recipe = world.motionq.path("a.yaml")
        try """
        # By hand.
        hidden: 16       # too many
        epochs: 2
        window: "20"
        labels:
          - rest
          - 'shake'
        validate-subjects: 1
        state: reset
        made-up-background: false
        known-motion: false

        """.write(toFile: recipe, atomically: true, encoding: .utf8)
        let own = ["--hidden", "8", "--steps", "6", "--validate-every", "2", "--known-motion"]
        let given = ["--window", "20", "--labels", "rest,shake", "--state", "reset", "--no-made-up-background"]
        #expect(try Self.train(world, data + own + ["--recipe=\(recipe)"]) == Self.train(world, data + given + own))
    }

    @Test(
        "is refused with file, line and mend",
        arguments: [
            ("hidden: 8\nhiden: 9", 2, "no option “hiden”"), ("data: people.csv", 1, "--data on the command line"),
            ("hidden: 8\n\nhidden: 9", 3, "stands in line 1 already"), ("hidden 8", 1, "`option: value`"),
            ("hidden:8", 1, "colon and a space"), ("strokes: yes", 1, "true or false"), ("# one\nhidden: many", 2, "'--hidden"),
            ("hidden:\nlayers: 1", 1, "has no value"), ("- 8", 1, "belongs to no option"), ("labels: [a, [b]]", 1, "after `- `"),
            ("labels: 'a", 1, "this is no YAML"), ("labels: a\n  b: c", 2, "this is no YAML"), ("units: furlong", 1, "--units are"),
            ("hidden: \u{1b}8", 1, "control character"),
        ])
    func refused(_ text: String, _ line: Int, _ words: String) throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recipe = world.motionq.path("a.yaml")
        try text.write(toFile: recipe, atomically: true, encoding: .utf8)
        let result = try world.motionq.run("train", "--data", "none", "-o", world.model, "--recipe", recipe)
        result.expectRefusal(65, says: ["a.yaml, line \(line): ", words])
    }

    @Test("that is not there is no input: 66")
    func missing() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        try world.motionq.run("train", "--data", "none", "-o", world.model, "--recipe", "none.yaml")
            .expectRefusal(66, says: ["none.yaml"])
        #expect(try world.motionq.run("train", "--recipe", "none.yaml", "--help").status == 0)
    }

    @Test("holds every option of train that is no path: the list is the program's")
    func every() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let help = try motionq.run("train", "--help-hidden").output
        let outside: Set = [
            "data", "background", "validate-data", "output", "report", "json", "details", "recipe", "save-recipe", "version",
            "help",
        ]
        let names = Set(help.matches(of: /(?m)^  (?:-\w, )?--([a-z-]+)/).map { String($0.1) }).subtracting(outside)
        #expect(names.count > 50)
        let recipe = motionq.path("a.yaml")
        for name in names {
            try "\(name):\n".write(toFile: recipe, atomically: true, encoding: .utf8)
            let result = try motionq.run("train", "--data", "none", "-o", "x", "--recipe", recipe)
            #expect(result.errors.contains("“\(name)” has no value"), "\(result.errors)")
        }
    }
}
