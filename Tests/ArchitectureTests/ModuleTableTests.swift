import Foundation
import Testing

/// The module table of docs/ARCHITECTURE.md is the law: this reads it, and every import in Sources.
@Suite("The module table")
struct ModuleTableTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// What any module may import besides rooms.
    private static let systemModules: Set = [
        "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Darwin", "Musl", "Synchronization",
    ]
    private static let deviceCore: Set = [
        "FixedPoint", "Channels", "Windows", "Decision", "WireProtocol", "LSTMEngine", "Recognition",
    ]
    /// Libraries, each allowed in one place.
    private static let libraries = ["ArgumentParser": "motionq", "SwiftProtobuf": "ModelConversion"]

    /// Module → what the table's row allows.
    private static func table() throws -> [String: Set<String>] {
        let page = try String(contentsOf: root.appending(path: "docs/ARCHITECTURE.md"), encoding: .utf8)
        var table: [String: Set<String>] = [:]
        for line in page.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, let name = words(cells[0]).first else { continue }
            table[name] = Set(words(cells[1]))
        }
        return table
    }

    /// The words in backquotes.
    private static func words(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map {
            String($0.element)
        }
    }

    private struct Import {
        var file: String
        var module: String
        var imported: String
    }

    private static func imports() throws -> [Import] {
        let sources = root.appending(path: "Sources")
        guard let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil) else { return [] }
        var found: [Import] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let path = file.standardized.path.replacingOccurrences(of: sources.standardized.path + "/", with: "")
            let module = String(path.split(separator: "/")[0])
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let parts = line.split(separator: " ")
                guard let at = parts.firstIndex(of: "import"), at <= 1, parts.count > at + 1 else { continue }
                guard at == 0 || ["public", "internal", "package", "private", "@preconcurrency"].contains(parts[0]) else {
                    continue
                }
                found.append(Import(file: path, module: module, imported: String(parts[at + 1])))
            }
        }
        return found
    }

    @Test("every import of a room stands in the module table")
    func rooms() throws {
        let table = try Self.table()
        #expect(table.count >= 15)
        for found in try Self.imports() where !Self.systemModules.contains(found.imported) {
            if let owner = Self.libraries[found.imported] {
                #expect(found.module == owner, "\(found.file) imports \(found.imported)")
            } else {
                #expect(table[found.module]?.contains(found.imported) == true, "\(found.file) imports \(found.imported)")
            }
        }
    }

    @Test("every room has a row, and every row a room")
    func rows() throws {
        let rooms = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Sources").path)
        #expect(Set(rooms.filter { !$0.hasPrefix(".") }) == Set(try Self.table().keys))
    }

    @Test("the device core imports no Foundation and no operating system")
    func deviceCore() throws {
        for found in try Self.imports() where Self.deviceCore.contains(found.module) {
            #expect(!Self.systemModules.contains(found.imported), "\(found.file) imports \(found.imported)")
        }
    }

    @Test("the table has no circle: its rows can be ordered so that no arrow points up")
    func noCircle() throws {
        var open = try Self.table()
        while !open.isEmpty {
            let done = open.filter { entry in entry.value.allSatisfy { open[$0] == nil } }
            #expect(!done.isEmpty, "a circle among \(open.keys.sorted())")
            if done.isEmpty { return }
            for name in done.keys { open[name] = nil }
        }
    }
}
