import Foundation
import Recordings
import TestSupport
import Testing

@Suite("The recordings at a path")
struct RecordingFilesTests {
    private func withFiles(_ names: [String], _ body: (String) throws -> Void) throws {
        try withTemporaryFolder { folder in
            for name in names {
                let file = URL(filePath: folder).appending(path: name)
                try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data().write(to: file)
            }
            try body(folder)
        }
    }

    @Test("are all of a folder's, sorted by name")
    func folder() throws {
        try withFiles(["b.csv", "a.csv.gz", "c.CSV"]) { folder in
            let files = try recordingFiles(at: [folder])
            #expect(files == ["a.csv.gz", "b.csv", "c.CSV"].map { "\(folder)/\($0)" })
        }
    }

    @Test("are not what a folder also holds: other files, hidden files, folders")
    func others() throws {
        try withFiles(["a.csv", "notes.txt", ".hidden.csv", "a.csv.txt", "inner/b.csv", "inner.csv/c.csv"]) { folder in
            let files = try recordingFiles(at: [folder + "/"])
            #expect(files == ["\(folder)/a.csv"])
        }
    }

    @Test("are a named file, whatever it is called")
    func file() throws {
        try withFiles(["notes.txt"]) { folder in
            let files = try recordingFiles(at: ["\(folder)/notes.txt"])
            #expect(files == ["\(folder)/notes.txt"])
        }
    }

    @Test("come once, though named twice")
    func twice() throws {
        try withFiles(["a.csv", "b.csv"]) { folder in
            let paths = ["\(folder)/b.csv", folder, "\(folder)/../\(URL(filePath: folder).lastPathComponent)/a.csv"]
            let files = try recordingFiles(at: paths)
            #expect(files == ["\(folder)/b.csv", "\(folder)/a.csv"])
        }
    }

    @Test("are refused with a sentence if a folder holds none")
    func none() throws {
        try withFiles(["notes.txt"]) { folder in
            let error = try #require(throws: RecordingError.self) { try recordingFiles(at: [folder]) }
            #expect(
                error.description
                    == "the folder \(folder) holds no recording (.csv or .csv.gz); name the folder or the files that do")
        }
    }

    @Test("are refused as missing if nothing is there")
    func missing() throws {
        let error = try #require(throws: RecordingError.self) { try recordingFiles(at: ["/nonexistent"]) }
        #expect(error == .notFound(path: "/nonexistent"))
    }
}
