import Files
import Foundation
import TestSupport
import Testing

@Suite("Files that are replaced together")
struct FileSetTests {
    private func text(_ path: String) throws -> String {
        String(decoding: try WholeFile.bytes(ofFileAt: path, limit: 1000), as: UTF8.self)
    }

    @Test(
        "are all new, keep their modes, and leave nothing else, with and without files that have no name", arguments: [true, false])
    func replaced(canBeUnnamed: Bool) throws {
        try withTemporaryFolder { folder in
            for name in ["a", "b"] { try WholeFile.replace(fileAt: "\(folder)/\(name)", with: Array("old".utf8)) }
            chmod("\(folder)/a", 0o600)
            let files = ["a", "b", "c"].map { (path: "\(folder)/\($0)", bytes: Array("new \($0)".utf8)) }
            try FileSet.replace(files, canBeUnnamed: canBeUnnamed)
            for name in ["a", "b", "c"] { #expect(try text("\(folder)/\(name)") == "new \(name)") }
            #expect(try Folder.names(in: folder) == ["a", "b", "c"])
            #expect(try FileManager.default.attributesOfItem(atPath: "\(folder)/a")[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("are all old if one cannot be replaced, with and without files that have no name", arguments: [true, false])
    func keptAll(canBeUnnamed: Bool) throws {
        try withTemporaryFolder { folder in
            try WholeFile.replace(fileAt: "\(folder)/a", with: Array("old".utf8))
            // The name of the last is a byte too long, which shows when it is renamed.
            let names = ["a", "new", String(repeating: "n", count: 256)]
            let error = try #require(throws: FileError.self) {
                try FileSet.replace(names.map { (path: "\(folder)/\($0)", bytes: [1, 2, 3]) }, canBeUnnamed: canBeUnnamed)
            }
            #expect(error.code == .unwritable && error.problem.description.contains("too long"))
            #expect(try text("\(folder)/a") == "old")
            #expect(try Folder.names(in: folder) == ["a"])
        }
    }

    @Test("find what a killed program left, and remove it, but nothing that is in use or another's")
    func leftovers() throws {
        try withTemporaryFolder { folder in
            let kept = [".motionq-0123456789abcdef", ".motionq-0123456789abcdef.new.txt", ".motionq-1.new", "notes.new"]
            let names = [".motionq-0123456789abcdef.new", ".motionq-00000000000000aa.new"] + kept
            for name in names { #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil)) }
            let writer = open("\(folder)/.motionq-00000000000000aa.new", O_RDONLY)
            defer { close(writer) }
            try #require(flock(writer, LOCK_EX) == 0)
            symlink("notes.new", "\(folder)/.motionq-00000000000000bb.new")
            try WholeFile.replace(fileAt: "\(folder)/file", with: [])
            let left = [".motionq-00000000000000aa.new", ".motionq-00000000000000bb.new", "file"] + kept
            #expect(try Folder.names(in: folder) == left.sorted())
        }
    }

    @Test("of a folder make it, and do not leave it if one cannot be written")
    func folder() throws {
        try withTemporaryFolder { folder in
            try FileSet.replace(inFolder: "\(folder)/one/two", [("a", [1]), ("b", [2])])
            #expect(try Folder.names(in: "\(folder)/one/two") == ["a", "b"])
            let files: [(name: String, bytes: [UInt8])] = [("a", []), (String(repeating: "n", count: 256), [])]
            #expect(throws: FileError.self) { try FileSet.replace(inFolder: "\(folder)/three/four", files) }
            #expect(try Folder.names(in: folder) == ["one"])
        }
    }

    @Test("are one where links or two names lead to one file, and otherwise not")
    func identity() throws {
        try withTemporaryFolder { folder in
            try WholeFile.replace(fileAt: "\(folder)/a", with: [])
            try WholeFile.replace(fileAt: "\(folder)/b", with: [])
            link("\(folder)/a", "\(folder)/hard")
            symlink("a", "\(folder)/soft")
            symlink("none", "\(folder)/dangling")
            for (first, second) in [("a", "hard"), ("a", "soft"), ("a", "../\(Path.name(of: folder))/a"), ("none", "dangling")] {
                #expect(FileIdentity(of: "\(folder)/\(first)") == FileIdentity(of: "\(folder)/\(second)"))
            }
            #expect(FileIdentity(of: "\(folder)/a") != FileIdentity(of: "\(folder)/b"))
            #expect(FileIdentity(of: "\(folder)/none") != FileIdentity(of: "\(folder)/other"))
            #expect(FileIdentity(of: "\(folder)/none/none") == nil)
        }
    }

    @Test(
        "have paths that are taken apart at slashes",
        arguments: [
            ("a", ".", "a"), ("a/b", "a", "b"), ("/a", "/", "a"), ("a//b//", "a", "b"), ("/", "/", ""),
            ("a/\u{301}b", "a", "\u{301}b"),
        ])
    func paths(_ path: String, _ folder: String, _ name: String) {
        #expect(Path.folder(of: path) == folder)
        #expect(Path.name(of: path) == name)
    }
}
