package import Files

/// The folders in which Linux shows what it knows of devices, drivers, users and processes: `/sys`, `/dev`, `/etc` and `/proc`.
/// Tests hand in one of their own.
package protocol SystemTree {
    /// A file's text; nil where there is none, or it may not be read.
    func text(_ path: String) -> String?
    /// The names in a folder; nil where there is none, or it may not be read.
    func names(_ path: String) -> [String]?
    /// What a symbolic link names, as it stands in it.
    func target(_ path: String) -> String?
    /// To whom something belongs, and whether this process may use it.
    func node(_ path: String) -> FileNode?
}

/// This machine's.
package struct LocalSystem: SystemTree {
    /// Files in these folders are small.
    private static let limit = 1 << 20

    package init() {}

    package func text(_ path: String) -> String? {
        (try? WholeFile.bytes(ofFileAt: path, limit: Self.limit)).map { String(decoding: $0, as: UTF8.self) }
    }

    package func names(_ path: String) -> [String]? { try? Folder.names(in: path) }

    package func target(_ path: String) -> String? { Link.target(of: path) }

    package func node(_ path: String) -> FileNode? { FileNode(at: path) }
}

extension SystemTree {
    /// The text of a file with one line, without what surrounds it.
    func line(_ path: String) -> String? {
        guard let text = text(path) else { return nil }
        let line = text.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init) ?? ""
        let trimmed = line.drop { $0 == " " || $0 == "\t" }
        return trimmed.isEmpty ? nil : String(trimmed)
    }

    /// Where a path leads when the links at its end are followed, without `.` and `..`.
    func resolved(_ path: String) -> String {
        var path = Self.plain(path)
        // As many as Linux follows.
        for _ in 0..<40 {
            guard let target = target(path) else { return path }
            path = Self.plain(target.hasPrefix("/") ? target : Path.joined(Path.folder(of: path), target))
        }
        return path
    }

    /// `/dev/serial/by-id/../../ttyUSB0` → `/dev/ttyUSB0`.
    private static func plain(_ path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The group's name; its number where the system does not tell.
    func groupName(_ number: UInt32) -> String {
        entry(of: "/etc/group", number: number)?.first.map(String.init) ?? "\(number)"
    }

    /// The names of those whom `/etc/group` counts among a group.
    func members(ofGroup number: UInt32) -> [String] {
        guard let fields = entry(of: "/etc/group", number: number), fields.count > 3 else { return [] }
        return fields[3].split(separator: ",").map(String.init)
    }

    func userName(_ number: UInt32) -> String? { entry(of: "/etc/passwd", number: number)?.first.map(String.init) }

    /// The fields of the line whose third field is a number.
    private func entry(of file: String, number: UInt32) -> [Substring]? {
        (text(file) ?? "").split(separator: "\n").map { $0.split(separator: ":", omittingEmptySubsequences: false) }.first {
            $0.count > 2 && $0[2] == "\(number)"
        }
    }
}
