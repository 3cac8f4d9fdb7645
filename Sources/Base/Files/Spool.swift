import Foundation

/// Bytes that wait on the disk until it is known which files they make: a file without a name, of which nothing is left however
/// the program ends.
package final class Spool {
    private let folder: String
    private let descriptor: Int32
    private var count = 0
    private var waiting: [UInt8] = []
    private static let piece = 1 << 20

    /// - Parameter folder: the files will stand in it; it need not be there yet.
    package init(for folder: String) throws(FileError) {
        self.folder = folder
        let name = Leftover.name(in: Folder.nearest(folder))
        do throws(SystemFailure) {
            descriptor = try System.call(name) { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600 as mode_t) }
            try System.call(name) { unlink($0) }
        } catch {
            throw FileError(writing: "the folder \(folder)", error)
        }
    }

    deinit { close(descriptor) }

    /// - Returns: where the bytes lie.
    package func append(_ bytes: some Collection<UInt8>) throws(FileError) -> Range<Int> {
        waiting.append(contentsOf: bytes)
        let range = count..<count + bytes.count
        count = range.upperBound
        if waiting.count >= Self.piece { try flush() }
        return range
    }

    /// Must come before they are written to files.
    func flush() throws(FileError) {
        do throws(SystemFailure) {
            try writeAll(waiting, to: descriptor)
        } catch {
            throw FileError(writing: "the folder \(folder)", error)
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Writes some of them to a file.
    func copy(_ range: Range<Int>, to file: Int32) throws(SystemFailure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(Self.piece, range.count), alignment: 16)
        defer { buffer.deallocate() }
        var at = range.lowerBound
        while at < range.upperBound {
            let read = pread(descriptor, buffer.baseAddress, min(buffer.count, range.upperBound - at), off_t(at))
            if read < 0 {
                let failure = SystemFailure(errno: errno)
                if failure.errno != EINTR { throw failure }
                continue
            }
            guard read > 0 else { throw SystemFailure(errno: EIO) }
            try writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<read]), to: file)
            at += read
        }
    }
}

/// What a file is to hold: bytes, and then some that wait in a spool.
package struct NewContents {
    let head: [UInt8]
    let spool: Spool?
    private(set) var pieces: [Range<Int>] = []

    package init(_ bytes: [UInt8], spool: Spool? = nil) {
        head = bytes
        self.spool = spool
    }

    package mutating func append(_ piece: Range<Int>) {
        if let last = pieces.last, last.upperBound == piece.lowerBound {
            pieces[pieces.count - 1] = last.lowerBound..<piece.upperBound
        } else {
            pieces.append(piece)
        }
    }

    func write(to descriptor: Int32) throws(SystemFailure) {
        try writeAll(head, to: descriptor)
        for piece in pieces { try spool?.copy(piece, to: descriptor) }
    }
}
