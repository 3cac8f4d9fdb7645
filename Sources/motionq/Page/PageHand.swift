import Files
import Formatting
import GuidedSessions
import LivePage
import Synchronization
import Threads

/// What is done at once for somebody at a page, while the board is followed: on the server's thread, or one of its own.
final class PageHand: Sendable {
    /// The keys of the recorder that leads gestures which are shown; nil while none does.
    private let keys = Mutex<PressedKeys?>(nil)

    func lead(_ keys: PressedKeys?) { self.keys.withLock { $0 = keys } }

    /// - Returns: false of an order that is for whoever follows the board.
    func obeys(_ order: PageOrder, page: RunPage, folder: WorkFolder) -> Bool {
        switch order {
        case .again: keys.withLock { $0?.press(.again) }
        case .keep(let label, let range) where page.stage != .looking: keep(range, as: label, page, folder)
        // What goes on is not ended by a look.
        case .look, .resume: return ![.watching, .recognising, .looking].contains(page.stage)
        case .keep: break
        default: return false
        }
        return true
    }

    private func keep(_ range: Range<Int>, as label: String, _ page: RunPage, _ folder: WorkFolder) {
        let stretch = page.stretch(range)
        do {
            try OwnThread.start {
                do {
                    try PageWords.requireName(label)
                    guard let stretch else { throw Refusal(.noInput, "there is no motion yet that could be kept") }
                    try folder.make()
                    let name = folder.newRecording(label)
                    try stretch.keep(
                        RecorderOptions(
                            plan: RecordingPlan(labels: [label], repetitions: 1, seconds: nil, rest: 1, restLabel: "rest"),
                            subject: "me", session: name, path: folder.recording(name), fit: DataSetFit(), cues: nil,
                            program: "motionq \(MotionQ.version)"))
                    page.mark(range, as: label)
                    page.tell {
                        $0.kept.append(name)
                        ($0.trouble, $0.verdict) = ("", "kept as \(printable(Path.name(of: folder.recording(name))))")
                    }
                } catch {
                    let sentence = PageWords.sentence(error)
                    page.tell { $0.trouble = sentence }
                }
            }
        } catch {
            page.tell { $0.trouble = "\(error)" }
        }
    }
}
