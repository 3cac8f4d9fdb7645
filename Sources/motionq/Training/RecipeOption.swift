/// An option of training that a recipe may hold. What is read and written is none of them.
struct RecipeOption: Equatable {
    enum Kind {
        /// With a value; of a recipe a list as well, with commas between.
        case value
        /// May be repeated.
        case list
        /// Without a value.
        case flag
        /// Without a value, and with a form that says no.
        case choice
    }

    /// Without hyphens in front.
    let name: String
    let kind: Kind

    static let all: [RecipeOption] =
        [
            "labels", "rate", "window", "hop", "stroke-form", "subjects", "validate-subjects", "validate-sessions",
            "validate-every",
            "validate-time", "test-subjects", "units", "inputs", "mounting", "normalise", "rest", "hidden", "layers", "dense",
            "state",
            "context",
            "steps", "epochs", "patience", "batch", "temperature", "seed", "learning-rate", "weight-decay", "dropout",
            "counterexamples", "rotation", "spin", "scale", "warp", "pace", "ends", "drift", "noise", "label-shift", "gain",
            "offset",
            "missing", "mirror", "search", "most-bytes", "most-instructions", "most-candidates",
        ].map { RecipeOption(name: $0, kind: .value) } + [RecipeOption(name: "map", kind: .list)]
        + ["strokes", "drop-mixed", "leave-one-subject-out", "user-acceleration", "unknown", "balance"].map {
            RecipeOption(name: $0, kind: .flag)
        } + ["known-motion", "made-up-background"].map { RecipeOption(name: $0, kind: .choice) }

    /// Options of `train` that belong to one computer or one day, and stand on the command line only.
    static let outside: Set = [
        "data", "background", "validate-data", "output", "report", "json", "details", "recipe", "save-recipe",
    ]

    /// Of these one is given: what stands on the command line takes the place of another of a recipe.
    private static let alternatives: [Set<String>] = [
        ["steps", "epochs"],
        ["validate-subjects", "validate-sessions", "validate-every", "validate-time", "validate-data"],
    ]

    /// The names of all options whose place this one takes.
    static func replaced(by name: String) -> Set<String> { alternatives.first { $0.contains(name) } ?? [name] }

    static func named(_ name: String) -> RecipeOption? { all.first { $0.name == name } }

    /// As words of a command line.
    func words(_ values: [String]) -> [String] {
        switch kind {
        case .value: ["--\(name)=\(values.joined(separator: ","))"]
        case .list: values.map { "--\(name)=\($0)" }
        case .flag: values == ["true"] ? ["--\(name)"] : []
        case .choice: [values == ["true"] ? "--\(name)" : "--no-\(name)"]
        }
    }
}
