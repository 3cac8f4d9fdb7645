/// From the angles of an arm to where the sensor in its hand is and how it is turned.
///
/// A chain of three rigid links. The world's x points forwards, y to the left, z up; the shoulder stays at the origin.
/// The sensor's x points along the hand, z out of the back of the hand.
struct ArmKinematics: Sendable {
    /// Lengths in metres; the hand's up to the sensor.
    var upperArm: Double
    var forearm: Double
    var hand: Double
    var isLeft: Bool
    /// How the board is turned in the hand, about its x, y, z in that order; radians.
    var mounting: SIMD3<Double>

    /// The sensor's place in metres and its axes in the world.
    func pose(_ angles: JointAngles) -> (position: SIMD3<Double>, rotation: Rotation) {
        let angles = isLeft ? angles * Joint.mirrorSigns : angles
        let upper = Rotation.none.turnedAboutZ(angles[.shoulderAzimuth])
            .turnedAboutY(-angles[.shoulderElevation]).turnedAboutX(angles[.upperArmRoll])
        let lower = upper.turnedAboutY(-angles[.elbowFlexion]).turnedAboutX(angles[.pronation])
        let palm = lower.turnedAboutY(-angles[.wristExtension]).turnedAboutZ(angles[.wristDeviation])
        let position = upper.x * upperArm + lower.x * forearm + palm.x * hand
        return (position, palm.turnedAboutX(mounting.x).turnedAboutY(mounting.y).turnedAboutZ(mounting.z))
    }

    /// Seconds to each side of a moment over which its derivatives are taken.
    private static let step = 0.001
    /// m/s².
    private static let gravity = 9.80665

    /// The sensor's axes in the world, its acceleration in the world in g, and its angular rate in its own axes in rad/s.
    func motion(
        at time: Double, _ angles: (Double) -> JointAngles
    ) -> (pose: Rotation, acceleration: SIMD3<Double>, rate: SIMD3<Double>) {
        let (before, now, after) = (pose(angles(time - Self.step)), pose(angles(time)), pose(angles(time + Self.step)))
        let acceleration = (before.position - 2 * now.position + after.position) / (Self.step * Self.step)
        // The axis of a turn looks the same before, in and after it, so this is the rate in the sensor's axes of now.
        return (now.rotation, acceleration / Self.gravity, before.rotation.turn(to: after.rotation) / (2 * Self.step))
    }
}
