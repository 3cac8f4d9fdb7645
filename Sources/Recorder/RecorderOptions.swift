import Files
public import LivePipeline

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
    /// Where the device's lights and its buzzer are asked for; nil: not at all.
    public let cues: CueQueue?
    /// What made the recording, for those who read its sidecar.
    public let program: String

    /// Where it stands.
    public var folder: String { Path.folder(of: path) }

    public init(
        plan: RecordingPlan, subject: String, session: String, path: String, fit: DataSetFit, rate: Double? = nil,
        cues: CueQueue?, program: String
    ) {
        self.plan = plan
        self.subject = subject
        self.session = session
        self.path = path
        self.fit = fit
        self.rate = rate
        self.cues = cues
        self.program = program
    }
}
