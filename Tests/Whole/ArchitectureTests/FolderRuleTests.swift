import Foundation
import TestSupport
import Testing

/// Where one module holds what the compiler used to separate, the folders of docs/ARCHITECTURE.md do.
@Suite("Folders of a module stay apart")
struct FolderRuleTests {
    private struct Rule {
        /// `MotionCore`
        let module: String
        /// `Channels`
        let folder: String
        let mayUse: [String]
    }

    /// Whose headers are whose, for they stand in one folder.
    private static let headers = [
        "kernels": ["mq_kernels.h", "mq_decision_parameters.h", "mq_network.h"],
        "store": ["mq_network_image.h", "mq_network_store.h"],
        "orientation": ["mq_derivation.h", "mq_orientation.h"],
        "strokes": ["mq_stroke_reader.h"],
        "teaching": ["mq_teach.h", "mq_teach_button.h", "mq_teach_keep.h"],
        "oracle": ["mq_float_oracle.h"],
        "training": ["mq_training.h"],
    ]

    private let rules: [Rule]
    private let folders: [String: String]

    init() throws {
        folders = try ModuleTable.folders()
        let page = try ModuleTable().page
        let section = try #require(page.components(separatedBy: "\n## Folders").dropFirst().first)
        rules = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap {
            line in
            let cells = line.split(separator: "|")
            let place = cells[0].words(between: "`")[0].split(separator: "/").map(String.init)
            return place.count == 2 ? Rule(module: place[0], folder: place[1], mayUse: cells[1].words(between: "`")) : nil
        }
    }

    private func files(of rule: Rule) throws -> [(path: String, words: Set<String>)] {
        let folder = Repository.root.appending(path: try #require(folders[rule.module], "\(rule.module)") + "/" + rule.folder)
        let all = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var found: [(String, Set<String>)] = []
        for case let file as URL in all where ["swift", "c", "h"].contains(file.pathExtension) {
            // Neither comments nor texts are uses; a header's name is one.
            let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
                let isInclude = line.hasPrefix("#include")
                return line.components(separatedBy: "//")[0].split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                    .filter { isInclude || $0.offset % 2 == 0 }.map { String($0.element) }.joined(separator: " ")
            }
            let isOfName: (Character) -> Bool = {
                $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." && file.pathExtension != "swift"
            }
            found.append(
                (file.lastPathComponent, Set(code.flatMap { $0.split(whereSeparator: { !isOfName($0) }).map(String.init) })))
        }
        return found
    }

    /// What a folder declares for others: types at the margin, and headers.
    private func names(of rule: Rule) throws -> Set<String> {
        let folder = Repository.root.appending(path: try #require(folders[rule.module]) + "/" + rule.folder)
        let all = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var names = Set(Self.headers[rule.folder] ?? [])
        let kinds: Set = ["struct", "class", "enum", "protocol", "typealias"]
        for case let file as URL in all where file.pathExtension == "swift" {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                guard line.first?.isLetter == true, !line.hasPrefix("private "), !line.hasPrefix("fileprivate ") else { continue }
                let words = line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }).map(String.init)
                guard let kind = words.firstIndex(where: kinds.contains), kind < 3, words.count > kind + 1 else { continue }
                names.insert(words[kind + 1])
            }
        }
        return names
    }

    @Test("a folder uses of the others what its row names")
    func uses() throws {
        #expect(rules.count > 20)
        for rule in rules {
            let files = try files(of: rule)
            #expect(!files.isEmpty, "\(rule.module)/\(rule.folder)")
            for other in rules
            where other.module == rule.module && other.folder != rule.folder && !rule.mayUse.contains(other.folder) {
                let foreign = try names(of: other)
                for file in files {
                    let used = file.words.intersection(foreign).sorted()
                    #expect(used.isEmpty, "\(rule.folder)/\(file.path) uses \(used.joined(separator: ", ")) of \(other.folder)")
                }
            }
        }
    }

    @Test("what judges a device by the protocol does not stand behind the link that hides its faults")
    func judges() throws {
        let rule = try #require(rules.first { $0.folder == "ProtocolCheck" })
        for file in try files(of: rule) { #expect(!file.words.contains("HostLink"), "\(file.path)") }
    }

    @Test("no type bears the name of a module, which then could not be named any more")
    func names() throws {
        for folder in Set(folders.values) {
            let all = try #require(
                FileManager.default.enumerator(at: Repository.root.appending(path: folder), includingPropertiesForKeys: nil))
            for case let file as URL in all where file.pathExtension == "swift" {
                for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                    guard let first = line.first, first.isLetter else { continue }
                    let words = line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }).map(String.init)
                    guard let kind = words.firstIndex(where: ["struct", "class", "enum", "protocol"].contains), kind < 3,
                        words.count > kind + 1
                    else { continue }
                    #expect(folders[words[kind + 1]] == nil, "\(file.lastPathComponent) declares \(words[kind + 1])")
                }
            }
        }
    }
}
