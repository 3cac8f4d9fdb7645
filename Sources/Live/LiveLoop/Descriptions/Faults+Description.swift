package import WireProtocol

extension Irregularity {
    /// What is seen, and what in the firmware is likely to cause it.
    package var sentence: String {
        switch self {
        case .repeatsFrames: "frames come twice or overtake one another; they are counted and not used"
        case .indexGoesBack:
            "the index of DATA goes back while time goes on: the firmware must count samples from boot, over all sessions (PROTOCOL.md §2.1)"
        case .countsWaiting:
            "frames between two DATA count samples as sent that still wait: the index of HEARTBEAT and its like is that of the next sample to be "
                + "sent (PROTOCOL.md §2.1)"
        case .holdsSamples(let milliseconds):
            "the device holds samples for \(milliseconds) ms; a frame should leave when its first sample is 20 ms old (PROTOCOL.md §4)"
        case .keepsSession:
            "HELLO announces other samples under the same session id; a change of rate, channels or axes begins a new session (PROTOCOL.md §6.1)"
        case .clockImpossible:
            "the device answers TIMESYNC with times that its headers' clock cannot have; both must be one clock (PROTOCOL.md §6.4)"
        }
    }

    /// For programs.
    package var word: String {
        switch self {
        case .repeatsFrames: "repeats_frames"
        case .indexGoesBack: "index_goes_back"
        case .countsWaiting: "counts_waiting"
        case .holdsSamples: "holds_samples"
        case .keepsSession: "keeps_session"
        case .clockImpossible: "clock_impossible"
        }
    }
}

extension HelloFault {
    /// The item, and what is wrong with it.
    package var sentence: String {
        switch self {
        case .truncated: "an item runs beyond the payload"
        case .role: "the role is neither 1 nor 2, or not one byte long"
        case .session: "the session id is not four bytes long"
        case .uniqueID: "the unique id is not 1 … 16 bytes long"
        case .name: "the name is not 1 … 32 bytes long"
        case .capabilities: "the capabilities are not four bytes long"
        case .rate: "the rate is not above 0 and at most 10,000 Hz, or not four bytes long"
        case .channel: "a channel is not 14 bytes long, or of an unknown unit"
        case .scale: "a channel's scale is 0 or no finite number, or its offset or full scale is not finite"
        case .tooManyChannels: "there are more than nine channels"
        case .axes: "the axes are not ±1, ±2, ±3, each once"
        case .minorVersion: "the minor version is not one byte long"
        case .actuators: "there are more than eight actuators of a kind, or the item is not four bytes long"
        case .network: "the network's hash is not eight bytes long"
        case .library: "the library is not 1 … 16 bytes long"
        case .image: "the image's hash is not eight bytes long"
        case .channelNumber: "the number of channels is not 1 … 32, or not that of the channels that HELLO describes"
        case .entry: "CHANNELS describe a channel by fewer bytes than it takes, or beyond the 32nd"
        case .channelText:
            "a channel's name is longer than 32 bytes or its unit than 8, or holds a control character, a comma or a quotation mark"
        case .doubleName: "two channels have the same name"
        case .lacksName: "a channel that is no motion has no name"
        case .lacksRole: "the role is missing"
        case .lacksSession: "the session id is missing"
        case .lacksCapabilities: "the capabilities are missing"
        case .lacksRate: "the rate is missing"
        case .lacksChannels: "there is no channel"
        }
    }

    /// Of PROTOCOL.md, where the rule stands.
    var section: String {
        switch self {
        case .entry, .channelText, .doubleName, .lacksName: "§6.14"
        default: "§6.1"
        }
    }
}
