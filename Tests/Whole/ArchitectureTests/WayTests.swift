import Foundation
import TestSupport
import Testing

@Suite("The ways through the house are those of the code")
struct WayTests {
    private struct Station {
        /// Whether the way comes back here.
        let isReturn: Bool
        let file: String
        let functions: [String]
    }

    private static func way(_ title: String) throws -> [Station] {
        let page = try ModuleTable().page
        let section = try #require(page.components(separatedBy: "\n## \(title)").dropFirst().first).components(
            separatedBy: "\n## ")[0]
        return section.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, let file = cells[1].words(between: "`").first else { return nil }
            return Station(isReturn: cells[0].contains("▸"), file: file, functions: cells[2].words(between: "`"))
        }
    }

    @Test(
        "each file of a way has the functions that the page names",
        arguments: ["The way of one sample", "The way of one recording"])
    func functions(title: String) throws {
        let way = try Self.way(title)
        #expect(way.count > 8)
        let folders = try ModuleTable.folders()
        for station in way {
            let module = String(station.file.prefix { $0 != "/" })
            let folder = try #require(folders[module], "\(module)")
            let path = folder + station.file.dropFirst(module.count)
            let text = try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
            for function in station.functions {
                let name = function.prefix { $0 != "(" }
                let isThere = ["func \(name)(", "func \(name)<", "var \(name):"].contains(where: text.contains)
                #expect(isThere || (name == "init" && text.contains("init(")), "\(station.file) has \(function)")
            }
        }
    }

    @Test("one sample crosses eight files at most, and comes back five times")
    func sample() throws {
        let way = try Self.way("The way of one sample")
        #expect(Set(way.map(\.file)).count <= 8)
        #expect(way.count(where: \.isReturn) <= 5)
    }
}
