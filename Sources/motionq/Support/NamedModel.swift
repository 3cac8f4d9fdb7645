import ArgumentParser

/// The network that a verb is about, by itself or after `--model`, as every verb takes one.
struct NamedModel: ParsableArguments {
    @Argument(help: "The model file; --model does as well.") private var file: InputPath?
    @Option(help: "The model file.") private var model: InputPath?

    /// As it was named.
    var path: String { (file ?? model)?.path ?? "" }

    func validate() throws {
        guard file != nil || model != nil else {
            throw ValidationError("no model is named; give the file, or --model and the file")
        }
        guard file == nil || model == nil else { throw ValidationError("two models are named; leave out the file or --model") }
    }
}
