import Files
import Fleet
import Formatting
import LiveLoop
import MotionQWorkshop

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
        return ModelShelf(
            usual: entry(usual),
            others: try files.map { entry(try LiveSetup(readingModelAt: "\(folder)/\($0)", feedbackMap: feedbackMap)) })
    }
}
