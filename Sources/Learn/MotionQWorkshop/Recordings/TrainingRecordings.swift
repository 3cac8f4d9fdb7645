import Formatting
public import MotionCore

/// Labelled recordings to learn from, how they become windows, and whose motion is kept out of the learning.
public struct TrainingRecordings: Sendable {
    /// The recordings to learn from; those who validate and those who are tested are among them.
    public var source: RecordingSource
    /// The classes in their order; other labels are not learned. Nil: every label but “none”.
    public var labels: [String]?
    /// Labels that are called otherwise: from the recordings' to the network's.
    public var renamed: [String: String] = [:]
    /// Samples per second to which the recordings are brought; nil: their own.
    public var rate: Double?
    /// A window's length in samples, 1 … 4096; nil: `windowSeconds`, or half of the median gesture, 0.5 to 2 s; one sample for a
    /// network without a state, and for strokes what holds most of them.
    public var window: Int?
    /// A window's length in seconds, 0.01 … 60, where `window` is nil.
    public var windowSeconds: Double?
    /// Samples between the beginnings of two windows, 1 … 4096; nil: `hopSeconds`, or a quarter of the window.
    public var hop: Int?
    /// Seconds between the beginnings of two windows, 0.01 … 60, where `hop` is nil.
    public var hopSeconds: Double?
    /// Whether somebody says how long windows are, and how far apart.
    var fixesWindow: Bool { window != nil || windowSeconds != nil }
    var fixesHop: Bool { hop != nil || hopSeconds != nil }
    /// Forms in which a whole stroke, a stretch of one label, fills a window; of several the one is taken that does best on people
    /// kept out. Nil: overlapping windows, and no strokes.
    public var strokeForms: [StrokeForm]?
    /// Whether windows in which labels change are left out; otherwise the most frequent label counts.
    public var dropsMixed = false
    /// The people to learn from; empty: everybody.
    public var subjects: [String] = []
    /// Which motion decides what weights are kept.
    public var validation = ValidationChoice.none
    /// People who are kept out, and on whom the network is compared at the end.
    public var testSubjects: [String] = []

    /// - Parameter source: recordings of everybody.
    public init(_ source: RecordingSource) { self.source = source }

    /// Refuses numbers that recordings cannot be cut by; `TrainingRequest.run` and `SearchRequest.run` do so as well.
    ///
    /// - Throws: `RequestError` with the setting's name and its range.
    public func check() throws(RequestError) {
        switch validation {
        case .everySession(let n) where !(2...1000).contains(n):
            throw RequestError(
                .usage, "\(.validateEvery) lies between 2 and 1000: every n-th session validates, the others train")
        case .end(let share) where !(0.01...0.5).contains(share):
            throw RequestError(
                .usage, "\(.validateTime) lies between 0.01 and 0.5, a part of each session: 0.2 is the last fifth")
        default: break
        }
        try RequestError.requireRate(.rate, rate)
        try RequestError.require(.window, window, in: 1...4096)
        try RequestError.require(.hop, hop, in: 1...4096)
        try RequestError.require(.window, windowSeconds, in: 0.01...60)
        try RequestError.require(.hop, hopSeconds, in: 0.01...60)
        guard strokeForms?.isEmpty != true else {
            throw RequestError(.usage, "\(.strokeForm) names no form; there are stretch, end and centre")
        }
    }
}

/// Which motion decides what weights are kept and how long learning takes.
public enum ValidationChoice: Sendable {
    /// Some people judge for a while, and then the network learns from everybody.
    case none
    /// These people.
    case subjects([String])
    /// The sessions of these names.
    case sessions([String])
    /// Every n-th session of each label, n from 2 to 1000: other recordings of the same people.
    case everySession(Int)
    /// The end of every session, a share of 0.01 … 0.5 of it: later motion of the same people and sessions.
    case end(share: Double)
    /// Other recordings, of other people.
    case recordings(RecordingSource)
}
