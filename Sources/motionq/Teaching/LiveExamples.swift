import ArgumentParser
import Files
import Formatting
import Foundation
import GuidedSessions
import LiveLoop
import MotionQWorkshop
import Recordings

/// Examples that a person makes now, one after the other: each is asked for, cut out of the motion when it is over, and heard.
struct LiveExamples {
    let choice: ChosenPort
    /// Where the recording of it is kept; nil: nowhere.
    let keep: String?
    let speaks: Bool
    let json: Bool
    /// Where a page shows it, too.
    let page: PagePort?

    /// Asks for the examples of a plan.
    ///
    /// - Returns: the recording, each example called by its label.
    /// - Throws: a refusal, or the end with 130 if somebody ended it before all were made.
    func record(_ plan: ExamplePlan) throws -> Recording {
        let folder = try keep == nil ? ScratchFolder() : nil
        defer { folder?.remove() }
        let path = keep ?? Path.joined(folder?.path ?? ".", "examples.csv")
        var live = choice.liveOptions
        live.rate = plan.rate
        live.cues = CueQueue()
        let result = try RecordSession(
            plan.recorderOptions(path, cues: live.cues), choice: choice, live: live, speaks: speaks, asks: false, json: json,
            display: display, page: page
        ).run()
        let all = plan.labels.count * plan.count
        guard result.repetitions == all else {
            let kept = keep != nil && result.repetitions > 0 ? "; what was made is in \(printable(path))" : ""
            Output.note("motionq: \(result.repetitions) of \(all) examples were made: nothing is taught\(kept)")
            throw ExitCode(128 + SIGINT)
        }
        return try RecordingReader().read(path)
    }

    private var display: any RecordDisplay {
        if json { return JSONTeachDisplay() }
        return Terminal.drawsPictures ? TeachView() : PlainTeachDisplay()
    }
}

extension ExamplePlan {
    /// How a recorder carries it out.
    func recorderOptions(_ path: String, cues: CueQueue?) -> RecorderOptions {
        RecorderOptions(
            plan: RecordingPlan(
                labels: labels, repetitions: count, strokes: strokes, settle: Self.settleSeconds, rest: Self.restSeconds,
                restLabel: Self.restLabel),
            subject: "me", session: "examples", path: path, fit: DataSetFit(), rate: rate, takesOtherRates: true,
            needed: Set(inputs), cues: cues, program: "motionq \(MotionQ.version)")
    }
}
