import MotionUnits
import Recordings

extension RecordedUnits {
    /// The units that a table is read in, as `m/s2,deg/s`, and what they are known by.
    ///
    /// - Parameters:
    ///   - isSaid: whether a person has said them.
    ///   - inHeader: whether the names of its columns have them.
    func words(isSaid: Bool, inHeader: Bool, hasRotation: Bool = true) -> (units: String, reason: String) {
        (hasRotation ? text : acceleration.rawValue, isSaid ? "as said" : inHeader ? "by its header" : "as nothing says otherwise")
    }
}
