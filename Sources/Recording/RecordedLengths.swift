/// How long the accelerations and rotations of a recording are, as its columns have them: of as many samples as tell the units.
struct RecordedLengths {
    private(set) var accelerations: [Float] = []
    private(set) var rotations: [Float] = []

    /// More hours of motion would not tell more.
    private static let enough = 1 << 18

    var isFull: Bool { accelerations.count == Self.enough }

    /// Adds ax, ay, az, gx, gy, gz.
    mutating func add(_ sample: ArraySlice<Float>) {
        let at = sample.startIndex
        func length(_ first: Int) -> Float {
            (0..<3).reduce(Float(0)) { $0 + sample[at + first + $1] * sample[at + first + $1] }.squareRoot()
        }
        accelerations.append(length(0))
        rotations.append(length(3))
    }
}
