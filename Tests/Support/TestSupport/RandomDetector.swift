import MotionCore
import Randomness

extension TestNetwork {
    /// The same network with a random detector that takes some of its windows for unknown; without an LSTM it stays as it is.
    public func detecting(seed: UInt64) -> TestNetwork {
        guard let units = numbers.lstm.last.map({ $0.rows / 4 }) else { return self }
        var generator = SeededGenerator(seed: seed, stream: 7)
        let rows = Int.random(in: 1...QuantizedDetector.mostRows, using: &generator)
        let perLabel = Int.random(in: 1...3, using: &generator)
        let projection = randomAffine(
            rows: rows, terms: [(columns: units, panelWidth: QuantizedMatrix.panelColumns)], outputBits: 6, using: &generator)
        let largest = QuantizedDetector.largest
        let detector = QuantizedDetector(
            projection: projection,
            prototypes: (0..<numbers.labels * perLabel * rows).map { _ in
                Int16.random(in: -largest...largest, using: &generator)
            },
            limits: (0..<numbers.labels).map { _ in UInt32.random(in: 0...UInt32(rows) * 120_000_000, using: &generator) })
        var other = self
        do throws(NetworkError) {
            other.numbers = try numbers.detecting(with: detector)
        } catch {
            preconditionFailure("the detector leaves room for every sum: \(error)")
        }
        return other
    }
}
