import MotionCore

/// Several input features at once, by one name.
public enum InputGroup {
    /// The features of a group.
    ///
    /// - Parameter group: “acceleration”, “rotation”, “attitude”, “gravity”, “user” or “level”.
    /// - Returns: nil for any other name.
    public static func members(of group: String) -> [String]? {
        switch group {
        case "acceleration": SixAxes.accelerations
        case "rotation": SixAxes.rotations
        case "attitude": ["roll", "pitch", "yaw"]
        case "gravity": ["gravity_x", "gravity_y", "gravity_z"]
        case "user": ["user_x", "user_y", "user_z"]
        case "level": ["level_ax", "level_ay", "level_az", "level_gx", "level_gy", "level_gz"]
        default: nil
        }
    }
}
