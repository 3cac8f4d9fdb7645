/// What a received byte, or the passing of time, means to the program on a host.
public enum HostEvent {
    /// The device announced a session, which `HostLink.device` describes. Commands that waited for an answer are void; their number
    /// is given.
    case greeted(voided: Int)
    /// The device announced the same session again. It may not have heard what it was told after the first time.
    case announcedAgain
    /// So many samples are missing before the frame that follows.
    case lost(samples: Int)
    /// The device's clock was set: times from here on are of another one. Commands that waited are void.
    case clockSet(voided: Int)
    /// The device restarted, or began another session, and its HELLO was lost: it is asked for. Commands that waited are void.
    case restarted(voided: Int)
    /// Samples of the announced session.
    case samples(SampleFrame)
    /// DATA whose size does not match the announced channels: samples after it do not continue those before it.
    case unusable
    /// Samples come at another rate than HELLO announced, by the device's clock or by the host's. They are not to be used.
    case rateWrong(SamplePace, byHostClock: Bool)
    /// The rate is as announced again.
    case rateRight
    /// An exchange of the clocks was taken in: the device's clock is known.
    case synchronised
    /// The device has not answered a TIMESYNC for 3 s: it is commanded without.
    case clockUnknown
    /// A command was acknowledged, or given up.
    case settled(FeedbackOutbox.Outcome)
    /// A CONFIG was acknowledged.
    case configured(AckMessage)
    /// The device did not take the rate that was asked for, or does not answer.
    case rateRefused
    /// A step of an installation was answered.
    case installed(InstalledMessage)
    /// A window that the device classified by itself; its scores stand in the payload, which is valid until the next byte.
    case predicted(PredictionMessage, PayloadReader)
    /// The device's sign of life.
    case heartbeat(HeartbeatMessage)
    /// Something happened on the device.
    case event(EventMessage)
    /// A level in the first byte, then a line of text. Not trusted; valid until the next byte.
    case log(PayloadReader)
    /// The device breaks a rule; told once in a session.
    case irregular(Irregularity)
    /// A HELLO, or what CHANNELS say, cannot be used; each fault is told once.
    case helloRefused(HelloFault)
    /// The host's own HELLO comes back: nobody else is on the line.
    case loopback
    /// A greeted device has not been heard for 3 s.
    case silent
    /// Nothing at all was heard for 3 s since the port was opened.
    case mute
    /// The port was opened 3 s ago, and so many bytes came, but no intact frame.
    case unintelligible(bytes: UInt64)
    /// The port was opened 3 s ago, and so many intact frames came, but no HELLO.
    case helloMissing(frames: UInt32)
    /// The port was opened 3 s ago, and a HELLO came that announces CHANNELS, but not all of them.
    case channelsMissing
    /// The device speaks another major version of the protocol: it must not be used.
    case otherVersion
}
