import Files
import Formatting
import Recordings

/// A file that is to be converted, and what its place says.
struct ForeignFile {
    let path: String
    /// Its name without extensions; of two that are joined without what says the sensor.
    var name: String
    /// The folder that holds it, and the one around that; nil above what was named.
    let folder: String?
    let outerFolder: String?
    /// The table of the gyroscope that is joined with it by time.
    var rotation: String?
    /// Whether files beside it say that gravity is left out of it.
    var lacksGravity = false
    /// Whether a person has named the file itself, and not a folder around it.
    var isNamed = false
    /// Nil of a table of text.
    var json: JSONForm?

    init(_ path: String, folder: String?, outerFolder: String?, isNamed: Bool = false) {
        json = JSONForm(path)
        name = Self.stem(Path.name(of: path), json)
        (self.path, self.folder, self.outerFolder, self.isNamed) = (path, folder, outerFolder, isNamed)
    }

    /// The name of the folder that holds it, also above what was named; its own name where no path says that.
    var nameOfFolder: String {
        let name = folder ?? Path.name(of: Path.folder(of: path))
        return name.contains { $0 != "." } ? name : self.name
    }

    /// Whether a logger puts it beside motion, by its name, so that it is no fault if it holds none. What somebody names is meant.
    var isAside: Bool {
        !isNamed && (SensorName(name).sensor == .other || (folder == "meta" && ["device", "time"].contains(name)))
    }

    /// Whether nothing but motion is looked for in it: its name says a sensor of motion, or one beside it.
    var needsMotion: Bool {
        if isAside { return true }
        return switch SensorName(name).sensor {
        case .acceleration, .rotation: true
        case .other, nil: rotation != nil
        }
    }

    /// The files that a person means by these paths: a folder stands for the tables in it and in folders inside it.
    static func all(at paths: [String]) throws(RecordingError) -> [ForeignFile] {
        var files: [ForeignFile] = []
        var seen: Set<FileIdentity> = []
        for path in paths {
            guard let kind = FileKind(at: path) else { throw .notFound(path: path) }
            let before = files.count
            if kind == .folder {
                try collect(path, [], depth: 0, into: &files, &seen)
                guard files.count > before else {
                    throw .foreign(
                        path: path,
                        reason:
                            "the folder holds no table (.csv, .tsv, .txt, .dat, .log, .json, .jsonl, .ndjson, also packed with gzip)"
                    )
                }
            } else if FileIdentity(of: path).map({ seen.insert($0).inserted }) ?? true {
                files.append(ForeignFile(path, folder: nil, outerFolder: nil, isNamed: true))
            }
        }
        return files
    }

    private static func collect(
        _ folder: String, _ above: [String], depth: Int, into files: inout [ForeignFile], _ seen: inout Set<FileIdentity>
    ) throws(RecordingError) {
        let names: [String]
        do throws(FileError) {
            names = try Folder.names(in: folder)
        } catch {
            throw RecordingError(error)
        }
        for name in names.sorted(by: { $0.precedes($1) }) where name.utf8.first != UInt8(ascii: ".") {
            let path = Path.joined(folder, name)
            if FileKind(at: path) == .folder {
                if depth < 8 { try collect(path, above + [name], depth: depth + 1, into: &files, &seen) }
            } else if isTable(name) || JSONForm.isTable(path), FileIdentity(of: path).map({ seen.insert($0).inserted }) ?? true {
                files.append(ForeignFile(path, folder: above.last, outerFolder: above.dropLast().last))
            }
        }
    }

    /// What comes with data sets and is none.
    private static let asides: Set<String> = ["readme", "license", "licence", "copying", "changelog", "about", "citation", "notes"]

    private static func isTable(_ name: String) -> Bool {
        let parts = name.lowercased().split(separator: ".")
        let ending = parts.last == "gz" ? parts.dropLast().last : parts.last
        return parts.count > 1 && ["csv", "tsv", "txt", "dat", "log"].contains(ending ?? "") && !asides.contains(String(parts[0]))
    }

    private static func stem(_ name: String, _ json: JSONForm?) -> String {
        // `wave.4fk2.json`: what Edge Impulse puts behind the label is a number of its own.
        if json == .acquisition, let label = name.split(separator: ".").first { return String(label) }
        if let stem = JSONForm.stem(name) { return stem }
        var name = name[...]
        for ending in [".gz", ".csv", ".tsv", ".txt", ".dat", ".log"]
        where name.lowercased().hasSuffix(ending) && name.count > ending.count {
            name = name.dropLast(ending.count)
        }
        return String(name)
    }
}
