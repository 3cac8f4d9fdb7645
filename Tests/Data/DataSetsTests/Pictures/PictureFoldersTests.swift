import DataSets
import Files
import Foundation
import Testing

@Suite struct PictureFoldersTests {
    private let picture = GreyImage(width: 1, height: 1, pixels: [7])

    @Test func `each label has a folder of its own, also one whose name no folder can have`() throws {
        try inTemporaryFolder { folder in
            var pictures = try PictureFolders(folder + "/pictures")
            for label in ["up", "a/b", "a_b", "..", "up"] { try pictures.add(picture, label: label, source: "s 1") }
            try pictures.finish()
            #expect(try names(folder + "/pictures") == ["_..", "a_b", "a_b-2", "up"])
            #expect(try names(folder + "/pictures/up") == ["s_1-1.png", "s_1-2.png"])
            #expect(pictures.counts == ["up": 2, "a/b": 1, "a_b": 1, "..": 1])
        }
    }

    @Test func `nothing is there until all of them are`() throws {
        try inTemporaryFolder { folder in
            var pictures = try PictureFolders(folder + "/pictures")
            try pictures.add(picture, label: "up", source: "s")
            #expect(try names(folder) == [])
            try pictures.finish()
            #expect(try names(folder) == ["pictures"])
        }
    }

    @Test func `a folder that holds something stays as it is, and nothing is left beside it`() throws {
        try inTemporaryFolder { folder in
            var pictures = try PictureFolders(folder + "/pictures")
            try pictures.add(picture, label: "up", source: "s")
            try FileManager.default.createDirectory(atPath: folder + "/pictures/mine", withIntermediateDirectories: true)
            #expect(throws: FileError.self) { try pictures.finish() }
            #expect(try names(folder) == ["pictures"])
            #expect(try names(folder + "/pictures") == ["mine"])
        }
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private func inTemporaryFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pictures-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }
}
