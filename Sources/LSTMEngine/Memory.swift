/// Zeroed memory on a 64-byte boundary, at least one line long, so that whole vectors may be loaded past the last element.
func allocateZeroed<Element: BitwiseCopyable>(_ type: Element.Type, count: Int) -> UnsafeMutablePointer<Element> {
    let bytes = allocatedBytes(type, count: count)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    return memory.assumingMemoryBound(to: Element.self)
}

/// What `allocateZeroed` takes for so many elements.
func allocatedBytes<Element: BitwiseCopyable>(_ type: Element.Type, count: Int) -> Int {
    roundedUp(max(count, 1) * MemoryLayout<Element>.stride, to: 64)
}

/// The next multiple, for buffers that whole blocks or pairs are read from.
@_noAllocation
func roundedUp(_ value: Int, to multiple: Int) -> Int {
    (value + multiple - 1) / multiple * multiple
}
