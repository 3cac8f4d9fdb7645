import Files

/// The folder of a page's work: models that were taught, and recordings that were kept.
struct WorkFolder: Sendable {
    let path: String
    private static let ending = ".safetensors"

    /// The file of a model.
    func model(_ name: String) -> String { Path.joined(path, name + Self.ending) }
    /// The file of a recording.
    func recording(_ name: String) -> String { Path.joined(path, name + ".csv") }

    /// The folder of recordings of people.
    var pathOfPeople: String { Path.joined(path, "recordings") }
    /// That folder, once it is there.
    var recordings: [String] { people.isEmpty ? [] : [pathOfPeople] }
    /// Names of the recordings of people, in order.
    var people: [String] {
        ((try? Folder.names(in: pathOfPeople)) ?? []).filter { $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }
    }

    /// Names of its models, in order.
    var models: [String] {
        names.filter { $0.hasSuffix(Self.ending) && $0.first != "." }.map { String($0.dropLast(Self.ending.count)) }.sorted()
    }

    /// The first of `name-1`, `name-2` … that no recording has.
    func newRecording(_ name: String) -> String { fresh(name, ".csv") }

    /// The first of `name-1`, `name-2` … that no model has.
    func newModel(_ name: String) -> String { fresh(name, Self.ending) }

    /// Makes it, unless it is there.
    ///
    /// - Throws: a refusal that says why it cannot be made.
    func make() throws {
        do throws(FileError) { _ = try Folder.make(path) } catch { throw Refusal(error) }
    }

    private var names: [String] { (try? Folder.names(in: path)) ?? [] }

    private func fresh(_ name: String, _ ending: String) -> String {
        let taken = Set(names)
        var number = 1
        while taken.contains("\(name)-\(number)\(ending)") || taken.contains("\(name)-\(number)\(ending).gz") { number += 1 }
        return "\(name)-\(number)"
    }
}
