import CBoard

/// A ring between an interrupt handler and the main loop: one of them writes, the other reads, and neither waits.
///
/// The counts are read and written as registers are, so that each side sees what the other did.
struct Ring<Element: BitwiseCopyable> {
    private let written: Register
    private let taken: Register
    private let lostCount: Register
    private let elements: UnsafeMutablePointer<Element>
    private let capacity: UInt32

    /// - Parameter capacity: a power of two.
    @inline(__always)
    init(_ counts: UnsafeMutablePointer<board_ring>, _ elements: UnsafeMutablePointer<Element>, capacity: UInt32) {
        let base = UInt(bitPattern: counts)
        written = register(base, 0)
        taken = register(base, 4)
        lostCount = register(base, 8)
        self.elements = elements
        self.capacity = capacity
    }

    /// Elements that wait.
    @inline(__always)
    var count: UInt32 { written.load() &- taken.load() }

    /// Elements that there is room for.
    @inline(__always)
    var room: UInt32 { capacity &- count }

    /// Elements that came since the start, those that found no room among them. For the writer.
    @inline(__always)
    var total: UInt32 { written.load() &+ lostCount.load() }

    /// The writer's side. Without room the element is counted and dropped.
    @inline(__always)
    func append(_ element: Element) {
        guard room > 0 else {
            lostCount.store(lostCount.load() &+ 1)
            return
        }
        let end = written.load()
        elements[Int(end & (capacity &- 1))] = element
        board_order_writes()
        written.store(end &+ 1)
    }

    /// The reader's side: the oldest element, if one waits.
    @inline(__always)
    func next() -> Element? {
        guard count > 0 else { return nil }
        let start = taken.load()
        let element = elements[Int(start & (capacity &- 1))]
        board_order_writes()
        taken.store(start &+ 1)
        return element
    }
}
