import Fleet
import Formatting
import MQTT

/// What the verbs of a fleet share.
enum FleetDesk {
    /// - Throws: a refusal: no answer came.
    static func members(at address: MQTTAddress) throws -> [FleetMember] {
        let said = LastWords()
        guard let members = try FleetCensus.members(at: address, seconds: 10, report: said.hear) else {
            throw Refusal(.unavailable, said.words ?? "\(address.shown) does not answer")
        }
        return members
    }
}
