import MotionUnits

/// What a reading is made of: the lines that come again and again, and the rest that is passed over.
struct LinePlan {
    /// A line of a reading, by what its own words say of its numbers.
    struct Part {
        let columns: LineColumns
        /// What they are where the line does not say it, nor a header.
        let named: LineColumns?
        /// Whether a reading begins with it.
        let opens: Bool
    }

    let parts: [Part]
    /// Lines with numbers that belong to no reading: a heading, a temperature, text at the start.
    let passed: [LineColumns]
    /// Whether lines without numbers come between readings; if not, one of them was a reading.
    let passesText: Bool
    /// Whether a line whose checksum is wrong is no reading.
    let checksMatter: Bool
    /// Of a whole reading.
    let channels: ForeignReading.Channels
    /// Of one step of a time that names no unit; nil: a millisecond.
    let microseconds: Double?
    /// As the lines say them; `.none` where they do not.
    let accelerationUnit: UnitWord
    let rotationUnit: UnitWord

    func part(_ line: LineColumns) -> Part? {
        for part in parts where part.columns.isSameKind(as: line) { return part }
        return nil
    }

    func passesOver(_ line: LineColumns) -> Bool {
        for other in passed where other.isSameKind(as: line) { return true }
        return false
    }
}
