import Foundation
import TestSupport
import Testing

/// `Tests` has the families of `Sources`: who knows where a module stands knows where its tests are.
@Suite("The families of the tests")
struct TestFamilyTests {
    /// Suites of no single module, in `Tests/Whole`.
    private static let whole: Set = [
        "AllocationTests", "ArchitectureTests", "BrokerTests", "ContinueTextTests", "DocumentationTests", "EndToEndTests",
        "FirmwareTests", "FuzzTests", "MotionQ15Tests", "NetworkStoreTests", "OracleTests", "PageInBrowserTests", "SwiftAndCTests",
    ]
    /// Folders without suites: what tests share, and programs that tests build or run.
    private static let apart: Set = ["Support", "Programs"]
    /// Where the program of all tests begins, which SwiftPM looks for above their folders.
    private static let entryPoint = "XCTMain.swift"

    /// The folders in a folder of `Tests`, by their names.
    private func folders(in place: String) throws -> [String] {
        let entries = try FileManager.default.contentsOfDirectory(
            at: Repository.root.appending(path: "Tests").appending(path: place), includingPropertiesForKeys: [.isDirectoryKey])
        let files = entries.filter { !$0.hasDirectoryPath }.map(\.lastPathComponent)
        #expect(files == (place.isEmpty ? [Self.entryPoint] : []), "Tests/\(place) holds \(files.joined(separator: ", "))")
        return entries.filter(\.hasDirectoryPath).map(\.lastPathComponent)
    }

    /// The families that hold suites.
    private func families() throws -> [String] { try folders(in: "").filter { !Self.apart.contains($0) } }

    @Test("are those of Sources, besides the whole")
    func sources() throws {
        let modules = try ModuleTable.folders().filter { !ModuleTable.withoutFamily.contains($0.key) }
        let ofSources = Set(modules.values.map { String($0.split(separator: "/")[1]) })
        let ofTests = Set(try families())
        #expect(ofTests == ofSources.union(["Whole"]))
    }

    @Test("hold one folder of suites a module, which bears its name")
    func modules() throws {
        let modules = try ModuleTable.folders()
        for family in try families() where family != "Whole" {
            for folder in try folders(in: family) {
                let module = folder.hasSuffix("Tests") ? String(folder.dropLast(5)) : ""
                #expect(modules[module] == "Sources/\(family)/\(module)", "Tests/\(family)/\(folder)")
            }
        }
    }

    @Test("leave to the whole what has no single module, and nothing else")
    func remaining() throws {
        let found = Set(try folders(in: "Whole"))
        #expect(found == Self.whole)
    }

    @Test("hold every suite, and nothing else: each of their folders is a target of tests")
    func targets() throws {
        let targets = try PackageTarget.all().map(\.folder).filter { $0.hasPrefix("Tests/") && $0.hasSuffix("Tests") }
        let places = try families().flatMap { family in try folders(in: family).map { "Tests/\(family)/\($0)" } }
        #expect(targets.sorted() == places.sorted())
    }
}
