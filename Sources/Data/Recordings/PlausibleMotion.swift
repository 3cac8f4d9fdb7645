/// Whether the rows of a recording that is being written will be taken for g and rad/s when it is read: what
/// `RecordedUnits.contradicted` will find, counted, for there may be as many recordings as people.
package struct PlausibleMotion {
    private var count = 0
    private var lighter = 0
    private var notHeavier = 0
    private var slow = 0
    private var notFast = 0

    package init() {}

    /// Adds ax, ay, az, gx, gy, gz of as many samples as a reader looks at.
    package mutating func add(_ values: [Float]) {
        for start in stride(from: 0, to: values.count, by: 6) where count < RecordedLengths.enough {
            let (acceleration, rotation) = RecordedLengths.lengths(of: values[start..<start + 6])
            count += 1
            if acceleration < RecordedUnits.gravityInMetres.lowerBound { lighter += 1 }
            if acceleration <= RecordedUnits.gravityInMetres.upperBound { notHeavier += 1 }
            if rotation <= RecordedUnits.fastMedian { slow += 1 }
            if rotation <= RecordedUnits.fast { notFast += 1 }
        }
    }

    /// Whether the median acceleration is gravity in m/s², or rotations are of degrees.
    package var isContradicted: Bool {
        guard count >= RecordedUnits.enough else { return false }
        let middle = count / 2
        return (lighter <= middle && middle < notHeavier) || slow <= middle || notFast <= count * 99 / 100
    }
}
