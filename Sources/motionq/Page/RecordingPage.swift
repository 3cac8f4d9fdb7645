import GuidedSessions
import LiveLoop
import LivePage

/// A page beside a recording: it shows what is asked for, and its buttons press the recorder's keys or end it.
final class RecordingPage {
    private let shown: ShownPage
    private let keys: PressedKeys

    /// - Throws: a refusal: there is no page.
    init(at port: PagePort) throws {
        let keys = PressedKeys()
        self.keys = keys
        let page = RunPage(PageModel(), wording: CommandWording()) { order in
            switch order {
            case .again: keys.press(.again)
            case .stop: Interrupt.flag.raise()
            default: break
            }
        }
        shown = try ShownPage(page, at: port)
    }

    /// Hands on what was pressed at the page.
    func press(_ others: PressedKeys) {
        for key in keys.take() { others.press(key) }
    }

    func joined(to other: any LiveObserver) -> any LiveObserver { shown.joined(to: other) }
    func joined(to display: any RecordDisplay) -> any RecordDisplay { PagedRecordDisplay(display, on: shown.page) }
    func end() { shown.end() }
}

/// A recording that is shown on a page, too.
private final class PagedRecordDisplay: RecordDisplay {
    private let shown: any RecordDisplay
    private let page: RunPage

    init(_ shown: any RecordDisplay, on page: RunPage) { (self.shown, self.page) = (shown, page) }

    func begin(_ options: RecorderOptions) { shown.begin(options) }

    func show(_ event: RecorderEvent) {
        shown.show(event)
        page.tell { $0.follow(event) }
    }

    func linkChanged(_ change: LinkChange) { shown.linkChanged(change) }
    func samplesReceived(_ samples: LiveSamples) { shown.samplesReceived(samples) }
    func close() { shown.close() }
    func conclude(_ result: Recorder.Result, _ options: RecorderOptions) { shown.conclude(result, options) }
}
