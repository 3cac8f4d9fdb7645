import Foundation
package import LiveLoop
import MotionCore
import MotionQWorkshop
package import WireProtocol

/// What the live loop tells, on its observers' queue.
extension RunPage: LiveObserver {
    package func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        locked {
            switch change {
            case .session(let hello):
                if let board = aside { (stream, aside) = (board, nil) }
                facts[.shown] = nil
                if stream?.goOn(with: hello) != true {
                    stream = PageStream(hello, labels: labels.count, epoch: (stream?.epoch ?? 0) + 1)
                }
                lights.allOff()
                (standing.device, standing.held, standing.isHere) = (hello.name.text, "", true)
                reasons?.interrupt()
                if work != nil { settle { $0.takesNetworks = hello.capabilities.contains(.installs) } }
            case .gap(let samples):
                stream?.lose(samples)
                reasons?.interrupt()
            case .restarted, .rateWrong, .rateRight, .rangesFound: reasons?.interrupt()
            case .failsafe: lights.allOff()
            case .disconnected:
                lights.allOff()
                (standing.held, standing.isHere) = ("", false)
            default: break
            }
            if case .statistics = change {
                // Of the last two seconds.
                let jitter = stream.flatMap { $0.signal.jitter(of: Int(saturating: 2 * $0.rate)) }
                facts[.counts] = statistics.pageLine(jitter: jitter)
            } else {
                lines?.linkChanged(change, statistics: statistics)
                if let sentence = change.sentence { note(sentence.worded(by: wording)) }
            }
        }
    }

    package func samplesReceived(_ samples: LiveSamples) {
        let arrived = Date().timeIntervalSince1970 * 1000
        locked { stream?.append(samples, arrived: arrived) }
    }

    package func windowClassified(_ window: LiveWindow) {
        locked {
            let before = reasons
            stream?.append(
                window, because: reasons?.reason(of: window), isAfterGap: before?.isInterrupted ?? false,
                isAfterEnd: model.readsStrokes || before?.isAbandoned ?? false)
            guard window.decision.phase == .enter || window.decision.phase == .exit, let label = window.decision.active else {
                return
            }
            standing.held = window.decision.phase == .enter ? name(of: label) : ""
            let event = event(
                label, enters: window.decision.phase == .enter, at: window.streamTime,
                confidence: window.decision.confidence.q15Value)
            journal.append(event.line)
        }
    }

    package func labelAbandoned(_ label: Int, streamTime: UInt64) {
        locked {
            reasons?.abandon(at: streamTime)
            standing.held = ""
            journal.append(event(label, enters: false, at: streamTime, confidence: nil).line)
        }
    }

    package func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) {
        let now = Date().timeIntervalSince1970 * 1000
        locked {
            lights.settle(outcome, now: now)
            lines?.feedbackSettled(outcome)
        }
    }

    package func messageReceived(_ message: DeviceMessage) { locked { lines?.messageReceived(message) } }
    package func windowShadowed(_ comparison: ShadowComparison) { locked { lines?.windowShadowed(comparison) } }

    package func momentsDropped(_ dropped: DroppedMoments) {
        locked {
            stream?.lose(Int(dropped.samples))
            lines?.momentsDropped(dropped)
        }
    }
}
