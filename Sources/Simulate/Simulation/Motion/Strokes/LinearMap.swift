import Randomness

/// A linear map of space, by its columns: where the three axes go.
struct LinearMap: Sendable {
    var x: SIMD3<Double>
    var y: SIMD3<Double>
    var z: SIMD3<Double>

    static let identity = LinearMap(x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1])

    init(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) { (self.x, self.y, self.z) = (x, y, z) }

    /// Nine normally distributed numbers.
    init(using random: inout SeededGenerator) {
        self.init(x: random.normals(), y: random.normals(), z: random.normals())
    }

    static func + (a: LinearMap, b: LinearMap) -> LinearMap { LinearMap(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z) }

    static func * (factor: Double, map: LinearMap) -> LinearMap {
        LinearMap(x: factor * map.x, y: factor * map.y, z: factor * map.z)
    }

    static func * (map: LinearMap, vector: SIMD3<Double>) -> SIMD3<Double> {
        vector.x * map.x + vector.y * map.y + vector.z * map.z
    }
}

extension SeededGenerator {
    /// Three normally distributed numbers.
    mutating func normals() -> SIMD3<Double> { SIMD3(normal(), normal(), normal()) }
}
