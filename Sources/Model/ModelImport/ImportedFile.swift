import Files
import Formatting

/// A file to import.
enum ImportedFile {
    /// Its bytes.
    ///
    /// - Parameter limit: the most bytes that are read.
    /// - Throws: that it cannot be read, or is larger.
    static func bytes(at path: String, limit: Int) throws(ImportError) -> [UInt8] {
        do throws(FileError) {
            return try WholeFile.bytes(ofFileAt: path, limit: limit)
        } catch {
            throw ImportError(error.code == .tooLarge ? .malformed : .unreadable, file: path, problem: Sentence(error.problem))
        }
    }
}
