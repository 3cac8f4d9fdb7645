import CProgram

extension bundled_file {
    /// A copy of the file's bytes.
    var copied: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: count)) }
}
