public import MotionUnits

/// What a translated port has to tell a person.
public enum FormatNews: Sendable {
    /// What was found of a device of another make.
    public struct Found: Sendable {
        public let format: ForeignFormat
        /// ax, ay, az; or gx, gy, gz; or all.
        public let channels: ForeignReading.Channels
        /// Readings a second.
        public let rate: Double
        /// Of text lines.
        public let units: String?
        /// Of units that are assumed only; nil where they are certain.
        public let doubt: UnitVerdict?

        /// How it is told what to light and to sound.
        public let feedback: FeedbackWay

        /// Bits a second that were found by trying; nil: the first.
        public let baud: Int?

        init(_ finding: FormatProbe.Finding, _ options: ForeignOptions, baud: Int?) {
            self.baud = baud
            feedback = finding.format.feedback(options)
            (format, channels, rate) = (finding.format, finding.channels, finding.rate)
            (units, doubt) = (finding.units?.name(of: finding.channels), finding.doubt)
        }
    }

    /// How a device of another make takes feedback.
    public enum FeedbackWay: Sendable, Equatable {
        /// Its format has none.
        case none
        /// Lines; whether somebody said which.
        case lines(isGiven: Bool)
        /// Commands of MAVLink: tones, a colour, and so many relays.
        case mavLink(relays: Int)
    }

    /// The format is clear, and the rate is counted for some seconds more.
    case counting(ForeignFormat)
    case found(Found)
    /// The device did not carry out a command: MAV_RESULT, above 0. Told once.
    case refused(result: UInt8)
    /// A device of ours.
    case native
    /// Nothing was readable at the last baud rate.
    case trying(baud: Int)
    /// Nothing was readable at any; it goes on. Told once.
    case nothingReadable
    /// Text comes, and no line of it is a reading. Told once.
    case textWithoutReadings(firstLine: String)
    /// Units that are not certain keep a device from going on. Told once.
    ///
    /// - Parameter assumed: the most likely ones.
    case unsure(assumed: String, UnitVerdict)
    /// Numbers that fit no unit. Told once.
    case unknownUnits(UnitVerdict)
}

extension ForeignFormat {
    fileprivate func feedback(_ options: ForeignOptions) -> FormatNews.FeedbackWay {
        switch self {
        case .text: .lines(isGiven: options.feedbackLine != nil)
        case .witMotion: .none
        case .mavLink: .mavLink(relays: options.relays)
        }
    }
}
