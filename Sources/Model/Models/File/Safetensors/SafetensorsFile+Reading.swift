import Files
import Formatting
import Foundation

extension SafetensorsFile {
    /// Reads a safetensors file of at most ``fileLimit`` bytes.
    ///
    /// - Parameter leavingOut: the beginning of the names of tensors that are not wanted. Their places are checked all the same.
    public init(readingFileAt path: String, leavingOut: String? = nil) throws(ModelFileError) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try WholeFile.bytes(ofFileAt: path, limit: Self.fileLimit)
        } catch {
            throw ModelFileError(error)
        }
        try self.init(bytes: bytes, file: path, leavingOut: leavingOut)
    }

    /// Reads the bytes of a safetensors file; `file` names it in errors.
    public init(bytes: [UInt8], file: String, leavingOut: String? = nil) throws(ModelFileError) {
        guard bytes.count <= Self.fileLimit else {
            throw .init(.tooLarge, file: file, problem: "is larger than \(Self.fileLimit >> 20) MB")
        }
        let header = try Self.headerRange(of: bytes, file: file)
        let entries = try Self.entries(inHeader: bytes[header], file: file)
        let payload = bytes[header.upperBound...]

        // Sorted by place, each tensor must begin where the one before ended, and the last must end with the file: then there
        // is no gap, no overlap and no byte that nobody asked for.
        var place = 0
        var tensors: [String: Tensor] = [:]
        var leftOut: [String] = []
        tensors.reserveCapacity(entries.tensors.count)
        let inFileOrder = entries.tensors.sorted {
            ($0.value.begin, $0.value.end, $0.key) < ($1.value.begin, $1.value.end, $1.key)
        }
        for (name, entry) in inFileOrder {
            guard entry.begin == place else {
                let kind = entry.begin > place ? "leaves a gap after" : "overlaps"
                throw .init(.malformed, file: file, part: name, problem: "\(kind) the tensor before it: export the file again")
            }
            guard entry.end <= payload.count else {
                throw .init(
                    .malformed, file: file, part: name,
                    problem: "ends \(entry.end - payload.count) bytes past the end of the file: it is cut short, copy it again")
            }
            place = entry.end
            if let leavingOut, name.hasPrefix(leavingOut) {
                leftOut.append(name)
                continue
            }
            let bytes = payload[(payload.startIndex + entry.begin)..<(payload.startIndex + entry.end)]
            tensors[name] = Tensor(elementType: entry.elementType, shape: entry.shape, bytes: Array(bytes))
        }
        guard place == payload.count else {
            throw .init(
                .malformed, file: file, problem: "has \(payload.count - place) bytes after its last tensor: export it again")
        }
        self.init(metadata: entries.metadata, tensors: tensors)
        self.leftOut = leftOut
    }

    private static func headerRange(of bytes: [UInt8], file: String) throws(ModelFileError) -> Range<Int> {
        guard bytes.count >= 8 else {
            throw .init(.malformed, file: file, problem: "is too short to be a safetensors file")
        }
        let length = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[$1]) << (8 * UInt64($1)) }
        guard length >= 2, length <= UInt64(headerLimit) else {
            throw .init(.malformed, file: file, problem: "is no safetensors file: it claims a header of \(length) bytes")
        }
        let end = 8 + Int(length)
        guard end <= bytes.count else {
            throw .init(.malformed, file: file, problem: "ends inside its header: the file is cut short, copy it again")
        }
        guard bytes[8] == UInt8(ascii: "{") else {
            throw .init(.malformed, file: file, problem: "is no safetensors file: its header is no JSON object")
        }
        return 8..<end
    }

    private static func entries(
        inHeader header: ArraySlice<UInt8>, file: String
    ) throws(ModelFileError) -> SafetensorsHeader {
        let entries: SafetensorsHeader
        do {
            entries = try JSONDecoder().decode(SafetensorsHeader.self, from: Data(header))
        } catch let fault as SafetensorsHeader.Fault {
            throw .init(.malformed, file: file, part: fault.tensor, problem: Sentence(fault.problem))
        } catch {
            throw .init(.malformed, file: file, problem: "has a header that is not valid JSON: export it again")
        }
        // A JSON object that names a key twice keeps one of them silently, so the keys are counted in the text as well.
        guard SafetensorsHeader.keyCount(inJSON: header) == entries.keyCount else {
            throw .init(.malformed, file: file, problem: "has a header that names the same key twice: export it again")
        }
        return entries
    }
}
