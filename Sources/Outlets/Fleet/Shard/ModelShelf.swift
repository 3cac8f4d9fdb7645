package import LiveLoop
import Models
package import MotionRecognition

/// The models of a shard, all of them read before it begins: no device waits for a file.
package struct ModelShelf: Sendable {
    /// A model and how a device is followed with it.
    package struct Entry: Sendable {
        package let name: String
        package let model: LiveModel
        package let options: LiveOptions
        package var labels: [String] { model.description.labels }

        package init(name: String, model: LiveModel, options: LiveOptions) {
            (self.name, self.model, self.options) = (name, model, options)
        }
    }

    /// Of a device for which nobody names one.
    package let usual: Entry
    private let others: [String: Entry]

    /// - Parameter others: by their names; with or without the end `.safetensors` they are the same.
    package init(usual: Entry, others: [Entry] = []) {
        self.usual = usual
        self.others = Dictionary((others + [usual]).map { (Self.plain($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// - Returns: nil if there is none of that name.
    package func entry(_ name: String) -> Entry? { name.isEmpty ? usual : others[Self.plain(name)] }

    private static func plain(_ name: String) -> String {
        name.hasSuffix(".safetensors") ? String(name.dropLast(".safetensors".count)) : name
    }
}
