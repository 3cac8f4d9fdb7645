import Files
import Formatting
import Foundation
import Randomness
import Recordings
import TestSupport
import Testing

@Suite("A recording packed with gzip")
struct GzipTests {
    private static let text = RecordedText.header + "\ns,u,l,0,1,2,3,4,5,6\ns,u,l,20,1,2,3,4,5,6\n"

    private func packed(_ text: String) throws -> Data {
        var packed = Data()
        try withTemporaryFolder { folder in
            let file = URL(filePath: folder).appending(path: "r.csv")
            try Data(text.utf8).write(to: file)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["gzip", file.path]
            try process.run()
            process.waitUntilExit()
            packed = try Data(contentsOf: file.appendingPathExtension("gz"))
        }
        return packed
    }

    /// Unpacked in pieces of a size that nothing else has.
    private func unpacked(_ contents: Data, limit: Int = 1 << 30) throws -> Data {
        var result = Data()
        try withTemporaryFolder { folder in
            let path = "\(folder)/r.gz"
            try contents.write(to: URL(filePath: path))
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 997, alignment: 1)
            defer { buffer.deallocate() }
            do throws(ContentsError) {
                let file = try FileContents(ofFileAt: path, limit: limit)
                while case let count = try file.read(into: buffer), count > 0 { result.append(contentsOf: buffer[..<count]) }
            } catch {
                if case .gzip(let fault) = error { throw fault }
                throw error
            }
        }
        return result
    }

    private func sentence(_ contents: Data) throws -> String {
        var sentence = ""
        try withTemporaryFolder { folder in
            let path = "\(folder)/r.csv.gz"
            try contents.write(to: URL(filePath: path))
            let error = try #require(throws: RecordingError.self) { try RecordingReader().read(path) }
            sentence = error.description.replacingOccurrences(of: path, with: "r.csv.gz")
        }
        return sentence
    }

    @Test("is read as the same without, whatever its name")
    func sameAsPlain() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/r.csv"
            try packed(Self.text).write(to: URL(filePath: path))
            #expect(try RecordingReader().read(path) == RecordingReader().parse(Self.text, path: path))
        }
    }

    @Test("may be several gzip files, one after the other, with zeros after them")
    func severalMembers() throws {
        let whole = try packed("one\n") + packed("two\n") + Data(repeating: 0, count: 500)
        #expect(try unpacked(whole) == Data("one\ntwo\n".utf8))
    }

    @Test("may be longer than the pieces it is unpacked in")
    func long() throws {
        let text = String(repeating: "0123456789abcdef", count: 100_000)
        #expect(try unpacked(packed(text)) == Data(text.utf8))
    }

    @Test("is refused wherever it breaks off")
    func truncated() throws {
        let whole = try packed(Self.text)
        for length in 2..<whole.count {
            #expect(throws: GzipFault.endsEarly(byte: length)) { try unpacked(whole.prefix(length)) }
        }
    }

    @Test("that breaks off is refused with a sentence")
    func truncatedSentence() throws {
        let start = try packed(Self.text).prefix(40)
        #expect(
            try sentence(start)
                == "r.csv.gz cannot be read: its gzip data break off after 40 bytes; fetch the whole file again")
    }

    @Test("whose check sum is wrong is refused with a sentence")
    func damaged() throws {
        var whole = try packed(Self.text)
        whole[whole.count - 6] ^= 1
        #expect(
            try sentence(whole)
                == "r.csv.gz cannot be read: its gzip data are damaged near byte \(whole.count - 4); fetch the file again")
    }

    @Test("with something else after it is refused")
    func trailing() throws {
        let whole = try packed(Self.text)
        #expect(throws: GzipFault.damaged(byte: whole.count)) { try unpacked(whole + Data("more".utf8)) }
    }

    @Test("is refused when it unpacks to more than any recording")
    func bomb() throws {
        let whole = try packed(String(repeating: "0", count: 5_000_000))
        let fault = try #require(throws: GzipFault.self) { try unpacked(whole, limit: 1_000_000) }
        #expect(fault.description == "it unpacks to more than 1000000 bytes; cut it into smaller recordings")
    }

    @Test("is refused or read, but never crashes, with bytes changed")
    func flippedBytes() throws {
        var generator = SeededGenerator(seed: 11)
        let whole = try packed(Self.text)
        for _ in 0..<5_000 {
            var bytes = whole
            bytes[Int.random(in: 2..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            if let contents = try? unpacked(bytes) { #expect(contents == Data(Self.text.utf8)) }
        }
    }
}
