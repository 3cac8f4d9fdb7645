package import Transport

/// A port behind which a device of another make is looked for; once it is understood, the port speaks the protocol for it.
///
/// Who reads other makes stands outside this module: a check-up is handed it.
package protocol InterpretingPort: ByteTransport {
    /// What is known by now.
    var otherMake: OtherMake { get }
}

/// What a port that may be another make's has made out.
package struct OtherMake: Equatable, Sendable {
    /// Whether anything was understood: the line's speed is right, and the device is given time for the rest.
    package var isUnderstood: Bool
    /// Whether the port speaks for it.
    package var isRead: Bool
    /// Whether it is clear that it cannot be read as it is: more of it is not waited for.
    package var isHopeless: Bool
    /// What it sends, in which units, and what keeps it from being read; empty where nothing is known.
    package var findings: [Finding]

    package init(isUnderstood: Bool = false, isRead: Bool = false, isHopeless: Bool = false, findings: [Finding] = []) {
        (self.isUnderstood, self.isRead, self.isHopeless) = (isUnderstood, isRead, isHopeless)
        self.findings = findings
    }
}
