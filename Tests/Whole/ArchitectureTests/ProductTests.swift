import Foundation
import TestSupport
import Testing

@Suite("What a product brings with it")
struct ProductTests {
    /// The Package.swift of a program as README.md has it.
    private static let manifest = """
        // swift-tools-version: 6.3
        import PackageDescription
        let package = Package(
            name: "Gestures",
            dependencies: [.package(url: "https://example.org/MotionQ15", from: "0.1.0")],
            targets: [
                .executableTarget(name: "Gestures", dependencies: [.product(name: "MotionQ15", package: "MotionQ15")])
            ])
        """

    private let targets: [String: PackageTarget]
    /// The targets of each library, by the product's name.
    private let products: [String: [String]]

    init() throws {
        targets = try PackageTarget.all().reduce(into: [:]) { $0[$1.name] = $1 }
        let text = try String(contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "    products: [\n").last).components(separatedBy: "\n    ],")[0]
        products = section.components(separatedBy: ".library(").dropFirst().reduce(into: [:]) { products, entry in
            let words = entry.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined().words(between: "\"")
            products[words[0]] = Array(words.dropFirst())
        }
    }

    /// All targets that a product needs.
    private func closure(of product: String) throws -> Set<String> {
        var (found, waiting): (Set<String>, [String]) = ([], try #require(products[product], "\(product)"))
        while let target = waiting.popLast() {
            if found.insert(target).inserted { waiting += targets[target]?.dependencies ?? [] }
        }
        return found
    }

    @Test("recognition needs neither the library of serial ports nor that of YAML")
    func recognition() throws {
        let needed = try closure(of: "MotionRecognition")
        #expect(needed.isDisjoint(with: ["CLibSerialPort", "CLibYAML", "Transport", "LiveLoop"]), "\(needed.sorted())")
        #expect(needed.isSuperset(of: ["MotionRecognition", "CMotionCore", "CZlib"]))
    }

    @Test("the live loop needs both of them")
    func live() throws {
        #expect(try closure(of: "MotionQ15").isSuperset(of: ["CLibSerialPort", "CLibYAML"]))
    }

    @Test("the device core needs no library of the system's")
    func core() throws {
        #expect(try closure(of: "MotionCore") == ["MotionCore", "CMotionCore", "WireProtocol"])
    }

    @Test("the manifest in README.md names a product that there is")
    func manifest() throws {
        let page = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
        #expect(page.contains(Self.manifest))
        #expect(products["MotionQ15"] != nil)
    }
}
