import Formatting
public import Recordings

extension Sequence where Element == RecordedSession {
    /// Whether the accelerations hold gravity: then their median size is about 1 g, and without gravity it is far less, also in
    /// quick motion. True of no samples.
    public var haveGravity: Bool {
        var sizes: [Float] = []
        for session in lazy.compactMap(\.motion) {
            for sample in stride(from: 0, to: session.values.count, by: 6) {
                let (x, y, z) = (session.values[sample], session.values[sample + 1], session.values[sample + 2])
                let size = x * x + y * y + z * z
                if !size.isNaN { sizes.append(size) }
            }
        }
        return sizes.median.map { $0 > 0.25 } ?? true
    }
}
