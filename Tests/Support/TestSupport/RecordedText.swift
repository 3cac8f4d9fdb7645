/// What tests write by themselves to have a recording in CSV.
public enum RecordedText {
    /// The columns of a recording as `motionq record` writes them, without an end of the line: who, what, when, and six axes in g
    /// and rad/s.
    public static let header = "session,subject,label,timestamp_ms,ax,ay,az,gx,gy,gz"
}
