import Files
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("A folder")
struct FolderTests {
    @Test("is made for all who want it, also where they come at once")
    func atOnce() throws {
        try withTemporaryFolder { folder in
            let faults = Mutex<[String]>([])
            for round in 0..<200 {
                let path = "\(folder)/a\(round)/b/c"
                DispatchQueue.concurrentPerform(iterations: 8) { _ in
                    do { _ = try Folder.make(path) } catch { faults.withLock { $0.append("\(error)") } }
                }
                #expect(FileManager.default.fileExists(atPath: path))
            }
            #expect(faults.withLock { $0 }.isEmpty)
        }
    }

    @Test("is not made where a file stands, which stays")
    func file() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/a"
            try Data("b".utf8).write(to: URL(filePath: path))
            #expect(throws: FileError.self) { try Folder.make(path + "/c") }
            #expect(throws: FileError.self) { try Folder.make(path) }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "b")
        }
    }
}
