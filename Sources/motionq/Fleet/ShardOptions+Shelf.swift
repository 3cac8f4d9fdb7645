import Files
import Fleet
import Formatting
import LiveLoop
import MotionQWorkshop
import MotionRecognition

extension ShardOptions {
    /// The models of a shard, all read.
    ///
    /// - Parameters:
    ///   - usual: for a device for which nobody names another one.
    ///   - options: how a device is followed with a model.
    /// - Throws: why a model cannot be read.
    func shelf(_ usual: LiveSetup, feedbackMap: String?, _ options: (LiveSetup) -> LiveOptions) throws -> ModelShelf {
        func entry(_ setup: LiveSetup) -> ModelShelf.Entry {
            ModelShelf.Entry(name: Path.name(of: setup.name), model: setup.model, options: options(setup))
        }
        guard let folder = models?.path else { return ModelShelf(usual: entry(usual)) }
        let files = try Folder.names(in: folder).filter { $0.hasSuffix(".safetensors") }
        guard !files.isEmpty else { throw Refusal(.noInput, "\(printable(folder)) holds no model: *.safetensors") }
        let others = try files.map { entry(try LiveSetup(readingModelAt: "\(folder)/\($0)", feedbackMap: feedbackMap)) }
        if let twin = others.first(where: { $0.name == entry(usual).name }), twin.model.networkHash != usual.model.networkHash {
            throw Refusal(
                .usage, "\(printable(folder)) holds another model with the name of --model, \(printable(twin.name)); rename one")
        }
        return ModelShelf(usual: entry(usual), others: others)
    }
}
