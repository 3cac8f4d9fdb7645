import Files
import ForeignTables
package import Recordings

/// The files of a data set before they have names: they wait on the disk until all are whole.
package final class NewDataSet {
    private let folder: String
    private let spool: Spool
    private var files: [(name: String, source: String, contents: NewContents)] = []

    /// Bytes that are copied at a time, and that a file may have.
    private static let piece = 1 << 16
    private static let most = 4 << 30

    /// - Parameter folder: new, or empty.
    package init(in folder: String) throws(RecordingError) {
        try DataSetConversion.requireEmpty(folder)
        self.folder = folder
        do throws(FileError) { spool = try Spool(for: folder) } catch { throw RecordingError(error) }
    }

    package var names: [String] { files.map(\.name) }

    /// - Parameter source: what it is made of.
    /// - Returns: its number, for `append`.
    package func begin(_ name: String, from source: String) throws(CurationError) -> Int {
        if let known = files.first(where: { $0.name == name }) { throw .sameName(name, first: known.source, second: source) }
        files.append((name, source, NewContents([], spool: spool)))
        return files.count - 1
    }

    package func append(_ bytes: [UInt8], to file: Int) throws(RecordingError) {
        guard !bytes.isEmpty else { return }
        do throws(FileError) { files[file].contents.append(try spool.append(bytes)) } catch { throw RecordingError(error) }
    }

    /// The bytes of a file as they are.
    package func copy(_ path: String, as name: String) throws {
        let file = try begin(name, from: path)
        do {
            let contents = try FileContents(ofFileAt: path, limit: Self.most, asStored: true)
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.piece, alignment: 16)
            defer { buffer.deallocate() }
            while case let count = try contents.read(into: buffer), count > 0 { try append(Array(buffer[..<count]), to: file) }
        } catch let error as ContentsError {
            throw RecordingError(error, path: path)
        }
    }

    /// Puts them into the folder: all or none.
    package func finish() throws(RecordingError) {
        try DataSetConversion.requireEmpty(folder)
        do throws(FileError) {
            try FileSet.replace(inFolder: folder, files.map { (name: $0.name, contents: $0.contents) })
        } catch {
            throw RecordingError(error)
        }
    }
}
