import CAllocationCounter

/// Blocks of memory that the calling thread asks for while `work` runs; nil where that cannot be counted (not glibc, or a
/// sanitizer).
public func allocations(during work: () -> Void) -> Int? {
    guard allocation_counter_works() else { return nil }
    allocation_counter_begin()
    work()
    return Int(allocation_counter_end())
}
