/// What recognises for a device, as outlets hear of it.
package struct OutletModel: Sendable, Equatable {
    /// Without the end `.safetensors`; empty: none does.
    package let name: String
    package let labels: [String]
    /// Which of the labels says that nothing happens; nil: none does.
    package let rest: Int?
    /// The names of all that may be asked for, itself among them; empty: there is no other.
    package let choice: [String]

    /// Of a device that is only watched.
    package static let none = OutletModel(name: "", labels: [], rest: nil)

    /// - Parameter choice: the names of all that may be asked for.
    package init(name: String, labels: [String], rest: Int?, choice: [String] = []) {
        self.name = Self.plain(name)
        (self.labels, self.rest) = (labels, rest)
        self.choice = choice.count > 1 ? choice.map(Self.plain) : []
    }

    /// A file's name as people say it: with or without its end it means the same model.
    package static func plain(_ name: String) -> String {
        name.hasSuffix(".safetensors") ? String(name.dropLast(".safetensors".count)) : name
    }
}
