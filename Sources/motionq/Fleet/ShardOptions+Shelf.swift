import Files
import Fleet
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
        let others = try OtherModels(inFolder: folder, feedbackMap: feedbackMap).beside(usual)
        return ModelShelf(usual: entry(usual), others: others.map(entry))
    }
}
