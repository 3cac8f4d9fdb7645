import Foundation
import TestSupport

/// A target of Package.swift, as its text has it: what SwiftPM knows is written nowhere that a test could read at once.
struct PackageTarget {
    let name: String
    /// Below the repository's root.
    let folder: String
    /// Other targets of the package; its products, and those of other packages, are left out.
    let dependencies: [String]

    static func all() throws -> [PackageTarget] {
        let text = try String(contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
        guard let start = text.range(of: "    targets: [\n        //") else { return [] }
        var entries: [[Substring]] = []
        for line in text[start.upperBound...].split(separator: "\n") {
            // An entry's first line is indented by eight spaces, the others by more; its last may be a bracket.
            let isFirst = line.hasPrefix("        ") && ![" ", ")", "/"].contains(line.dropFirst(8).first)
            if isFirst { entries.append([line]) } else if !entries.isEmpty { entries[entries.count - 1].append(line) }
        }
        return entries.compactMap { PackageTarget($0.joined(separator: "\n")) }
    }

    private init?(_ entry: String) {
        guard let name = entry.words(between: "\"").first else { return nil }
        self.name = name
        let isTest = entry.hasPrefix("        tests(")
        let path = entry.range(of: "path: ").flatMap { entry[$0.upperBound...].words(between: "\"").first }
        let family = entry.range(of: "in: ").flatMap { entry[$0.upperBound...].words(between: "\"").first }
        folder = path ?? "\(isTest ? "Tests" : "Sources")/\(family.map { "\($0)/" } ?? "")\(name)"
        let list: Substring =
            if isTest || entry.hasPrefix("        module(") {
                entry[...]
            } else if let list = entry.range(of: "dependencies:") {
                entry[list.upperBound...]
            } else {
                ""
            }
        guard let open = list.firstIndex(of: "["), !list[..<open].contains("exclude") else {
            dependencies = []
            return
        }
        let items = list[open...].prefix { $0 != "]" }.split(separator: ".product(", omittingEmptySubsequences: false)
        let afterProducts = items.dropFirst().map { $0.drop { $0 != ")" } }
        dependencies = (items.prefix(1) + afterProducts).flatMap { $0.words(between: "\"") }
    }
}
