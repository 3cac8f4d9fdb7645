/// The seven angles of an arm, in radians; all 0: stretched out forwards, palm down, and a board in the hand face up.
typealias JointAngles = SIMD8<Double>

/// What an angle turns. For a right arm; a left arm is its mirror image.
enum Joint: Int {
    /// The whole arm about the vertical; to the left.
    case shoulderAzimuth
    /// Upwards from the horizontal; −90° hangs down.
    case shoulderElevation
    /// The upper arm about itself.
    case upperArmRoll
    /// 0 is stretched.
    case elbowFlexion
    /// The forearm about itself.
    case pronation
    /// Hand upwards.
    case wristExtension
    /// Hand sideways, to the left.
    case wristDeviation

    /// +1, or −1 where a mirror image turns the other way.
    static let mirrorSigns = JointAngles(-1, 1, -1, 1, -1, 1, -1, 1)
}

extension JointAngles {
    subscript(joint: Joint) -> Double {
        get { self[joint.rawValue] }
        set { self[joint.rawValue] = newValue }
    }

    /// From degrees; what is not named is 0.
    init(degrees: [Joint: Double]) {
        self = .zero
        for (joint, angle) in degrees { self[joint] = angle * .pi / 180 }
    }
}
