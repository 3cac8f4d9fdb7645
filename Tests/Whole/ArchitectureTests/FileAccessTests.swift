import Foundation
import TestSupport
import Testing

@Suite("The one way in and out of files")
struct FileAccessTests {
    /// What opens, reads, writes or looks at a file in Swift and C. Ports are no files: `Transport` opens them by itself.
    static let ways = [
        "FileManager", "FileHandle(", "contentsOfFile:", "contentsOf: URL", "Data(contentsOf:", "String(contentsOf:",
        "InputStream(",
        "OutputStream(", "fopen(", "opendir(", "O_RDONLY", "O_WRONLY", "O_RDWR", "O_CREAT", "mkdir(", "rename(", "unlink(",
        "readlink(",
        "stat()", "lstat(", "realpath(", "resolvingSymlinksInPath", ".atomic", "atomically:",
    ]

    @Test("is the module Files: no other opens a file by itself")
    func rooms() throws {
        let sources = Repository.root.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var read = 0
        for case let file as URL in files where ["swift", "c", "h"].contains(file.pathExtension) {
            guard !["/Base/Files/", "/Live/Transport/"].contains(where: file.path.contains) else { continue }
            read += 1
            let text = try String(contentsOf: file, encoding: .utf8)
            for way in Self.ways { #expect(!text.contains(way), "\(file.path) has \(way)") }
        }
        #expect(read > 100)
    }
}
