public import Models
import Recordings

extension [InputFeature] {
    /// Where each feature stands among the quantities of sessions with `recordedChannels`.
    public var recordedColumns: [Int] {
        let places = Dictionary(uniqueKeysWithValues: zip(recordedChannels.quantityNames, 0...))
        return compactMap { places[$0.name] }
    }
}
