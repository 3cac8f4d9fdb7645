/// Which labels of a recording become classes, and under which names.
public struct LabelRule: Sendable, Equatable {
    /// The classes in their order; nil for every label that occurs and is not dropped, in the order in which they first occur.
    public var kept: [String]?
    /// Old name → new name, applied before anything else; two labels may become one.
    public var renamed: [String: String]
    /// By their new names; never a class, even if kept. The empty label is always dropped: it says that nobody said.
    public var dropped: Set<String>

    public init(kept: [String]? = nil, renamed: [String: String] = [:], dropped: Set<String> = []) {
        self.kept = kept
        self.renamed = renamed
        self.dropped = dropped
    }

    /// What people call the label that means that nothing happens, in small letters.
    public static let usualRestLabels: Set<String> = ["rest", "rest_it", "idle", "nothing", "none"]

    /// What a label is called after renaming.
    public func name(of label: String) -> String {
        renamed[label] ?? label
    }

    /// The classes, each once, for data in which these labels (already renamed) occur in this order.
    public func classes(among labels: [String]) -> [String] {
        var seen: Set<String> = [""]
        return (kept ?? labels).filter { !dropped.contains($0) && seen.insert($0).inserted }
    }
}
