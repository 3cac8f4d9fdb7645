import Files
import Formatting
import Foundation
import Recordings

/// The objects of a file of JSON, one after the other: those of an array, or one a line. It holds a piece of
/// the file, and the objects that are not handed on yet.
final class MomentObjects {
    /// The bytes of an object, from its `{` to its `}`, its number in the file and the line in which it begins, both from 1.
    struct Found {
        let bytes: ArraySlice<UInt8>
        let number: Int
        let line: Int
    }

    private let path: String
    private let contents: FileContents
    private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var place: Place = .beginning
    private var line = 1
    /// Of the object that is being read: its bytes, its first line, how many brackets are open in it, and whether a text is.
    private var object: [UInt8] = []
    private var firstLine = 1
    private var count = 0
    private var depth = 0
    private var isInText = false
    private var isEscaped = false

    /// What may come next outside of objects.
    private enum Place { case beginning, element, separator, line, end }

    /// Bytes of an object, at most.
    private static let longest = 1 << 20

    /// - Parameter path: plain, or packed with gzip.
    init(_ path: String) throws(RecordingError) {
        self.path = path
        do throws(ContentsError) {
            contents = try FileContents(ofFileAt: path, limit: RecordingReader.mostBytes)
        } catch {
            piece.deallocate()
            throw RecordingError(error, path: path)
        }
    }

    deinit { piece.deallocate() }

    /// Some objects that follow, as many as end in the next piece of the file; none after the last.
    ///
    /// - Parameter checks: whether to make sure that they are JSON; who reads a file a second time knows.
    /// - Throws: what is wrong with the file.
    func next(checked checks: Bool) throws(RecordingError) -> [Found] {
        var found: [Found] = []
        while found.isEmpty {
            let read: Int
            do throws(ContentsError) { read = try contents.read(into: piece) } catch { throw RecordingError(error, path: path) }
            guard read > 0 else {
                try requireEnd()
                return []
            }
            for byte in piece[..<read] {
                if byte == 0x0A { line += 1 }
                if depth == 0 {
                    try step(byte)
                } else if take(byte) {
                    count += 1
                    found.append(Found(bytes: object[...], number: count, line: firstLine))
                }
                guard object.count <= Self.longest else {
                    throw refusal("an object of more than \(Self.longest) bytes, which is no moment", at: firstLine)
                }
            }
        }
        if checks { try check(found) }
        return found
    }

    /// Takes a byte of an object.
    ///
    /// - Returns: whether the object ends with it.
    private func take(_ byte: UInt8) -> Bool {
        object.append(byte)
        if isInText {
            if isEscaped { isEscaped = false } else if byte == 0x5C { isEscaped = true } else if byte == 0x22 { isInText = false }
            return false
        }
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        return depth == 0
    }

    /// Takes a byte between objects.
    private func step(_ byte: UInt8) throws(RecordingError) {
        if [0x20, 0x09, 0x0A, 0x0D].contains(byte) { return }
        switch (place, byte) {
        case (.beginning, UInt8(ascii: "[")): place = .element
        // A byte order mark.
        case (.beginning, 0xEF), (.beginning, 0xBB), (.beginning, 0xBF): break
        case (.beginning, UInt8(ascii: "{")), (.line, UInt8(ascii: "{")), (.element, UInt8(ascii: "{")):
            place = place == .element ? .separator : .line
            (object, firstLine, depth) = ([byte], line, 1)
        case (.separator, UInt8(ascii: ",")): place = .element
        case (.separator, UInt8(ascii: "]")), (.element, UInt8(ascii: "]")): place = .end
        default:
            throw refusal("of JSON an array of objects is read, or an object a line, one for each moment; this is none", at: line)
        }
    }

    private func requireEnd() throws(RecordingError) {
        guard depth == 0 else { throw refusal("the file ends within object \(count + 1), which begins here", at: firstLine) }
        guard place != .element, place != .separator else {
            throw refusal("the file ends within its array; the last bracket is missing", at: line)
        }
    }

    /// What is well-formed is Foundation's to say.
    private func check(_ found: [Found]) throws(RecordingError) {
        var all: [UInt8] = [UInt8(ascii: "[")]
        for object in found { all += object.bytes + [UInt8(ascii: ",")] }
        all[all.count - 1] = UInt8(ascii: "]")
        guard !isJSON(all) else { return }
        let wrong = found.first { !isJSON(Array($0.bytes)) } ?? found[0]
        throw refusal(
            "object \(wrong.number) is no JSON; names and texts stand in quotation marks, numbers are finite", at: wrong.line)
    }

    private func isJSON(_ bytes: [UInt8]) -> Bool { (try? JSONDecoder().decode(Anything.self, from: Data(bytes))) != nil }

    private struct Anything: Decodable { init(from decoder: any Decoder) throws {} }

    private func refusal(_ reason: String, at line: Int) -> RecordingError {
        .row(path: path, line: line, reason: Sentence(reason))
    }
}
