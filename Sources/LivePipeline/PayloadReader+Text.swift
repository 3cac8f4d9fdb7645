import WireProtocol

extension PayloadReader {
    /// The rest of the payload as text; bytes that are no UTF-8 become replacement characters.
    func text(from offset: Int) -> String {
        String(decoding: UnsafeBufferPointer(start: bytes + offset, count: count - offset), as: UTF8.self)
    }
}
