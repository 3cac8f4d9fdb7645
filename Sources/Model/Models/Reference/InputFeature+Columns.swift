extension [InputFeature] {
    /// Where each feature stands in rows whose columns have these names; nil for the first feature that is not among them.
    ///
    /// - Returns: one column per feature, or the missing feature's name.
    public func columns(in names: [String]) -> Result<[Int], MissingFeature> {
        var columns: [Int] = []
        for feature in self {
            guard let column = names.firstIndex(of: feature.name) else { return .failure(MissingFeature(name: feature.name)) }
            columns.append(column)
        }
        return .success(columns)
    }
}

/// A feature that the network reads and the data do not have.
public struct MissingFeature: Error, Sendable, Equatable {
    public let name: String
}
