/// How long the accelerations and rotations of a recording are, as its columns have them: of as many samples as tell the units.
package struct RecordedLengths {
    package private(set) var accelerations: [Float] = []
    package private(set) var rotations: [Float] = []

    /// More hours of motion would not tell more.
    package static let enough = 1 << 18

    package init() {}

    package var isFull: Bool { accelerations.count == Self.enough }

    /// Adds ax, ay, az, gx, gy, gz.
    package mutating func add(_ sample: ArraySlice<Float>) {
        let (acceleration, rotation) = Self.lengths(of: sample)
        accelerations.append(acceleration)
        rotations.append(rotation)
    }

    package static func lengths(of sample: ArraySlice<Float>) -> (acceleration: Float, rotation: Float) {
        let at = sample.startIndex
        func length(_ first: Int) -> Float {
            (0..<3).reduce(Float(0)) { $0 + sample[at + first + $1] * sample[at + first + $1] }.squareRoot()
        }
        return (length(0), length(3))
    }
}
