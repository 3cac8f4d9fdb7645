import Files
import Formatting
import GuidedSessions
import LiveLoop
import LivePage
import Synchronization
import Threads
import WireProtocol

/// What is done at once for somebody at a page, while the board is followed: on the server's thread, or one of its own.
final class PageHand: Sendable {
    /// Who leads gestures that are shown, and where lights are asked for; nil while nobody does.
    private struct Leads {
        var keys: PressedKeys?
        var cues: CueQueue?
    }

    private let leads = Mutex(Leads())

    func lead(keys: PressedKeys? = nil, cues: CueQueue? = nil) { leads.withLock { $0 = Leads(keys: keys, cues: cues) } }

    /// - Returns: false of an order that is for whoever follows the board.
    func obeys(_ order: PageOrder, page: RunPage, folder: WorkFolder) -> Bool {
        switch order {
        case .again: leads.withLock { $0.keys?.press(.again) }
        case .light(let light): leads.withLock { $0.cues?.blink(light) }
        case .keep(let label, let range): keep(range, as: label, page, folder)
        default: return false
        }
        return true
    }

    private func keep(_ range: Range<Int>, as label: String, _ page: RunPage, _ folder: WorkFolder) {
        guard let stretch = page.stretch(range) else { return }
        do {
            try OwnThread.start {
                do {
                    try PageWords.requireName(label)
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

extension CueQueue {
    /// Lights an LED for a moment.
    fileprivate func blink(_ led: Int) {
        guard (0..<8).contains(led) else { return }
        var action = ActuatorAction(actuator: Actuator.led.rawValue, unit: UInt8(led), pattern: .on)
        action.duration = 400
        ask(action)
    }
}
