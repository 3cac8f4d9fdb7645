import Files
import Formatting
import MotionUnits
import Recordings

/// What a table's motion says of it.
struct MotionEvidence {
    var units: UnitEvidence
    /// `gy, −gx, gz`: what would be gx, gy, gz beside the accelerometer; nil where they fit as they come, or nothing shows it.
    var axes: String?
}

/// What is known of a table's units when all of it was read.
enum UnitEvidence {
    /// A person or the header says them; or the table is in a form that has none but its own.
    case said
    /// The motion shows them.
    case shown
    /// The motion leaves them open; nil where it is too short to tell anything.
    case open(UnitVerdict?)
}

/// Tables of a conversion by the names of their columns: where one's own motion leaves its units open, another of its kind may show
/// them.
struct OpenUnits {
    /// The header's line, and the number of columns where there is none.
    struct Kind: Hashable {
        let header: [UInt8]
        let width: Int
    }

    private struct Tables {
        let path: String
        let verdict: UnitVerdict?
        let used: RecordedUnits
        /// Among the tables that are converted.
        var places: [Int]
    }

    private var open: [(kind: Kind, tables: Tables)] = []
    /// The first table of a kind that shows the units in which it is read.
    private var shown: [Kind: String] = [:]

    /// Whether a table of this kind was converted though its motion leaves the units open.
    func isOpen(_ kind: Kind) -> Bool { open.contains { $0.kind == kind } }

    /// - Parameter place: among the tables that are converted.
    mutating func add(_ evidence: UnitEvidence, of kind: Kind, at place: Int, path: String, used: RecordedUnits) {
        switch evidence {
        case .said: break
        case .shown: shown[kind] = shown[kind] ?? path
        case .open(let verdict):
            if let index = open.firstIndex(where: { $0.kind == kind }) {
                open[index].tables.places.append(place)
            } else {
                open.append((kind, Tables(path: path, verdict: verdict, used: used, places: [place])))
            }
        }
    }

    /// Says of open tables that another of their kind shows their units.
    ///
    /// - Returns: a sentence for those that stay open.
    func settle(_ tables: inout [ConvertedTable]) -> [Sentence] {
        var warnings: [Sentence] = []
        for (kind, those) in open {
            if let path = shown[kind] {
                for place in those.places { tables[place].unitsReason = "as the motion of \(Path.name(of: path)) shows" }
                continue
            }
            let name = Path.name(of: those.path)
            let count = those.places.count
            warnings.append(
                "nothing says for certain that \(count == 1 ? "\(name) is" : "\(count) tables are") in \(those.used.text): "
                    + (those.verdict.map { "the motion\(count == 1 ? "" : " of \(name)") shows \($0.words)" } ?? "it is too short")
                    + "\(remedy: "say the units, as \(.units, .text(those.used.text))")")
        }
        return warnings
    }
}

extension UnitVerdict {
    /// The units that are certain in place of those that a table is read in; nil where none contradict.
    func likely(in used: RecordedUnits) -> RecordedUnits? {
        var likely = used
        if case .certain(let unit) = acceleration { likely.acceleration = unit }
        // Where gravity is not seen to turn, another unit is likely at most.
        if case .certain(let unit) = rotation, isConfirmed { likely.rotation = unit }
        return likely == used ? nil : likely
    }

    /// Whether the motion leaves no doubt that these are the units.
    func shows(_ used: RecordedUnits) -> Bool { isCertain && rotation.unit ?? used.rotation == used.rotation }
}
