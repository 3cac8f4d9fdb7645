import Formatting
import LiveLoop
import MotionCore
import SignalProcessing
import WireProtocol

/// Where a device with a magnetic field points, for those who watch it.
struct Compass {
    private let iron: (HelloMessage) -> IronCorrection?
    private var follower: HeadingFollower?
    private var newest: MagneticHeading.Heading?

    /// - Parameter iron: what is known of it about a device's magnetometer.
    init(_ iron: @escaping (HelloMessage) -> IronCorrection?) { self.iron = iron }

    /// `heading 123° (magnetic north, calm)`; nil of a device without a magnetic field.
    var words: String? { follower == nil ? nil : newest?.words ?? "no heading: the field has not been calm" }

    mutating func linkChanged(_ change: LinkChange) {
        switch change {
        case .session(let hello): (follower, newest) = (HeadingFollower(hello.sensor, iron: iron(hello)), nil)
        case .gap, .restarted: restart()
        default: break
        }
    }

    mutating func samplesReceived(_ samples: LiveSamples) {
        guard follower != nil else { return }
        for index in 0..<samples.count { newest = follower?.push(samples, at: index) }
    }

    mutating func momentsDropped(_ dropped: DroppedMoments) {
        if dropped.samples > 0 { restart() }
    }

    private mutating func restart() {
        follower?.restart()
        newest = nil
    }
}

extension MagneticHeading.Heading {
    /// `heading 123° (magnetic north, calm)`.
    var words: String {
        String(printing: "heading %.0f° ", degrees.rounded() < 360 ? degrees : 0)
            + "(magnetic north, \(isCalm ? "calm" : "carried on by the gyroscope"))"
    }
}
