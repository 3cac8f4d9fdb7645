import ArgumentParser
import Files
import Formatting
import Foundation
import GuidedSessions
import LiveLoop
import Recordings
import Segmentation

/// Examples that a person makes now, one after the other: each is asked for, cut out of the motion when it is over, and heard.
struct LiveExamples {
    let labels: [String]
    /// Of each label.
    let count: Int
    let choice: ChosenPort
    /// Where the recording of it is kept; nil: nowhere.
    let keep: String?
    let speaks: Bool
    let json: Bool

    /// Seconds after one in which the hand goes back, and after the last one, which can still be thrown away.
    private static let (settle, rest) = (1.5, 1.5)
    /// What is between them.
    static let restLabel = "rest"
    static let most = 100

    /// Asks for the examples.
    ///
    /// - Parameters:
    ///   - strokes: how they are cut.
    ///   - rate: samples per second that the device is asked for; at another one it is resampled.
    ///   - needed: columns that the device must measure.
    /// - Returns: the recording, each example called by its label.
    /// - Throws: a refusal, or the end with 130 if somebody ended it before all were made.
    func record(_ strokes: StrokeSettings, rate: Double, needed: [String]) throws -> Recording {
        let folder = try keep == nil ? ScratchFolder() : nil
        defer { folder?.remove() }
        let path = keep ?? Path.joined(folder?.path ?? ".", "examples.csv")
        var live = choice.liveOptions
        live.rate = rate
        live.cues = CueQueue()
        let options = RecorderOptions(
            plan: RecordingPlan(
                labels: labels, repetitions: count, strokes: strokes, settle: Self.settle, rest: Self.rest,
                restLabel: Self.restLabel),
            subject: "me", session: "examples", path: path, fit: DataSetFit(), rate: rate, takesOtherRates: true,
            needed: Set(needed), cues: live.cues, program: "motionq \(MotionQ.version)")
        let result = try RecordSession(
            options, choice: choice, live: live, speaks: speaks, asks: false, json: json, display: display
        ).run()
        guard result.repetitions == labels.count * count else {
            let kept = keep != nil && result.repetitions > 0 ? "; what was made is in \(printable(path))" : ""
            Output.note("motionq: \(result.repetitions) of \(labels.count * count) examples were made: nothing is taught\(kept)")
            throw ExitCode(128 + SIGINT)
        }
        return try RecordingReader().read(path)
    }

    private var display: any RecordDisplay {
        if json { return JSONTeachDisplay() }
        return isatty(1) == 1 ? TeachView() : PlainTeachDisplay()
    }
}
