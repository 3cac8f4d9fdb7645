/// The channels of a sample by name, in the order in which a sample holds them, and which of them are motion.
///
/// A name is anything: `flex_0`, `lip_gap`. One that ends with an axis, alone or behind a dot, is motion: `ax` … `gz` of the
/// sensor, or `left.ax` … `left.gz` of the sensor at a place.
public struct NamedChannels: Sendable, Equatable {
    /// Each differs from the others.
    public let names: [String]
    /// Those that measure motion, in the order of their first channels.
    public let sensors: [MotionSensor]

    /// - Parameter names: each differs from the others.
    public init(_ names: [String]) {
        self.names = names
        var sensors: [MotionSensor] = []
        for (column, name) in names.enumerated() {
            guard let (place, axis) = Self.axis(of: name) else { continue }
            let known = sensors.firstIndex { $0.place == place }
            if known == nil { sensors.append(MotionSensor(place: place)) }
            sensors[known ?? sensors.count - 1].columns[axis] = column
        }
        self.sensors = sensors
    }

    /// ax, ay, az, gx, gy, gz of one sensor.
    public static let sixAxes = NamedChannels(SixAxes.names)

    /// Of a sample.
    public var count: Int { names.count }

    /// Names are what they are made of.
    public static func == (one: NamedChannels, other: NamedChannels) -> Bool { one.names == other.names }

    /// What a name says of motion.
    ///
    /// - Returns: the place, empty for the sensor without one, and the axis: 0 … 2 for ax, ay, az, 3 … 5 for gx, gy, gz; nil of a
    ///   channel that is no motion.
    public static func axis(of name: String) -> (place: String, axis: Int)? {
        let bytes = Array(name.utf8)
        guard let axis = SixAxes.names.firstIndex(where: { bytes.suffix(2).elementsEqual($0.utf8) }) else { return nil }
        if bytes.count == 2 { return ("", axis) }
        guard bytes.count > 3, bytes[bytes.count - 3] == UInt8(ascii: ".") else { return nil }
        return (String(decoding: bytes.dropLast(3), as: UTF8.self), axis)
    }

    /// The sensor without a place, if it measures all six axes.
    public var sixAxisSensor: MotionSensor? { sensors.first { $0.place.isEmpty && $0.hasSixAxes } }
}

/// Where a motion sensor's axes stand in a sample.
public struct MotionSensor: Sendable, Equatable {
    /// As the names of its channels begin: `left` of `left.ax`; empty for the sensor without one.
    public let place: String
    /// Of ax, ay, az, gx, gy, gz; nil of an axis that it does not measure.
    public internal(set) var columns: [Int?] = [nil, nil, nil, nil, nil, nil]

    init(place: String) { self.place = place }

    /// Whether it measures acceleration along, and rotation about, all three axes.
    public var hasSixAxes: Bool { !columns.contains(nil) }

    /// Where all three axes of its acceleration stand; nil if one of them is not there.
    public var acceleration: SIMD3<Int>? { vector(0) }
    /// Where all three axes of its rotation stand; nil if one of them is not there.
    public var rotation: SIMD3<Int>? { vector(3) }

    private func vector(_ first: Int) -> SIMD3<Int>? {
        guard let x = columns[first], let y = columns[first + 1], let z = columns[first + 2] else { return nil }
        return SIMD3(x, y, z)
    }
}
