import MotionCore

/// A tone in the language of PLAY_TUNE: QBasic's PLAY, as autopilots read it.
///
/// `MFML` (once, without a gap), tempo, length, octave, note: `MFMLT240L8O3A`. N46, the A of octave 3, is 880 Hz to both usual
/// firmwares (ArduPilot `MMLPlayer.cpp`, PX4 `tunes.cpp`), and octaves are 0 … 6.
struct MAVLinkTune: Equatable {
    /// Quarter notes a minute, 32 … 255.
    let tempo: Int
    /// 1, 2, 4 … 64: the part of a whole note.
    let length: Int
    let octave: Int
    /// Semitones above C, 0 … 11.
    let note: Int

    /// Bytes of the longest: what fits into the message's first field.
    static let longest = 30
    /// Milliseconds of a whole note at the fastest tempo, and at the slowest.
    private static let whole = (least: 240_000.0 / 255, most: 240_000.0 / 32)
    /// N1, the C of octave 0, in hertz; 2^(1/12) and 2^(1/24).
    private static let (lowest, semitone, quarterTone) = (65.406_391_325, 1.059_463_094_359, 1.029_302_236_643)

    /// The nearest tone.
    ///
    /// - Parameters:
    ///   - hertz: 0 is 880; what is below 65 or above 7,902 becomes the lowest or highest note.
    ///   - milliseconds: 15 … 7,500; others become the nearest of them.
    init(hertz: Int, milliseconds: Int) {
        let wanted = hertz > 0 ? Double(hertz) : 880
        var (place, frequency) = (0, Self.lowest)
        // As long as the next semitone is nearer.
        while place < 83, wanted > frequency * Self.quarterTone {
            (place, frequency) = (place + 1, frequency * Self.semitone)
        }
        (octave, note) = (place / 12, place % 12)
        let duration = max(Self.whole.least / 64, min(Self.whole.most, Double(milliseconds)))
        var part = 1
        while part < 64, duration * Double(part) < Self.whole.least { part *= 2 }
        length = part
        tempo = max(32, min(255, Int(saturating: (240_000 / (duration * Double(part))).rounded())))
    }

    /// Appends a byte after the other.
    func spell(_ append: (UInt8) -> Void) {
        func word(_ text: StaticString) { for index in 0..<text.utf8CodeUnitCount { append(text.utf8Start[index]) } }
        func number(_ value: Int) {
            if value >= 100 { append(0x30 + UInt8(value / 100)) }
            if value >= 10 { append(0x30 + UInt8(value / 10 % 10)) }
            append(0x30 + UInt8(value % 10))
        }
        word("MFMLT")
        number(tempo)
        word("L")
        number(length)
        word("O")
        number(octave)
        switch note {
        case 0: word("C")
        case 1: word("C#")
        case 2: word("D")
        case 3: word("D#")
        case 4: word("E")
        case 5: word("F")
        case 6: word("F#")
        case 7: word("G")
        case 8: word("G#")
        case 9: word("A")
        case 10: word("A#")
        default: word("B")
        }
    }

    /// The shortest rest, which takes the place of a tone that is still to be heard.
    static func spellSilence(_ append: (UInt8) -> Void) {
        let text: StaticString = "MFT255P64"
        for index in 0..<text.utf8CodeUnitCount { append(text.utf8Start[index]) }
    }
}
