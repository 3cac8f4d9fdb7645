/// One thing that happened at a port, as a capture keeps it.
package struct CaptureRecord: Equatable, Sendable {
    /// What happened. The raw values are letters, so that a dump of a file can be read.
    package enum Kind: UInt8, Sendable {
        /// What the file is about: the first record of each part, as JSON.
        case head = 0x68  // h
        /// The port was opened: what is known of it, as JSON (`CapturedPort`).
        case opened = 0x6F  // o
        /// The port is open: the same, at the beginning of a later part.
        case open = 0x69  // i
        /// The port could not be opened: why, as JSON.
        case refused = 0x66  // f
        /// A call for bytes was over: with these; without any, its time had passed.
        case read = 0x72  // r
        /// Bytes that are there from this time on, whoever asks for them: of captures that were not kept at a port.
        case arrived = 0x61  // a
        /// The device took these bytes.
        case written = 0x77  // w
        /// The device did not take these bytes, or not all of them, in time.
        case untaken = 0x78  // x
        /// A read or a write failed: why, as JSON.
        case lost = 0x6C  // l
        /// The port was closed.
        case closed = 0x63  // c
        /// A number was drawn at random: four bytes.
        case drawn = 0x6E  // n
        /// A rest between two attempts was over.
        case rested = 0x70  // p
        /// The end was asked for.
        case ended = 0x65  // e
        /// Records that the disk was too slow for: bytes read, bytes written and records, eight bytes each.
        case missing = 0x6D  // m
        /// Facts and findings, as JSON.
        case note = 0x6A  // j
    }

    /// The kind as it stands in the file; a later version may know others.
    package var letter: UInt8
    /// Microseconds since the capture began.
    package var time: UInt64
    package var payload: [UInt8]

    package init(_ kind: Kind, at time: UInt64, _ payload: [UInt8] = []) {
        (letter, self.time, self.payload) = (kind.rawValue, time, payload)
    }

    init(letter: UInt8, time: UInt64, payload: [UInt8]) {
        (self.letter, self.time, self.payload) = (letter, time, payload)
    }

    /// Nil for a kind that this version does not know.
    package var kind: Kind? { Kind(rawValue: letter) }
}
