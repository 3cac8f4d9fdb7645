package import LiveLoop
import Models
package import MotionRecognition
import Outlets

/// The models of a shard, all of them read before it begins: no device waits for a file.
package struct ModelShelf: Sendable {
    /// A model and how a device is followed with it.
    package struct Entry: Sendable {
        package let name: String
        package let model: LiveModel
        package let options: LiveOptions
        package var labels: [String] { model.description.labels }

        /// As outlets hear of it.
        ///
        /// - Parameter choice: the names of all models of the shelf.
        func asOutletsHear(choice: [String]) -> OutletModel {
            OutletModel(name: name, labels: labels, rest: model.description.restIndex, choice: choice)
        }

        package init(name: String, model: LiveModel, options: LiveOptions) {
            (self.name, self.model, self.options) = (name, model, options)
        }
    }

    /// Of a device for which nobody names one.
    package let usual: Entry
    private let others: [String: Entry]
    /// Of all, without the ends of files.
    package let names: [String]

    /// - Parameter others: by their names; with or without the end `.safetensors` they are the same.
    package init(usual: Entry, others: [Entry] = []) {
        self.usual = usual
        self.others = Dictionary(
            (others + [usual]).map { (OutletModel.plain($0.name), $0) }, uniquingKeysWith: { first, _ in first })
        names = self.others.keys.sorted()
    }

    /// - Returns: nil if there is none of that name.
    package func entry(_ name: String) -> Entry? { name.isEmpty ? usual : others[OutletModel.plain(name)] }
}
