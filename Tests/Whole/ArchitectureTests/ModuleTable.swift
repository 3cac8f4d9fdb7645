import Foundation
import TestSupport

/// The table of docs/ARCHITECTURE.md, what Package.swift says of the modules, and every import in the code.
struct ModuleTable {
    struct Row {
        let name: String
        let imports: [String]
    }

    struct Import {
        /// The file below the repository's root.
        var file: String
        var imported: String
    }

    /// What any module may import besides others of the package.
    static let systemModules: Set = [
        "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Darwin", "Musl", "Synchronization",
    ]
    static let deviceCore: Set = ["MotionCore", "WireProtocol"]
    /// Those that stand in no family's folder.
    static let withoutFamily: Set = ["MotionQ15", "motionq"]

    /// The folder of each module below the repository's root, by its name.
    static func folders() throws -> [String: String] {
        func names(in folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: Repository.path(folder)).filter { !$0.hasPrefix(".") }
        }
        var found: [String: String] = [:]
        for entry in try names(in: "Sources") {
            if withoutFamily.contains(entry) {
                found[entry] = "Sources/\(entry)"
            } else {
                for module in try names(in: "Sources/\(entry)") { found[module] = "Sources/\(entry)/\(module)" }
            }
        }
        return found
    }
    /// Libraries, each allowed in one place.
    static let libraries = ["ArgumentParser": "motionq"]

    /// From the first to the last.
    let rows: [Row]
    let page: String

    init() throws {
        page = try String(contentsOf: Repository.root.appending(path: "docs/ARCHITECTURE.md"), encoding: .utf8)
        rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { line in
            let cells = line.split(separator: "|")
            guard cells.count == 4, let name = cells[0].words(between: "`").first else { return nil }
            return Row(name: name, imports: cells[1].words(between: "`"))
        }
    }

    func row(of name: String) -> Row? { rows.first { $0.name == name } }

    /// The highest of the floors: a module stands one floor above the highest that it imports, and on the first if it imports none.
    var floors: Int {
        var floor: [String: Int] = [:]
        for row in rows { floor[row.name] = 1 + (row.imports.compactMap { floor[$0] }.max() ?? 0) }
        return floor.values.max() ?? 0
    }

    /// Every import in the Swift files below a folder, and what its C includes of other modules, under the module's name.
    static func imports(in folder: String) throws -> [Import] {
        let place = Repository.root.appending(path: folder)
        guard let files = FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil) else { return [] }
        let folders = try folders()
        var found: [Import] = []
        for case let file as URL in files where ["swift", "c", "h"].contains(file.pathExtension) {
            let path = file.standardized.path.replacingOccurrences(of: Repository.root.standardized.path + "/", with: "")
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                if let module = module(includedBy: line, folders), !path.hasPrefix("\(folders[module] ?? "")/") {
                    found.append(Import(file: path, imported: module))
                }
                let parts = line.split(separator: " ")
                guard let at = parts.firstIndex(of: "import"), parts.count > at + 1 else { continue }
                let before: Set = ["public", "internal", "package", "private", "@preconcurrency", "@_exported"]
                guard parts[..<at].allSatisfy({ before.contains(String($0)) }) else { continue }
                found.append(Import(file: path, imported: String(parts[at + 1])))
            }
        }
        return found
    }

    /// The module whose header a line of C includes.
    private static func module(includedBy line: Substring, _ folders: [String: String]) -> String? {
        guard line.hasPrefix("#include \""), let header = String(line).words(between: "\"").first else { return nil }
        return folders.first {
            FileManager.default.fileExists(atPath: Repository.path("\($0.value)/include/\(header)"))
        }?.key
    }
}

extension StringProtocol {
    /// What stands between pairs of a mark.
    func words(between mark: Character) -> [String] {
        split(separator: mark, omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map {
            String($0.element)
        }
    }
}
