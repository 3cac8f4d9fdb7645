/// How long the accelerations and rotations of a recording are, as its columns have them: of as many samples as tell the units.
struct RecordedLengths {
    private(set) var accelerations: [Float] = []
    private(set) var rotations: [Float] = []

    /// More hours of motion would not tell more.
    static let enough = 1 << 18

    var isFull: Bool { accelerations.count == Self.enough }

    /// Adds ax, ay, az, gx, gy, gz.
    mutating func add(_ sample: ArraySlice<Float>) {
        let (acceleration, rotation) = Self.lengths(of: sample)
        accelerations.append(acceleration)
        rotations.append(rotation)
    }

    static func lengths(of sample: ArraySlice<Float>) -> (acceleration: Float, rotation: Float) {
        let at = sample.startIndex
        func length(_ first: Int) -> Float {
            (0..<3).reduce(Float(0)) { $0 + sample[at + first + $1] * sample[at + first + $1] }.squareRoot()
        }
        return (length(0), length(3))
    }
}
