/// Motion that follows a device's lights: somebody who holds it and does what they say.
public protocol LightWatcher: Sendable {
    /// Sees a light go on or off.
    ///
    /// - Parameters:
    ///   - light: LED, from 0.
    ///   - time: seconds since the first sample, not before that of any sample that was taken.
    mutating func see(light: Int, isOn: Bool, at time: Double)

    /// What the sensor shows: ax, ay, az in g, gx, gy, gz in rad/s.
    ///
    /// - Parameter time: seconds since the first sample, later each time.
    mutating func sample(at time: Double) -> [Float]
}
