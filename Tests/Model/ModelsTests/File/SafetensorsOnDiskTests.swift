import Foundation
import Models
import TestSupport
import Testing

@Suite("A safetensors file on disk")
struct SafetensorsOnDiskTests {
    @Test("is written whole, replaces the old one and leaves nothing else behind")
    func replaces() throws {
        try SmallModel.withFolder { folder in
            let path = folder.appending(path: "m.safetensors").path
            try SafetensorsFile().write(toFileAt: path)
            try SafetensorsFileTests.sample.write(toFileAt: path)
            #expect(try SafetensorsFile(readingFileAt: path) == SafetensorsFileTests.sample)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["m.safetensors"])
        }
    }

    @Test("that cannot be put in place leaves nothing behind")
    func failure() throws {
        try SmallModel.withFolder { folder in
            // A folder stands where the file should be, so that only the last step, the renaming, fails.
            try FileManager.default.createDirectory(at: folder.appending(path: "m/inside"), withIntermediateDirectories: true)
            let error = try #require(throws: ModelFileError.self) {
                try SafetensorsFileTests.sample.write(toFileAt: folder.appending(path: "m").path)
            }
            #expect(error.code == .unwritable)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["m"])
        }
    }

    @Test("in a folder that is absent cannot be written or read")
    func absent() throws {
        let path = "/nonexistent/m.safetensors"
        #expect(try #require(throws: ModelFileError.self) { try SafetensorsFile().write(toFileAt: path) }.code == .unwritable)
        #expect(try #require(throws: ModelFileError.self) { try SafetensorsFile(readingFileAt: path) }.code == .unreadable)
    }

    @Test("that is a folder or a device is refused before it is opened", arguments: ["/", "/dev/zero"])
    func noRegularFile(_ path: String) throws {
        #expect(try #require(throws: ModelFileError.self) { try SafetensorsFile(readingFileAt: path) }.code == .unreadable)
    }

    // PyTorch's own files are not part of the project: without the shared data folder this test is skipped.
    @Test(
        "from PyTorch is read",
        .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
    func fromPyTorch() throws {
        let path = "\(SharedData.folder)/import/torch_lstm32x2_mlp.safetensors"
        let file = try SafetensorsFile(readingFileAt: path)
        #expect(file.tensors.count == 12)
        #expect(try file.floats(named: "lstm.weight_ih_l0", shape: [128, 9], file: path).count == 1152)
        #expect(try SafetensorsFile(readingFileAt: "\(SharedData.folder)/import/torch_lstm32.safetensors").tensors.count == 6)
    }
}
