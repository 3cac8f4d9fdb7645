import Recordings

/// A file of moments as the lines of a table with tabs between its columns, without a header.
final class MomentLines {
    private let objects: MomentObjects
    private let columns: MomentColumns
    private let path: String
    private var found: ArraySlice<MomentObjects.Found> = []
    private var line: Lines?
    /// The line of the file in which the object begins that was given last, from 1.
    private(set) var number = 0

    init(_ path: String, _ columns: MomentColumns) throws(RecordingError) {
        objects = try MomentObjects(path)
        (self.path, self.columns) = (path, columns)
    }

    /// The next moment, there until the next call; nil after the last.
    func next() throws(RecordingError) -> UnsafeRawBufferPointer? {
        if found.isEmpty { found = try objects.next(checked: false)[...] }
        guard let object = found.popFirst() else { return nil }
        number = object.line
        line = try Lines(of: columns.line(object.bytes) + "\n", path: path)
        return try line?.next()
    }
}
