import Foundation
import TestSupport

/// The lines of files that are built and run elsewhere, without their indentation.
struct SwiftRegions {
    private let files: [[String]]

    static let shared = SwiftRegions(in: ["Tests", "Examples"], ending: ".swift")
    static let sketches = SwiftRegions(in: ["firmware-protocol/arduino/examples"], ending: ".ino")

    private init(in folders: [String], ending: String) {
        files = folders.flatMap { folder -> [[String]] in
            let root = Repository.root.appending(path: folder)
            let paths = (FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String]) ?? []
            return paths.filter { $0.hasSuffix(ending) && !$0.contains(".build/") }.compactMap { path in
                (try? String(contentsOf: root.appending(path: path), encoding: .utf8)).map {
                    Self.bare($0.components(separatedBy: "\n"))
                }
            }
        }
    }

    private static func bare(_ lines: [String]) -> [String] { lines.map { $0.trimmingCharacters(in: .whitespaces) } }

    /// Whether one file has these lines one after the other.
    func holds(_ lines: [String]) -> Bool {
        let wanted = Self.bare(lines)
        return files.contains { file in
            file.indices.contains { file[$0...].starts(with: wanted) }
        }
    }

    /// The first line that no file has, comments aside.
    func missing(_ lines: [String]) -> String? {
        func code(_ line: String) -> String { line.components(separatedBy: "//")[0].trimmingCharacters(in: .whitespaces) }
        let known = Set(files.joined().map(code))
        return Self.bare(lines).map(code).first { !$0.isEmpty && !known.contains($0) }
    }
}
