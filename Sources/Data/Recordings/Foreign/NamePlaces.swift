import Files
import Formatting

/// Where the label or the subject of a foreign recording is said.
public enum NameSource: String, Sendable, CaseIterable {
    /// In a column.
    case column
    /// In the file's name.
    case file
    /// In the name of the folder that holds the file.
    case folder
}

/// A file that is to be converted, and what its place says.
struct ForeignFile {
    let path: String
    /// Its name without extensions.
    let name: String
    /// The folder that holds it, and the one around that; nil above what was named.
    let folder: String?
    let outerFolder: String?

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
                    throw .foreign(path: path, reason: "the folder holds no table (.csv, .tsv, .txt, .dat, also packed with gzip)")
                }
            } else if FileIdentity(of: path).map({ seen.insert($0).inserted }) ?? true {
                files.append(ForeignFile(path: path, name: stem(Path.name(of: path)), folder: nil, outerFolder: nil))
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
            } else if isTable(name), FileIdentity(of: path).map({ seen.insert($0).inserted }) ?? true {
                files.append(
                    ForeignFile(path: path, name: stem(name), folder: above.last, outerFolder: above.dropLast().last))
            }
        }
    }

    /// What comes with data sets and is none.
    private static let asides: Set<String> = ["readme", "license", "licence", "copying", "changelog", "about", "citation", "notes"]

    private static func isTable(_ name: String) -> Bool {
        let parts = name.lowercased().split(separator: ".")
        let ending = parts.last == "gz" ? parts.dropLast().last : parts.last
        return parts.count > 1 && ["csv", "tsv", "txt", "dat"].contains(ending ?? "") && !asides.contains(String(parts[0]))
    }

    private static func stem(_ name: String) -> String {
        var name = name[...]
        for ending in [".gz", ".csv", ".tsv", ".txt", ".dat"] where name.lowercased().hasSuffix(ending) && name.count > ending.count
        {
            name = name.dropLast(ending.count)
        }
        return String(name)
    }
}

/// Where labels and subjects of many files are said, chosen or found, and in words.
struct NamePlaces {
    /// Nil: nowhere.
    let label: NameSource?
    let subject: NameSource?

    /// - Parameters:
    ///   - hasColumn: whether every file has a column for the label, and for the subject.
    ///   - label: what somebody chose; nil finds it.
    /// - Throws: a choice that the files do not allow.
    init(
        _ files: [ForeignFile], hasColumn: (label: Bool, subject: Bool), label chosenLabel: NameSource?,
        subject chosenSubject: NameSource?
    ) throws(ForeignFault) {
        let choices: [(NameSource?, Bool, Setting)] = [
            (chosenLabel, hasColumn.label, .label), (chosenSubject, hasColumn.subject, .subject),
        ]
        for (chosen, has, setting) in choices {
            let what = setting.rawValue
            if chosen == .column, !has {
                throw ForeignFault("no column holds the \(what) in every file\(remedy: "name it with \(.columns, "\(what)=…")")")
            }
            if chosen == .folder, files.contains(where: { $0.folder == nil }) {
                throw ForeignFault("\(setting, "folder") needs files in folders: name the folder that holds those folders")
            }
        }
        if chosenLabel == .file, chosenSubject == .file {
            throw ForeignFault(
                "label and subject cannot both be the file's name; put the files into a folder for each subject or label")
        }
        let folders = Set(files.map(\.folder))
        let areInFolders = !folders.contains(nil) && folders.count > 1
        let foldersArePeople = areInFolders && folders.allSatisfy { $0.map(Self.isPerson) ?? false }
        let filesArePeople = files.allSatisfy { Self.isPerson($0.name) }
        var label = chosenLabel ?? (hasColumn.label ? .column : nil)
        var subject = chosenSubject ?? (hasColumn.subject ? .column : nil)
        if label == nil {
            if areInFolders, !foldersArePeople, subject != .folder {
                label = .folder
            } else if subject != .file, Set(files.map { Self.withoutNumber($0.name) }).count > 1, !filesArePeople {
                label = .file
            }
        }
        if subject == nil {
            if foldersArePeople, label != .folder {
                subject = .folder
            } else if label == .folder, files.allSatisfy({ $0.outerFolder != nil }) {
                subject = .folder
            } else if label != .file, filesArePeople {
                subject = .file
            }
        }
        if label == .folder, subject == .folder, files.contains(where: { $0.outerFolder == nil }) {
            throw ForeignFault(
                "label and subject cannot both be the folder's name, unless those folders lie in others, one a subject")
        }
        (self.label, self.subject) = (label, subject)
    }

    func label(of file: ForeignFile) -> String? {
        switch label {
        case .file: Self.withoutNumber(file.name)
        case .folder: file.folder
        case .column, nil: nil
        }
    }

    func subject(of file: ForeignFile) -> String? {
        switch subject {
        case .file: file.name
        case .folder: label == .folder ? file.outerFolder : file.folder
        case .column, nil: nil
        }
    }

    /// `label from the folder, subject from the file name`.
    var words: String {
        func place(_ source: NameSource?, _ isOuter: Bool) -> String {
            switch source {
            case .column: "from a column"
            case .file: "from the file name"
            case .folder: isOuter ? "from the folder around it" : "from the folder"
            case nil: "not known"
            }
        }
        return "label \(place(label, false)), subject \(place(subject, label == .folder))"
    }

    /// `subject101`, `user_3`, `P07`, `12`.
    private static func isPerson(_ name: String) -> Bool {
        let letters = name.lowercased().prefix { $0.isLetter }
        let rest = name.dropFirst(letters.count).drop { "_- ".contains($0) }
        let words: Set<String> = ["", "s", "u", "p", "id", "sub", "subj", "subject", "user", "person", "participant", "volunteer"]
        return words.contains(String(letters)) && !rest.isEmpty && rest.allSatisfy(\.isNumber)
    }

    /// `walking_2`, `walking-2` and `walking2` are walking.
    private static func withoutNumber(_ name: String) -> String {
        var stem = name[...]
        while let last = stem.last, last.isNumber { stem.removeLast() }
        while let last = stem.last, "_- ".contains(last) { stem.removeLast() }
        return stem.isEmpty ? name : String(stem)
    }
}

/// What cannot be done with some files together.
struct ForeignFault: Error {
    let sentence: Sentence
    init(_ sentence: Sentence) { self.sentence = sentence }
}
