/// What speaks the protocol, and its version: what devices of this library tell in HELLO (PROTOCOL.md §6.1).
public enum LibraryVersion {
    /// At most 16 bytes; the last word is `number`.
    public static var text: StaticString { @_noAllocation get { "MotionQ15 0.1.0" } }
    /// That of `motionq`.
    public static var number: StaticString { @_noAllocation get { "0.1.0" } }
}
