import Formatting
import SwiftProtobuf

/// A kind of model file that is one protocol-buffer message, and the bounds within which it is decoded: a small file may ask for
/// more memory than a machine has.
struct MessageFile {
    /// “a” or “an”, before the name in a sentence.
    let article: String
    /// “Core ML”.
    let name: String
    /// “.mlmodel”.
    let ending: String
    /// Largest file that is read, in bytes.
    let byteLimit: Int
    /// Most protocol-buffer fields outside arrays of numbers.
    let fieldLimit: Int
    /// Where a file can repeat messages.
    let repeatedMessages: WireTree

    /// The bytes of a file.
    ///
    /// - Throws: that it cannot be read, or is larger than the limit.
    func bytes(at path: String) throws(ImportError) -> [UInt8] { try ImportedFile.bytes(at: path, limit: byteLimit) }

    /// The message in the bytes of a file.
    ///
    /// - Throws: that it is too large, has too many fields, is cut short or damaged; `file` names it.
    func message<Decoded: Message>(_ bytes: [UInt8], file: String) throws(ImportError) -> Decoded {
        guard bytes.count <= byteLimit else {
            throw ImportError(
                .malformed, file: file, problem: "is larger than the \(byteLimit >> 20) MB \(article) \(name) model may have")
        }
        let fieldCount: Int?
        do {
            fieldCount = try repeatedMessages.fieldCount(of: bytes, limit: fieldLimit)
        } catch {
            throw ImportError(
                .malformed, file: file, problem: "is no \(name) model, or is cut short: name a complete \(ending) file")
        }
        guard fieldCount != nil else {
            throw ImportError(.malformed, file: file, problem: "has more than \(fieldLimit) fields: it is no motion model")
        }
        guard let message = try? Decoded(serializedBytes: bytes) else { throw damage(file) }
        return message
    }

    /// That a file holds no model.
    func damage(_ file: String) -> ImportError {
        ImportError(.malformed, file: file, problem: "is no \(name) model, or is damaged: copy or export it again")
    }
}
