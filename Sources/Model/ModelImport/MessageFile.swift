import Formatting

/// A kind of model file that is one protocol-buffer message, and the bounds within which it is read.
struct MessageFile {
    /// “a” or “an”, before the name in a sentence.
    let article: String
    /// “Core ML”.
    let name: String
    /// “.mlmodel”.
    let ending: String
    /// Largest file that is read, in bytes.
    let byteLimit: Int
    /// Most protocol-buffer fields, but for those of leaves.
    let fieldLimit: Int

    /// The bytes of a file.
    ///
    /// - Throws: that it cannot be read, or is larger than the limit.
    func bytes(at path: String) throws(ImportError) -> [UInt8] { try ImportedFile.bytes(at: path, limit: byteLimit) }

    /// The message in the bytes of a file.
    ///
    /// - Throws: that it is too large, has too many fields, is cut short or damaged; `file` names it.
    func message<Message: ProtobufMessage>(_ bytes: [UInt8], file: String) throws(ImportError) -> Message {
        guard bytes.count <= byteLimit else {
            throw ImportError(
                .malformed, file: file, problem: "is larger than the \(byteLimit >> 20) MB \(article) \(name) model may have")
        }
        do throws(ProtobufFault) {
            return try ProtobufReader.message(in: bytes, fieldLimit: fieldLimit)
        } catch {
            switch error {
            case .cutShort:
                throw ImportError(
                    .malformed, file: file, problem: "is no \(name) model, or is cut short: name a complete \(ending) file")
            case .tooManyFields:
                throw ImportError(.malformed, file: file, problem: "has more than \(fieldLimit) fields: it is no motion model")
            case .damaged: throw damage(file)
            }
        }
    }

    /// That a file holds no model.
    func damage(_ file: String) -> ImportError {
        ImportError(.malformed, file: file, problem: "is no \(name) model, or is damaged: copy or export it again")
    }
}
