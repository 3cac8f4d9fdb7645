/// An `EventStream` in memory of its own: window probabilities in, events out. Allocates nothing after `init`.
public final class DecisionEngine {
    private let memory: UnsafeMutableRawPointer
    private var events: EventStream

    /// No window seen, no label active.
    ///
    /// - Parameters:
    ///   - labels: how many there are, 1 or more.
    ///   - parameters: how scores become events; its rest label, if any, is below `labels`.
    public init(labels: Int, parameters: DecisionParameters) {
        memory = .allocate(byteCount: EventStream.bytes(labels: labels, parameters: parameters), alignment: 8)
        events = EventStream(labels: labels, parameters: parameters, memory: memory)
    }

    deinit {
        memory.deallocate()
    }

    /// The label that was entered and not yet left.
    public var activeLabel: Int? {
        @_noAllocation get { events.activeLabel }
    }

    /// One probability (Q15) of the window that `decide` will judge.
    @_noAllocation
    public func set(_ label: Int, _ probability: Int16) { events.set(label, probability) }

    /// The window that `decide` will judge is unlike all that was learned: nothing was meant by it.
    @_noAllocation
    public func setUnknown() { events.setUnknown() }

    /// Judges the window whose probabilities were set.
    ///
    /// - Parameter time: when it ended, in microseconds on any clock that does not go back.
    @_noAllocation
    public func decide(at time: UInt64) -> Decision { events.decide(at: time) }

    /// The stream has a gap: forgets the scores. What is active stays so until a window decides otherwise, or `abandon`.
    @_noAllocation
    public func interrupt() { events.interrupt() }

    /// Takes over what another engine holds, of whose past only the last windows are known here. No label is kept quiet.
    ///
    /// - Parameter leaving: whether the last window left a label there, so that evidence begins anew.
    @_noAllocation
    public func adopt(active label: Int?, leaving: Bool) { events.adopt(active: label, leaving: leaving) }

    /// Bits of evidence for a label since the sums were forgotten, Q8. Only where evidence decides.
    @_noAllocation
    package func evidence(of label: Int) -> Int32 { events.evidence(of: label) }

    /// The smoothed probability of a label, Q15, that the last window was judged by.
    @_noAllocation
    package func score(of label: Int) -> Int16 { events.score(of: label) }

    /// The stream is over, or silent for too long.
    ///
    /// - Returns: the label that was active and is left hereby.
    @_noAllocation
    public func abandon(at time: UInt64) -> Int? { events.abandon(at: time) }
}
