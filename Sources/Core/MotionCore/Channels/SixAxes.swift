/// The usual six axes of motion: acceleration along x, y and z in g, and rotation about them in rad/s, in the order in which
/// recordings hold them.
public enum SixAxes {
    /// As features of models and columns of recordings are called.
    public static let names = accelerations + rotations
    /// Acceleration with gravity, along x, y, z.
    public static let accelerations = ["ax", "ay", "az"]
    /// Rotation about x, y, z.
    public static let rotations = ["gx", "gy", "gz"]

    /// As devices announce them.
    public static let kinds: [ChannelKind] = [
        .accelerationX, .accelerationY, .accelerationZ, .rotationX, .rotationY, .rotationZ,
    ]
}
