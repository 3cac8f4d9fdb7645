import Capture
import Formatting
import Foundation
import GuidedSessions
import LiveLoop

/// One recording, from the port's opening to the question whether to keep it.
struct RecordSession {
    private let options: RecorderOptions
    private let choice: ChosenPort
    private let live: LiveOptions
    private let asks: Bool
    private let json: Bool
    private let speaks: Bool
    /// Who shows it; nil: as recordings are shown.
    private let shown: (any RecordDisplay)?
    /// Where a page shows it, too.
    private let page: PagePort?

    init(
        _ options: RecorderOptions, choice: ChosenPort, live: LiveOptions, speaks: Bool, asks: Bool, json: Bool,
        display: (any RecordDisplay)? = nil, page: PagePort? = nil
    ) {
        self.options = options
        self.choice = choice
        self.live = live
        self.speaks = speaks
        self.asks = asks
        self.json = json
        shown = display
        self.page = page
    }

    /// - Returns: what came of it.
    @discardableResult
    func run() throws -> Recorder.Result {
        Interrupt.install()
        let isReplay = choice.scene.replayed != nil
        let paged = try page.map { try RecordingPage(at: $0) }
        defer { paged?.end() }
        let display = paged?.joined(to: display) ?? display
        let reporter = RecordReporter(options, display: display, speaker: speaks && !json && !isReplay ? Speaker() : nil)
        let stage = try LiveStage(reporter, isReplay: isReplay)
        display.begin(options)
        let device = try FollowedDevice(choice, observer: paged?.joined(to: stage.observer) ?? stage.observer)
        // From here on nothing throws until the terminal is as it was.
        let keys = KeyReader()
        var refusal = device.run(options: live, reconnects: true) {
            paged?.press(reporter.recorder.keys)
            while let key = keys?.next() {
                switch key {
                case .end: Interrupt.flag.raise()
                case .guide(let key): reporter.recorder.keys.press(key)
                }
            }
            return reporter.recorder.isOver
        }
        keys?.stop()
        do { try stage.end(nil) { _ in display.close() } } catch { refusal = refusal ?? error as? Refusal }
        do throws(CaptureFileError) { try choice.scene.finish() } catch { refusal = refusal ?? error.refusal }
        let recorder = reporter.recorder
        let keeps = recorder.samples == 0 || isWanted(recorder)
        do throws(RecorderError) {
            try recorder.finish(keeps: keeps)
        } catch {
            refusal = refusal ?? error.refusal
        }
        if let failure = recorder.failure { refusal = failure.refusal }
        let result = recorder.result(keeps: keeps)
        display.conclude(result, options)
        if let refusal { throw refusal }
        return result
    }

    private var display: any RecordDisplay {
        if let shown { return shown }
        if json { return JSONRecordDisplay() }
        return Terminal.drawsPictures ? RecordView() : PlainRecordDisplay()
    }

    /// Asks a person; a program keeps everything.
    private func isWanted(_ recorder: Recorder) -> Bool {
        guard asks, !json, isatty(0) == 1 else { return true }
        let made = Numbers.count(recorder.repetitions, "repetition")
        Output.write("Keep \(made) of \(printable(options.subject))? [Y/n] ", to: 2)
        let answer = readLine()?.lowercased() ?? ""
        return !["n", "no"].contains(answer)
    }
}
