extension FixedWidthInteger {
    /// A floating-point number as an integer: without its fraction, the nearest end of the range beyond it, 0 for what is no
    /// number.
    ///
    /// The one way in which such a number becomes an integer here: what a file or a device says has no bound, and `Int(_:)` ends
    /// the program beyond its own. `Scripts/conversions.sh` finds those.
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

// Where nothing may be allocated, the compiler wants no generic code. These two are all that the device core needs.

extension Int {
    /// `init(saturating:)` for single precision, without allocation.
    @_noAllocation
    public init(saturating source: Float) {
        guard source == source else {
            self = 0
            return
        }
        self = source >= Float(Int.max) ? .max : source <= Float(Int.min) ? .min : Int(source)
    }
}

extension UInt64 {
    /// `init(saturating:)` for single precision, without allocation; 0 for what is negative.
    @_noAllocation
    public init(saturating source: Float) {
        // Not so for what is no number, either.
        guard source > 0 else {
            self = 0
            return
        }
        self = source >= Float(UInt64.max) ? .max : UInt64(source)
    }
}
