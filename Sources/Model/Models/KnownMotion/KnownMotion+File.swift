import Formatting

/// What of a known motion the metadata hold; the rest is tensors.
struct StoredMotion: Codable {
    var people: Int
    var stretches: Int
    var rate: Double
    var centres: Int
    var gravity: Bool?
    var moves: [Bool]
    var clipped: Float

    init(_ known: KnownMotion) {
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
        file.tensors[Self.prefix + "whitening"] = .init(floats: whitening, shape: [count, count])
    }

    /// What no model file may hold: the end of a sentence about the model.
    var fault: String? {
        let numbers = [centres.flatMap { $0 }, shares, margins, whitening, [clipped]]
        let isFinite = numbers.allSatisfy { $0.allSatisfy(\.isFinite) }
        return isFinite ? nil : "knows its motion by a number that is not finite"
    }
}

extension ModelReader {
    /// The motion that the file's network learned from; nil if it does not tell.
    func knownMotion() throws(ModelFileError) -> KnownMotion? {
        guard file.metadata["motion"] != nil else { return nil }
        let stored: StoredMotion = try decoded("motion")
        let count = MotionFeatures.count
        guard (1...KnownMotion.mostCentres).contains(stored.centres), stored.moves.count == 6,
            stored.rate > 0, stored.rate <= ModelDescription.mostRate
        else {
            throw fault("has metadata “motion” out of range")
        }
        let centres = try file.floats(named: "motion.centres", shape: [stored.centres, count], file: path)
        let known = KnownMotion(
            people: stored.people, stretches: stored.stretches, rate: stored.rate, hasGravity: stored.gravity, moves: stored.moves,
            clipped: stored.clipped,
            centres: (0..<stored.centres).map { Array(centres[$0 * count..<($0 + 1) * count]) },
            shares: try file.floats(named: "motion.shares", shape: [stored.centres], file: path),
            whitening: try file.floats(named: "motion.whitening", shape: [count, count], file: path),
            margins: try file.floats(named: "motion.margins", shape: [KnownMotion.misreadings.count], file: path))
        if let problem = known.fault { throw fault(Sentence(problem)) }
        return known
    }
}
