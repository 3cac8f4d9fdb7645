import Foundation
import TestSupport
import Testing

/// Captures with what is told of them, in Tests/Support/Captures: faults of ports and devices, each seen once and replayed.
@Suite("Every capture of the corpus")
struct CaptureCorpusTests {
    private static let folder = Repository.root.appending(path: "Tests/Support/Captures")
    private static let script = Repository.root.appending(path: "Tests/Programs/Captures/tell.sh")

    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".capture") }.map { String($0.dropLast(8)) }.sorted()

    @Test("is told as it was told before", arguments: names)
    func told(name: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let result = try motionq.shell("sh '\(Self.script.path)' \"$MOTIONQ\" \(name)")
        let expected = try String(contentsOf: Self.folder.appending(path: "\(name).expected"), encoding: .utf8)
        #expect(result.output == expected, "\(name): \(result.errors)")
    }

    @Test("is small, and has its words and what is expected beside it")
    func small() throws {
        #expect(Self.names.count >= 15)
        for file in try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: [.fileSizeKey]) {
            #expect(try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 < 20_480, "\(file.lastPathComponent)")
        }
        for name in Self.names {
            for end in ["words", "expected"] {
                #expect(
                    FileManager.default.fileExists(atPath: Self.folder.appending(path: "\(name).\(end)").path), "\(name).\(end)")
            }
        }
    }
}
