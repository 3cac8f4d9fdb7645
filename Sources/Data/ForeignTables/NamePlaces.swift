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
        let hasBoth = files.allSatisfy { PersonName(in: $0.name)?.isPart ?? false }
        if chosenLabel == .file, chosenSubject == .file, !hasBoth {
            throw ForeignFault(
                "label and subject cannot both be the file's name; put the files into a folder for each subject or label")
        }
        let folders = Set(files.map(\.folder))
        let areInFolders = !folders.contains(nil) && folders.count > 1
        let foldersArePeople =
            areInFolders && (folders.allSatisfy { $0.map(PersonName.isWhole) ?? false } || Self.areNamesAlike(files))
        let filesArePeople = files.allSatisfy { PersonName(in: $0.name) != nil }
        let filesHaveLabels = Set(files.map { Self.label(inName: $0.name) }).count > 1
        var label = chosenLabel ?? (hasColumn.label ? .column : nil)
        var subject = chosenSubject ?? (hasColumn.subject ? .column : nil)
        if label == nil {
            if areInFolders, !foldersArePeople, subject != .folder {
                label = .folder
            } else if files.allSatisfy({ $0.json == .acquisition }) {
                // Edge Impulse's tools name a file by its label.
                label = .file
            } else if hasBoth ? filesHaveLabels : subject != .file && filesHaveLabels && !filesArePeople {
                label = .file
            }
        }
        if subject == nil {
            if foldersArePeople, label != .folder {
                subject = .folder
            } else if label == .folder, files.allSatisfy({ $0.outerFolder != nil }) {
                subject = .folder
            } else if label != .file || hasBoth, filesArePeople {
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
        case .file: Self.label(inName: file.name)
        case .folder: file.folder
        case .column, nil: nil
        }
    }

    func subject(of file: ForeignFile) -> String? {
        switch subject {
        case .file: PersonName(in: file.name)?.text ?? file.name
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

    /// Whether folders hold files of the same names, which say what was done then, and the folders who did it.
    private static func areNamesAlike(_ files: [ForeignFile]) -> Bool {
        var folders: [String: Set<String>] = [:]
        for file in files { folders[file.folder ?? "", default: []].insert(withoutNumber(file.name)) }
        let all = folders.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        let shared = all.filter { name in folders.values.count { $0.contains(name) } > 1 }
        // `a`, `1` and `2024-05` say nothing, and a person's name says who. Somebody may have left something out.
        let areLabels = all.allSatisfy { $0.count { $0.isLetter } > 1 && PersonName(in: $0) == nil }
        return areLabels && shared.count > 1 && folders.values.allSatisfy { 2 * $0.intersection(shared).count > all.count }
    }

    /// The label in a name that may hold the person's as well: `walking` of `walking_subject3_2`.
    private static func label(inName name: String) -> String {
        let rest = PersonName(in: name)?.rest ?? ""
        return withoutNumber(rest.isEmpty ? name : rest)
    }

    /// `walking_2`, `walking-2` and `walking2` are walking.
    private static func withoutNumber(_ name: String) -> String {
        var stem = name[...]
        while let last = stem.last, last.isNumber { stem.removeLast() }
        while let last = stem.last, "_- .".contains(last) { stem.removeLast() }
        return stem.isEmpty ? name : String(stem)
    }
}

/// What cannot be done with some files together.
struct ForeignFault: Error {
    let sentence: Sentence
    init(_ sentence: Sentence) { self.sentence = sentence }
}
