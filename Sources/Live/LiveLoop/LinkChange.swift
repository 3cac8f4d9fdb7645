package import Formatting
public import Models
public import MotionCore
public import MotionRecognition
public import Transport
public import WireProtocol

/// A change of the connection.
public enum LinkChange: Sendable {
    /// The port is open, HELLO was sent.
    case opened(port: String)
    /// The device announced a session.
    case session(HelloMessage)
    /// The device predicts with another network than the model's; their hashes, and whether it takes one over its line.
    case otherNetwork(device: UInt64, model: UInt64, installs: Bool)
    /// The device speaks by another version of this library.
    case otherLibrary(device: ShortText)
    /// The device has none of these lights and sounds, which the feedback commands, by name; whether it has any other of them.
    case actuatorsMissing([String], hasOthers: Bool)
    /// So many samples are missing; windows start over.
    case gap(samples: Int)
    /// The device restarted without a HELLO; windows start over.
    case restarted
    /// The device's clock was set; samples go on.
    case clockSet
    /// The device has not answered a TIMESYNC.
    case clockUnknown
    /// The device does not sample at the model's rate, and does not change its own: its samples are resampled.
    case resampled(ResampledRate)
    /// The model normalises by the wearer's ranges: these channels are to be moved through theirs, for so many seconds.
    case rangesWanted(channels: [String], seconds: Double)
    /// These hardly moved, and get the same time again.
    case rangesSmall(channels: [String], seconds: Double)
    /// What the wearer's channels do, by name and in the units of recordings; for those that hardly moved the usual range stands
    /// in. Windows begin.
    case rangesFound([String: ChannelRange], usual: [String])
    /// Samples come at another rate than announced.
    case rateWrong(RateMismatch)
    /// They come as announced again.
    case rateRight
    /// The device heard nothing of this host for two seconds, and switched everything off. What shall be on is commanded again.
    case failsafe
    /// The device breaks a rule of the protocol.
    case irregular(Irregularity)
    /// The device's HELLO cannot be used.
    case helloRefused(HelloFault)
    /// Intact frames arrive, but no HELLO.
    case helloMissing(frames: UInt32)
    /// A HELLO came, but not all of the CHANNELS that it announces.
    case channelsMissing
    /// What is sent comes back: nobody else is on the line.
    case loopback
    /// Nothing was heard for three seconds.
    case silent
    /// Nothing arrives at all.
    case mute
    /// Bytes arrive, but no frame can be made of them.
    case unintelligible(bytes: UInt64)
    /// Ten seconds of motion are not what the model learned from.
    case unlikeLearned(KnownMotion.Verdict)
    /// Nothing happened: the counts, every five seconds.
    case statistics
    /// The port is gone.
    case disconnected(TransportError)
    /// One more attempt to open it failed.
    case reopening(TransportError)
}

extension LinkChange {
    /// What a person should know, if anything. One sentence without a full stop; what the device says of itself is escaped in it.
    package var sentence: Sentence? {
        switch self {
        case .opened(let port): "\(port) is open, waiting for the device"
        case .session(let hello):
            Sentence(
                printable(hello.name.count > 0 ? hello.name.text : "a device")
                    + String(printing: ": %d channels at %.4g Hz", hello.sensor.channelCount, Double(hello.sensor.rate)))
        case .otherNetwork(let device, let model, let installs):
            "the device predicts with another network (\(device.hexadecimal)) than this model (\(model.hexadecimal))"
                + (installs
                    ? "\(remedy: "\(code: .install) brings it there")"
                    : "\(remedy: "flash it with this one, or run the model that it has")")
        case .otherLibrary(let device):
            "the device's firmware is of \(printable(device.text)), this is \(LibraryVersion.text); what only one of them knows is not "
                + "used"
        case .actuatorsMissing(let names, let hasOthers):
            "the device has no \(names.joined(separator: ", ")): \(hasOthers ? "nothing happens there" : "no light or sound goes on")"
                + "\(remedy: "choose others with \(.feedback), let its firmware name them, or give a sketch of lines \(.feedbackLine)")"
        case .gap(let samples): "\(samples) samples were lost; windows start over"
        case .unlikeLearned(let verdict): verdict.reason.map { "this is not what the model learned from: \($0)" }
        case .restarted: "the device restarted; windows start over"
        case .statistics: nil
        case .clockSet: "the device's clock was set; it is asked for the time again"
        case .clockUnknown:
            "the device has not answered a TIMESYNC for 3 s; its lights follow all the same, and it alone judges what comes too late"
        case .resampled(let rate): Sentence(rate.sentence)
        case .rangesWanted(let channels, let seconds):
            "for \(String(printing: "%g s", seconds)) move \(Self.list(channels)) from one end to the other: the model reads where they are in "
                + "their range"
        case .rangesSmall(let channels, let seconds):
            "\(Self.list(channels)) hardly moved: another \(String(printing: "%g s", seconds)), from one end to the other"
        case .rangesFound(_, let usual):
            usual.isEmpty
                ? "the wearer's range is known; windows begin"
                : "\(Self.list(usual)) hardly moved, and is taken to have the usual range; windows begin"
        case .rateWrong(let mismatch): mismatch.sentence
        case .rateRight: "samples come at the announced rate again"
        case .failsafe:
            "the device heard nothing of this host for 2 s and switched everything off; what shall be on is commanded again"
        case .irregular(let found): Sentence(found.sentence)
        case .helloRefused(let fault): "the device's HELLO cannot be used: \(fault.sentence) (PROTOCOL.md \(fault.section))"
        case .helloMissing(let frames):
            "\(frames) intact frames and no HELLO: the firmware must answer a HELLO with its own within 100 ms (PROTOCOL.md §4)"
        case .channelsMissing:
            "the device announces channels and does not describe all of them: CHANNELS follow each HELLO (PROTOCOL.md §6.14)"
        case .loopback: "what is sent comes back: the port is a loopback, or its lines are joined; no device is there"
        case .silent: "nothing heard for 3 s"
        case .mute: "nothing heard for 3 s: is this the right port, does the firmware run, is the baud rate right?"
        case .unintelligible(let bytes):
            "\(bytes) bytes and no valid frame: check the baud rate, and that the device speaks the MotionQ15 protocol"
        case .disconnected(let error): "\(error)"
        case .reopening: "waiting for the port to come back"
        }
    }
}

extension LinkChange {
    /// All of a few names, or the first of many.
    private static func list(_ channels: [String]) -> String {
        let names = channels.prefix(6).map(printable).joined(separator: ", ")
        return channels.count > 6 ? "\(names) and \(channels.count - 6) more" : names
    }
}

/// Something else a device said.
public enum DeviceMessage: Sendable {
    /// Its text is not trusted; control characters must be escaped before it is shown.
    case log(level: UInt8, text: String)
    case event(EventMessage)
    case heartbeat(HeartbeatMessage)
    case configured(AckMessage)
    /// It says more than ten things a second: so many LOG messages and sessions were not passed on.
    case leftOut(logs: Int, sessions: Int)
}

extension ShortText {
    /// As many characters as fit into so many bytes.
    init(cutting text: String, to length: Int) {
        self.init()
        var left = length
        for character in text {
            left -= character.utf8.count
            guard left >= 0 else { return }
            for byte in character.utf8 { append(byte) }
        }
    }
}
