import Files
import Formatting

extension SafetensorsFile {
    /// Writes the file, replacing what stood at `path`, all or nothing: on failure the old file is untouched and nothing new is
    /// left behind.
    public func write(toFileAt path: String) throws(ModelFileError) {
        let bytes = try serialized(file: path)
        do throws(FileError) {
            try WholeFile.replace(fileAt: path, with: bytes)
        } catch {
            throw ModelFileError(error)
        }
    }

    /// The bytes of the file; equal content gives equal bytes. `file` names it in errors.
    ///
    /// The tensors stand in order of falling element size, then of name, so that each begins at a multiple of its element size
    /// after a header that is padded with spaces to a multiple of 8 bytes.
    public func serialized(file: String) throws(ModelFileError) -> [UInt8] {
        do throws(SafetensorsHeader.Fault) {
            guard tensors.count <= Self.entryLimit else {
                throw SafetensorsHeader.Fault(problem: "would have more than \(Self.entryLimit) tensors")
            }
            try SafetensorsHeader.check(metadata: metadata)
            for (name, tensor) in tensors {
                try SafetensorsHeader.check(tensorName: name)
                guard tensor.shape.count <= Self.rankLimit else {
                    throw SafetensorsHeader.Fault(problem: "would have a tensor of more than \(Self.rankLimit) dimensions")
                }
            }
        } catch {
            throw .init(.unwritable, file: file, part: error.tensor, problem: Sentence(error.problem))
        }

        let ordered = tensors.sorted { left, right in
            let (leftSize, rightSize) = (left.value.elementType.size, right.value.elementType.size)
            return leftSize != rightSize ? leftSize > rightSize : Self.precedes(left.key, right.key)
        }
        let header = Self.header(metadata: metadata, tensors: ordered)
        let size = ordered.reduce(8 + header.count) { $0 + $1.value.bytes.count }
        guard header.count <= Self.headerLimit, size <= Self.fileLimit else {
            throw .init(.tooLarge, file: file, problem: "would be larger than a safetensors file may be")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: UInt64(header.count) >> shift)) }
        bytes += header
        for (_, tensor) in ordered { bytes += tensor.bytes }
        return bytes
    }

    /// The JSON header with sorted keys, padded to a multiple of 8 bytes.
    ///
    /// Written by hand because the order in which Foundation sorts keys differs between its versions.
    private static func header(metadata: [String: String], tensors: [(key: String, value: Tensor)]) -> [UInt8] {
        var place = 0
        var members: [(name: String, json: String)] = []
        for (name, tensor) in tensors {
            let end = place + tensor.bytes.count
            let shape = tensor.shape.map(String.init).joined(separator: ",")
            members.append(
                (name, #"{"data_offsets":[\#(place),\#(end)],"dtype":"\#(tensor.elementType.rawValue)","shape":[\#(shape)]}"#))
            place = end
        }
        if !metadata.isEmpty {
            let pairs = metadata.sorted { precedes($0.key, $1.key) }.map {
                "\(JSONString.inFile($0.key)):\(JSONString.inFile($0.value))"
            }
            members.append((SafetensorsHeader.metadataKey, "{\(pairs.joined(separator: ","))}"))
        }
        members.sort { precedes($0.name, $1.name) }
        var header = Array("{\(members.map { "\(JSONString.inFile($0.name)):\($0.json)" }.joined(separator: ","))}".utf8)
        while header.count % 8 != 0 { header.append(UInt8(ascii: " ")) }
        return header
    }

    /// Order by UTF-8 bytes, the same on every platform.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
