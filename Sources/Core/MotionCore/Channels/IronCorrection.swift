/// What iron about a magnetometer does to the field that it reads, undone: field = matrix · (reading − offset), along the sensor's
/// own axes.
///
/// Hard iron, a magnet that turns with the device, moves all readings by the offset. Soft iron bends the field; the symmetric
/// matrix unbends it, so that a field of one strength is read with that strength in every direction.
public struct IronCorrection: Sendable, Equatable {
    /// Hard iron: what is read without a field, in µT.
    public var offset: SIMD3<Double>
    /// Soft iron: the matrix's xx, yy and zz; above 0.
    public var diagonal: SIMD3<Double>
    /// Its xy, xz and yz, each of which stands twice.
    public var mixed: SIMD3<Double>
    /// How strong the field was where the device was calibrated, in µT; above 0.
    public var strength: Double

    /// A correction whose numbers were measured before; see the properties for their units.
    public init(offset: SIMD3<Double>, diagonal: SIMD3<Double>, mixed: SIMD3<Double>, strength: Double) {
        (self.offset, self.diagonal, self.mixed, self.strength) = (offset, diagonal, mixed, strength)
    }

    /// The field of a reading, both in µT.
    public func field(of reading: SIMD3<Double>) -> SIMD3<Double> { times(reading - offset) }

    /// The field of what channels with a `SensorCorrection` tell: they have the offset and the diagonal, and lack the rest.
    public func field(ofCorrected value: SIMD3<Double>) -> SIMD3<Double> { times(value / diagonal) }

    private func times(_ v: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            diagonal.x * v.x + mixed.x * v.y + mixed.y * v.z, mixed.x * v.x + diagonal.y * v.y + mixed.z * v.z,
            mixed.y * v.x + mixed.z * v.y + diagonal.z * v.z)
    }
}
