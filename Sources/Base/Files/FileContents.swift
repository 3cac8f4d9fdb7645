import Foundation

/// The contents of a file, a piece at a time; what is packed with gzip is unpacked on the way. It holds 64 KB of the file and
/// zlib's window, however much there is to read.
package final class FileContents {
    private let path: String
    private let limit: Int
    private let descriptor: Int32
    private let packed = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    /// Bytes of the file that were read and not yet handed on.
    private var waiting = 0..<0
    private var gunzip: Gunzip?
    private var count = 0

    /// Opens a regular file; as `WholeFile.bytes`, it refuses others before it opens them.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that may be read from it, unpacked: a few kilobytes of gzip can otherwise go on for ever.
    ///   - asStored: gives the bytes of the file, packed or not.
    package init(ofFileAt path: String, limit: Int, asStored: Bool = false) throws(ContentsError) {
        self.path = path
        self.limit = limit
        let status: stat
        do throws(FileError) {
            (status, descriptor) = try WholeFile.opened(path)
        } catch {
            packed.deallocate()
            throw .file(error)
        }
        try fill()
        // As every gzip file starts.
        if !asStored, waiting.count >= 2, packed[0] == 0x1F, packed[1] == 0x8B {
            do throws(GzipFault) { gunzip = try Gunzip() } catch { throw .gzip(error) }
        } else if Int(status.st_size) > limit {
            throw .file(WholeFile.tooLarge(path, limit))
        }
    }

    deinit {
        close(descriptor)
        packed.deallocate()
    }

    /// Puts what comes next into a buffer that is not empty.
    ///
    /// - Returns: how many bytes; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ContentsError) -> Int {
        let made = if let gunzip { try unpack(gunzip, into: buffer) } else { try copy(into: buffer) }
        count += made
        if count > limit {
            throw gunzip == nil ? .file(WholeFile.tooLarge(path, limit)) : .gzip(.tooLarge(limit: limit))
        }
        return made
    }

    private func copy(into buffer: UnsafeMutableRawBufferPointer) throws(ContentsError) -> Int {
        if waiting.isEmpty { try fill() }
        let part = waiting.prefix(buffer.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: packed[part]))
        waiting = part.upperBound..<waiting.upperBound
        return part.count
    }

    private func unpack(_ gunzip: Gunzip, into buffer: UnsafeMutableRawBufferPointer) throws(ContentsError) -> Int {
        while true {
            if waiting.isEmpty { try fill() }
            do throws(GzipFault) {
                let (taken, made) = try gunzip.step(UnsafeRawBufferPointer(rebasing: packed[waiting]), into: buffer)
                let isAtEnd = waiting.isEmpty
                waiting = waiting.lowerBound + taken..<waiting.upperBound
                if made > 0 { return made }
                if isAtEnd {
                    try gunzip.finish()
                    return 0
                }
            } catch {
                throw .gzip(error)
            }
        }
    }

    /// Reads more of the file; nothing is waiting then at its end only.
    private func fill() throws(ContentsError) {
        while true {
            let count = Foundation.read(descriptor, packed.baseAddress, packed.count)
            if count >= 0 { return waiting = 0..<count }
            let failure = SystemFailure(errno: errno)
            if failure.errno != EINTR { throw .file(FileError(reading: path, failure)) }
        }
    }
}

/// Why contents cannot be read.
package enum ContentsError: Error, Sendable, Equatable {
    /// What the file system says, or its size.
    case file(FileError)
    /// Its gzip data cannot be unpacked.
    case gzip(GzipFault)
}
