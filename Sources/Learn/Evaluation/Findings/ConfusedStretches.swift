import Recordings

/// Windows in a row of one session that truly were one label and were given one in Q15: a stretch behind a cell of the confusion
/// matrix.
public struct ConfusedStretch: Sendable, Equatable {
    /// Number of the session among those that were evaluated, from 0.
    public internal(set) var number: Int
    public let session: String
    public let person: String
    public let truth: Int
    public let answer: Int
    public let windows: Int
    /// Of the session, from the first window's first sample to the last one's last.
    public let samples: Range<Int>
    /// From the first to the last of them, in seconds by the recording's time stamps.
    public let seconds: ClosedRange<Double>
}

/// Stretches behind each cell of the confusion matrix: the longest, and of equally long ones the earliest.
struct ConfusedStretches {
    /// `[truth * labels + answer]`, the longest first.
    private var cells: [[ConfusedStretch]]
    private var sessions = 0
    private let labels: Int
    /// Samples of a window.
    private let length: Int

    /// More would not be looked at.
    static let mostOfCell = 12

    /// - Parameter length: of a window, in samples.
    init(labels: Int, length: Int) {
        (self.labels, self.length) = (labels, length)
        cells = Array(repeating: [], count: labels * labels)
    }

    /// By the true label and the answer, and in a cell the longest first.
    var all: [ConfusedStretch] { cells.flatMap { $0 } }

    /// Takes in a session's windows.
    mutating func add(_ session: EvaluatedSession, person: String) {
        defer { sessions += 1 }
        let answers = session.q15Answers
        var first = 0
        while first < answers.count {
            var last = first
            while last + 1 < answers.count, answers[last + 1] == answers[first], session.truths[last + 1] == session.truths[first] {
                last += 1
            }
            if let truth = session.truths[first] {
                let samples = max(0, session.q15[first].endSample - length)..<session.q15[last].endSample
                insert(
                    ConfusedStretch(
                        number: sessions, session: session.session.name, person: person, truth: truth, answer: answers[first],
                        windows: last - first + 1, samples: samples, seconds: Self.seconds(samples, of: session.session)))
            }
            first = last + 1
        }
    }

    /// Takes over what was found in sessions that come later.
    mutating func merge(_ later: ConfusedStretches) {
        for var stretch in later.all {
            stretch.number += sessions
            insert(stretch)
        }
        sessions += later.sessions
    }

    private static func seconds(_ samples: Range<Int>, of session: RecordedSession) -> ClosedRange<Double> {
        let (begin, end) = (session.timestamps[samples.lowerBound], session.timestamps[samples.upperBound - 1])
        return begin / 1000...max(begin, end) / 1000
    }

    private mutating func insert(_ stretch: ConfusedStretch) {
        let cell = stretch.truth * labels + stretch.answer
        let place = cells[cell].firstIndex { $0.windows < stretch.windows } ?? cells[cell].count
        guard place < Self.mostOfCell else { return }
        cells[cell].insert(stretch, at: place)
        cells[cell].removeLast(max(0, cells[cell].count - Self.mostOfCell))
    }
}
