import Files
public import LiveLoop

/// Who is recorded, doing what, and where it is kept.
public struct RecorderOptions: Sendable {
    public let plan: RecordingPlan
    /// The person.
    public let subject: String
    /// What the session is called.
    public let session: String
    /// Of the recording, where no file is yet.
    public let path: String
    /// What the device must measure like.
    public let fit: DataSetFit
    /// Samples per second that the device is asked for; nil: whatever it has.
    public let rate: Double?
    /// Whether a device that does not change to that rate is recorded at its own.
    public let takesOtherRates: Bool
    /// Columns that the device must measure, beside the accelerations.
    public let needed: Set<String>
    /// Where the device's lights and its buzzer are asked for; nil: not at all.
    public let cues: CueQueue?
    /// Whether attitude, gravity and the acceleration without it are written behind the axes.
    public let derives: Bool
    /// What made the recording, for those who read its sidecar.
    public let program: String

    /// Where it stands.
    public var folder: String { Path.folder(of: path) }

    public init(
        plan: RecordingPlan, subject: String, session: String, path: String, fit: DataSetFit, rate: Double? = nil,
        takesOtherRates: Bool = false, needed: Set<String> = [], cues: CueQueue?, derives: Bool = false,
        program: String
    ) {
        self.plan = plan
        self.subject = subject
        self.session = session
        self.path = path
        self.fit = fit
        self.rate = rate
        self.takesOtherRates = takesOtherRates
        self.needed = needed
        self.cues = cues
        self.derives = derives
        self.program = program
    }
}
