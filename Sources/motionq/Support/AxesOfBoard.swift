import ArgumentParser

/// Reads `--axes`: which axes of the model, ±1 … ±3, the board's x, y and z are.
///
/// - Throws: what it has to look like.
func axesOfBoard(_ text: String) throws -> SIMD3<Int8> {
    let names: [String: Int8] = ["x": 1, "y": 2, "z": 3, "-x": -1, "-y": -2, "-z": -3]
    let found = text.split(separator: ",").compactMap { names[$0.trimmingPrefix(" ").lowercased()] }
    guard found.count == 3, Set(found.map(\.magnitude)).count == 3 else {
        throw ValidationError("--axes names the model's axes of the board's x, y and z, as x,y,z or -y,x,z")
    }
    return SIMD3(found[0], found[1], found[2])
}
