import Foundation
import Testing

/// The module table of docs/ARCHITECTURE.md is the law: this reads it, Package.swift, and every import in the code.
@Suite("The module table")
struct ModuleTableTests {
    private let table: ModuleTable

    /// Of each module.
    private let folders: [String: String]

    init() throws {
        table = try ModuleTable()
        folders = try ModuleTable.folders()
    }

    private func imports(of module: String) throws -> [ModuleTable.Import] {
        try ModuleTable.imports(in: #require(folders[module], "the folder of \(module)"))
    }

    @Test("every import of a module stands in the module table")
    func rooms() throws {
        for row in table.rows {
            for found in try imports(of: row.name)
            where !ModuleTable.systemModules.contains(found.imported) {
                let isHome = ModuleTable.libraries[found.imported] == row.name
                #expect(isHome || row.imports.contains(found.imported), "\(found.file) imports \(found.imported)")
            }
        }
    }

    @Test("every entry of a row is imported by that module's code")
    func entries() throws {
        for row in table.rows {
            let imported = Set(try imports(of: row.name).map(\.imported))
            for entry in row.imports { #expect(imported.contains(entry), "no file of \(row.name) imports \(entry)") }
            #expect(row.imports == Set(row.imports).sorted(), "\(row.name)'s row, each once, in order")
        }
    }

    @Test("every module has a row, and every row a module")
    func rows() { #expect(folders.keys.sorted() == table.rows.map(\.name).sorted()) }

    @Test("Sources has twelve entries at most, and no more than forty-five modules")
    func size() throws {
        let entries = Set(folders.values.map { $0.split(separator: "/")[1] })
        #expect(entries.count <= 12, "\(entries.sorted())")
        // Two more than thirty-eight since others' tables and reports have rooms of their own, the one compiled beside others, the
        // other unoptimised; and two for what goes outwards: outlets, and others’ container of recordings; and two more for fleets:
        // the connection to a broker, which outlets and fleets share, and the fleet.
        #expect(folders.count <= 45)
        #expect(table.rows.reduce(0) { $0 + $1.imports.count } <= 217)
    }

    @Test("a target of Package.swift depends on what its row names")
    func dependencies() throws {
        let targets = try PackageTarget.all()
        for row in table.rows {
            let target = try #require(
                targets.first { $0.name == row.name && $0.folder == folders[row.name] }, "\(row.name) in Package.swift")
            #expect(Set(target.dependencies) == Set(row.imports), "\(row.name)")
        }
    }

    @Test("a target of the tests depends on what its files import")
    func testDependencies() throws {
        let targets = try PackageTarget.all()
        let names = Set(targets.map(\.name))
        let tests = targets.filter { $0.folder.hasPrefix("Tests/") && !$0.name.hasPrefix("C") || $0.name.hasSuffix("Tests") }
        #expect(tests.contains { $0.name == "ArchitectureTests" })
        for target in tests {
            let imported = Set(try ModuleTable.imports(in: target.folder).map(\.imported)).intersection(names)
            #expect(Set(target.dependencies) == imported, "\(target.name)")
        }
    }

    @Test("the device core imports no Foundation and no operating system")
    func deviceCore() throws {
        for module in ModuleTable.deviceCore {
            for found in try imports(of: module) {
                #expect(!ModuleTable.systemModules.contains(found.imported), "\(found.file) imports \(found.imported)")
            }
        }
    }

    @Test("rows stand in the order of the flow: every import is of a module above")
    func flowOrder() {
        var above: Set<String> = []
        for row in table.rows {
            for entry in row.imports { #expect(above.contains(entry), "\(row.name) stands above \(entry)") }
            above.insert(row.name)
        }
    }

    @Test("the page says how many modules, imports and floors there are")
    func figures() {
        let imports = table.rows.reduce(0) { $0 + $1.imports.count }
        let sentence = "\(table.rows.count) modules, \(imports) imports among them, \(table.floors) floors"
        #expect(table.page.contains(sentence), "“\(sentence)”")
    }
}
