import Formatting

/// What of a known motion the metadata hold; the rest is tensors.
struct StoredMotion: Codable {
    /// How many features; files that an earlier program wrote do not tell.
    var features: Int?
    var people: Int
    var stretches: Int
    var rate: Double
    var centres: Int
    var gravity: Bool?
    var moves: [Bool]
    var clipped: Float

    init(_ known: KnownMotion) {
        features = MotionFeatures.count
        people = known.people
        stretches = known.stretches
        rate = known.rate
        centres = known.centres.count
        gravity = known.hasGravity
        moves = known.moves
        clipped = known.clipped
    }
}

extension KnownMotion {
    private static let prefix = "motion."

    /// More than are ever learned.
    static let mostCentres = 64

    func addTensors(to file: inout SafetensorsFile) {
        let count = MotionFeatures.count
        file.tensors[Self.prefix + "centres"] = .init(floats: centres.flatMap { $0 }, shape: [centres.count, count])
        file.tensors[Self.prefix + "shares"] = .init(floats: shares, shape: [centres.count])
        file.tensors[Self.prefix + "margins"] = .init(floats: margins, shape: [margins.count])
        file.tensors[Self.prefix + "widths"] = .init(floats: widths.flatMap { $0 }, shape: [centres.count, count])
        file.tensors[Self.prefix + "whitening"] = .init(floats: whitening, shape: [whitening.count])
    }

    /// What no model file may hold: the end of a sentence about the model.
    var fault: String? {
        let widths = widths.flatMap { $0 }
        let numbers = [centres.flatMap { $0 }, shares, margins, whitening, widths, [clipped]]
        guard numbers.allSatisfy({ $0.allSatisfy(\.isFinite) }) else { return "knows its motion by a number that is not finite" }
        return widths.allSatisfy { $0 > 0 } ? nil : "knows its motion by a width that is not above 0"
    }
}

extension ModelReader {
    /// The motion that the file's network learned from; nil if it does not tell, or in features of an earlier program.
    func knownMotion() throws(ModelFileError) -> KnownMotion? {
        guard file.metadata["motion"] != nil else { return nil }
        let stored: StoredMotion = try decoded("motion")
        guard stored.features == MotionFeatures.count else { return nil }
        let count = MotionFeatures.count
        guard (1...KnownMotion.mostCentres).contains(stored.centres), stored.moves.count == 6,
            stored.rate > 0, stored.rate <= ModelDescription.mostRate
        else {
            throw fault("has metadata “motion” out of range")
        }
        func rows(_ name: String) throws(ModelFileError) -> [[Float]] {
            let numbers = try file.floats(named: "motion." + name, shape: [stored.centres, count], file: path)
            return (0..<stored.centres).map { Array(numbers[$0 * count..<($0 + 1) * count]) }
        }
        let known = KnownMotion(
            people: stored.people, stretches: stored.stretches, rate: stored.rate, hasGravity: stored.gravity, moves: stored.moves,
            clipped: stored.clipped, centres: try rows("centres"),
            shares: try file.floats(named: "motion.shares", shape: [stored.centres], file: path), widths: try rows("widths"),
            whitening: try file.floats(named: "motion.whitening", shape: [count * (count + 1) / 2], file: path),
            margins: try file.floats(named: "motion.margins", shape: [KnownMotion.misreadings.count], file: path))
        if let problem = known.fault { throw fault(Sentence(problem)) }
        return known
    }
}
