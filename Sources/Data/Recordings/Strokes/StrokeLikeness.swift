import Formatting

/// How near strokes of one label lie to each other, as the windows that a network reads, to say whether something else is one of
/// them.
struct StrokeLikeness {
    private let strokes: [[Float]]
    /// The squared distance within which nine in ten strokes have another one of their label.
    private let limit: Float

    private static let share = 0.9

    /// - Parameter strokes: windows of one length.
    init(_ strokes: [(values: [Float], label: Int)]) {
        self.strokes = strokes.map(\.values)
        let nearest = strokes.indices.compactMap { index in
            strokes.indices.filter { $0 != index && strokes[$0].label == strokes[index].label }
                .map { Self.squaredDistance(strokes[$0].values, strokes[index].values) }.min()
        }
        limit = nearest.quantile(Self.share, .below) ?? 0
    }

    /// Whether some stroke lies as near as strokes of one label do.
    func hasLike(_ values: [Float]) -> Bool {
        strokes.contains { Self.squaredDistance($0, values) <= limit }
    }

    private static func squaredDistance(_ one: [Float], _ other: [Float]) -> Float {
        var sum: Float = 0
        for index in one.indices {
            let distance = one[index] - other[index]
            sum += distance * distance
        }
        return sum
    }
}
