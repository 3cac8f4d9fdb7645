/// Something to be timed: work that can be done any number of times in a row.
public struct Contender {
    public let name: String
    /// Items are done in multiples of this, so that every burst does the same: a stream's hop, otherwise 1.
    public let grain: Int
    /// Does so many items, going on where it stopped, and returns a number that depends on all results, so that no work can be left
    /// out.
    public let work: (_ items: Int) -> UInt64

    public init(_ name: String, grain: Int = 1, work: @escaping (_ items: Int) -> UInt64) {
        self.name = name
        self.grain = grain
        self.work = work
    }
}
