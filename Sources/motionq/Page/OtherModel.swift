import Formatting
import LiveLoop
import LivePage
import MotionRecognition
import WireProtocol

/// Another model that is shown the same motion: pages are told what it would have said, and no light answers to it.
final class OtherModel: LiveObserver {
    private let model: MotionModel
    private let name: String
    private let page: RunPage
    private var recogniser: MotionRecogniser?

    /// - Parameter name: of the model, for pages.
    init(_ model: MotionModel, named name: String, on page: RunPage) {
        (self.model, self.name, self.page) = (model, name, page)
    }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        switch change {
        case .session(let hello):
            do throws(MotionError) {
                recogniser = try MotionRecogniser(model, sensor: hello.sensor)
            } catch {
                recogniser = nil
                page.say("\(name) cannot be compared: \(error)")
            }
        case .gap, .restarted: recogniser?.restart()
        case .disconnected: recogniser = nil
        default: break
        }
    }

    func momentsDropped(_ dropped: DroppedMoments) { if dropped.samples > 0 { recogniser?.restart() } }

    func samplesReceived(_ samples: LiveSamples) {
        guard let recogniser else { return }
        for index in 0..<samples.count {
            let counts = (0..<samples.channels).map { samples.rawCount(index, $0) }
            for window in recogniser.push(counts: counts, at: Double(samples.streamTime(index)) / 1e6) {
                if let event = window.event { tell(event) }
            }
        }
    }

    private func tell(_ event: MotionEvent) {
        var line = JSONLine(type: "other")
        line.add("model", name)
        line.add("name", event.label)
        line.add("phase", event.phase == .entered ? "enter" : "exit")
        line.add("time_ms", event.time * 1000, digits: 3)
        page.report(line)
    }
}
