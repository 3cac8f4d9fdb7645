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

        /// The motion sensor that is read, by the name of its message, and others that come beside it and are left out; nil of a
        /// format that tells of one only.
        public let sensor: String?
        public let otherSensors: [String]

        init(_ finding: FormatProbe.Finding, _ options: ForeignOptions, baud: Int?) {
            self.baud = baud
            feedback = options.way(to: finding.decoder)
            sensor = finding.choice?.stream.name
            otherSensors = finding.choice?.others.map(\.name) ?? []
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
        /// Commands of MAVLink: a colour, so many relays, and tones, which version 1 has not.
        case mavLink(relays: Int, hasTones: Bool)
    }

    /// The format is clear, and the rate is counted for some seconds more.
    case counting(ForeignFormat)
    case found(Found)
    /// The device did not carry out a command: MAV_RESULT, above 0. Told once.
    case refused(result: UInt8)
    /// Readings come at another rate than they did, in Hz: windows begin anew, and nothing counts as lost.
    case rateChanged(from: Double, to: Double)
    /// An autopilot is heard that tells of no motion. Told once.
    ///
    /// - Parameter isAsked: whether it is asked for it.
    case motionless(MAVLinkAutopilot, isAsked: Bool)
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
    /// Units that were assumed have become certain. Others than those begin another session.
    case unitsCertain(String, isChange: Bool)
    /// The gyroscope's axes are not the accelerometer's, and fit them as these. Told once.
    case otherAxes(GyroscopeAxes)
    /// Numbers that fit no unit. Told once.
    case unknownUnits(UnitVerdict)
}

extension ForeignOptions {
    fileprivate func way(to decoder: any ForeignDecoder) -> FormatNews.FeedbackWay {
        if decoder is TextLineDecoder { return .lines(isGiven: feedbackLine != nil) }
        guard let decoder = decoder as? MAVLinkDecoder else { return .none }
        return .mavLink(relays: relays, hasTones: decoder.version != 1)
    }
}

extension FormatNews {
    /// What is known of units that are not certain, as `UnitVerdict.words` has it; nil of other news.
    public var unitWords: String? {
        switch self {
        case .found(let found): found.doubt?.words
        case .unsure(_, let verdict), .unknownUnits(let verdict): verdict.words
        default: nil
        }
    }

    /// The gyroscope's axes as they would fit, `gy, −gx, gz`; nil of other news.
    public var axesWords: String? {
        if case .otherAxes(let axes) = self { axes.words } else { nil }
    }
}
