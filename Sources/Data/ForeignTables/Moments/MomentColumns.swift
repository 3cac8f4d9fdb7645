import Formatting
import Recordings

/// The fields that a file of moments has, as columns of a table: each that stands in one of its objects, in the order in which they
/// are met.
struct MomentColumns {
    private(set) var names: [String] = []
    /// Whether a column holds texts; nil where all of it is null.
    private(set) var holdsTexts: [Bool?] = []
    private var places: [String: Int] = [:]
    /// Whether a text is a number: some write all of them so.
    private var hasNumberInText = false
    private let path: String

    /// Fields of a moment, at most: faces of some hundred points have that many.
    private static let most = 2_048

    /// Reads the file to its end.
    ///
    /// - Throws: what is no JSON; a field that is now a number and now a text; a file without numbers.
    init(of path: String) throws(RecordingError) {
        self.path = path
        let objects = try MomentObjects(path)
        var isEmpty = true
        while case let found = try objects.next(checked: true), !found.isEmpty {
            isEmpty = false
            for object in found { try add(object) }
        }
        guard !isEmpty else { throw .empty(path: path) }
        guard holdsTexts.contains(false) || hasNumberInText else {
            let fields = names.isEmpty ? "its objects have no fields" : "its fields are \(Self.listed(names))"
            throw .foreign(path: path, reason: "none of its objects holds a number; \(fields)")
        }
    }

    private mutating func add(_ object: MomentObjects.Found) throws(RecordingError) {
        guard let moment = MomentFields(object.bytes) else {
            throw .row(
                path: path, line: object.line,
                reason: "the fields of object \(object.number) lie deeper in each other than those of any moment")
        }
        for (name, value) in moment.fields {
            let place = places[name] ?? append(name)
            guard names.count <= Self.most else {
                throw .row(
                    path: path, line: object.line,
                    reason: "more than \(Self.most) different fields; a moment has the same fields as the one before it")
            }
            let isText: Bool
            switch value {
            case .missing: continue
            case .number: isText = false
            case .text(let text):
                isText = true
                hasNumberInText = hasNumberInText || Double(text) != nil
            }
            guard holdsTexts[place] != !isText else {
                throw .row(
                    path: path, line: object.line,
                    reason:
                        "“\(printable(name))” is a \(isText ? "text" : "number") in object \(object.number) and a "
                        + "\(isText ? "number" : "text") before; a field holds one of the two in all objects, and null where it has "
                        + "no value")
            }
            holdsTexts[place] = isText
        }
    }

    private mutating func append(_ name: String) -> Int {
        places[name] = names.count
        names.append(name)
        holdsTexts.append(nil)
        return names.count - 1
    }

    /// The fields of an object in the order of the columns, as a line with tabs between them.
    func line(_ bytes: ArraySlice<UInt8>) -> String {
        var cells = [String](repeating: "", count: names.count)
        for (name, value) in MomentFields(bytes)?.fields ?? [] {
            guard let place = places[name] else { continue }
            switch value {
            case .missing: break
            case .number(let number): cells[place] = number
            case .text(let text): cells[place] = Self.plain(text)
            }
        }
        return cells.joined(separator: "\t")
    }

    /// A text as a field of a line: nothing in it separates. A label that is too long is still seen to be.
    static func plain(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 }) || text.utf8.count > longest else { return text }
        let kept = text.unicodeScalars.prefix(longest).map { $0.value < 0x20 || $0 == "\"" ? "_" : Character($0) }
        return String(kept)
    }

    private static let longest = 1_100

    private static func listed(_ names: [String]) -> String {
        names.prefix(12).map(printable).joined(separator: ", ") + (names.count > 12 ? " …" : "")
    }
}
