/// How strong the magnetic field is where nothing disturbs it: as a calibration found, or the running median of what was read, half
/// a minute of it. A magnet that stays for longer than a quarter of a minute is the field to the median.
struct FieldReference {
    private static let perSecond = 10.0
    private static let most = 300
    /// A second's.
    private static let fewest = 10

    private let known: Double?
    private let stride: Double
    private var waited: Double
    private var recent: [Double] = []
    private var place = 0
    private var median: Double?

    /// - Parameters:
    ///   - strength: in µT; nil if it is not known.
    ///   - rate: of `push` calls, in hertz.
    init(_ strength: Double?, rate: Double) {
        known = strength
        stride = max(1, rate / Self.perSecond)
        waited = stride
    }

    /// In µT; nil before a second of readings.
    var strength: Double? { known ?? median }

    /// Takes the strength of a reading, finite. Sorts 300 numbers ten times a second at most.
    mutating func push(_ strength: Double) {
        guard known == nil else { return }
        waited += 1
        guard waited >= stride else { return }
        waited -= stride
        if recent.count < Self.most {
            recent.append(strength)
        } else {
            recent[place] = strength
            place = (place + 1) % Self.most
        }
        if recent.count >= Self.fewest { median = recent.sorted()[recent.count / 2] }
    }
}
