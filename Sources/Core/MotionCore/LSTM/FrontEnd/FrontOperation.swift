/// What a front layer makes of its field, in a word.
public enum FrontKind: String, Sendable, CaseIterable {
    /// An affine map of all its numbers.
    case convolution
    /// The largest, number by number.
    case maximum
    /// The mean, number by number.
    case average
}

/// What a front layer makes of its field: of float layers with a float map, of integer layers with an integer one.
public enum FrontOperation<Map: Sendable & Equatable>: Sendable, Equatable {
    /// A dense layer of all its inputs, one after the other, the oldest first.
    case convolution(Map)
    /// The largest, number by number.
    case maximum
    /// The mean, number by number; of integers to nearest, halves up.
    case average

    /// What it is, in a word.
    public var kind: FrontKind {
        switch self {
        case .convolution: .convolution
        case .maximum: .maximum
        case .average: .average
        }
    }

    /// That of a convolution; nil: it pools.
    public var map: Map? {
        if case .convolution(let map) = self { map } else { nil }
    }

    /// One of this kind, whose map is made if it needs one.
    package init<Failure: Error>(_ kind: FrontKind, map: () throws(Failure) -> Map) throws(Failure) {
        switch kind {
        case .convolution: self = .convolution(try map())
        case .maximum: self = .maximum
        case .average: self = .average
        }
    }

    /// This with another map.
    package func mapped<Other, Failure: Error>(
        _ transform: (Map) throws(Failure) -> Other
    ) throws(Failure) -> FrontOperation<Other> {
        switch self {
        case .convolution(let map): .convolution(try transform(map))
        case .maximum: .maximum
        case .average: .average
        }
    }
}
