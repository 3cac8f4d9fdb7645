extension FixedWidthInteger {
    /// A floating-point number as an integer: without its fraction, the nearest end of the range beyond it, 0 for what is no number.
    ///
    /// The one way in which such a number becomes an integer here: what a file or a device says has no bound, and `Int(_:)` ends the
    /// program beyond its own. `make check` finds those.
    @inlinable
    public init<Source: BinaryFloatingPoint>(saturating source: Source) {
        if source.isNaN {
            self = 0
        } else if source >= Source(Self.max) {
            // The bound may have been rounded up, and then is itself beyond.
            self = .max
        } else if source <= Source(Self.min) {
            self = .min
        } else {
            self = Self(source)
        }
    }
}
