import Formatting
package import MQTT
import MotionCore

/// A device as a broker hears of it, and Home Assistant behind it.
///
///     motionq/<id>/status           online or offline. Retained
///     motionq/<id>/state            {"rate":50.02,"samples":1200,"lost":0,"battery":87,"gesture":"shake","time":1764547200.123,
///                                   "dropped":0}; the gesture is the one that began last. Retained
///     motionq/<id>/recognition      ON, or OFF while it is paused. Retained
///     motionq/<id>/model            the name of the model that recognises, where there are several. Retained
///     motionq/<id>/event            every gesture, at its beginning and its end
///     motionq/<id>/gesture/<label>  its beginning alone, which is dropped if it could not leave in time
///
/// A gesture is `{"event_type":"enter","label":"shake","confidence":0.98,"time":1764547200.123,"number":17}`.
package final class MQTTDevice {
    package private(set) var device: OutletDevice
    /// What its topics begin with.
    package let base: String
    private let address: MQTTAddress
    private let connection: MQTTConnection
    package let model: OutletModel
    private let labels: [(name: String, topic: String)]
    private let control: (any OutletControl)?
    /// Where it is told whether whoever recognises for the device is there; nil: the device's own status tells that, too.
    private let guardian: String?
    /// Seconds since 1970.
    private let now: () -> Double
    private var tellsBattery = false
    /// The topics of discovery at which it was introduced.
    private var introductions: Set<String> = []
    /// The gesture that began last.
    private var last: OutletGesture?

    /// - Parameters:
    ///   - base: what its topics begin with; see `base(of:in:)`.
    ///   - model: recognises for it.
    ///   - control: does what is asked for; nil: nothing can be.
    ///   - guardian: where it is told whether whoever recognises for the device is there; nil: the device's own status does.
    ///   - before: the same device with another model, whose battery it has.
    ///   - now: seconds since 1970.
    package init(
        _ device: OutletDevice, over connection: MQTTConnection, base: String, model: OutletModel,
        control: (any OutletControl)?, guardian: String? = nil, after before: MQTTDevice? = nil, now: @escaping () -> Double
    ) {
        (self.device, self.connection, self.base, self.model, self.control) = (device, connection, base, model, control)
        (self.guardian, self.now, address) = (guardian, now, connection.address)
        tellsBattery = before?.tellsBattery ?? false
        labels = Array(zip(model.labels, OutletNames.plain(model.labels)))
        introduce()
    }

    /// What the topics of a device begin with.
    package static func base(of id: String, in address: MQTTAddress) -> String { "\(address.prefix)/\(OutletNames.plain(id))" }

    /// It has greeted once more.
    package func greet(_ device: OutletDevice) {
        self.device = device
        introduce()
    }

    private func introduce() {
        tellRecognition()
        if !model.choice.isEmpty { connection.keep(MQTTMessage(topic: "\(base)/model", payload: model.name)) }
        if let prefix = address.discovery {
            let gestures = labels.enumerated().filter { $0.offset != model.rest }.map(\.element)
            let house = HomeAssistant(
                prefix: prefix, base: base, device: device, labels: gestures, patience: address.patience,
                tellsBattery: tellsBattery, takesRequests: control != nil, models: model.choice, guardian: guardian)
            let messages = house.messages
            introductions = Set(messages.map(\.topic))
            for message in messages { connection.keep(message) }
        }
    }

    /// Takes back how it was introduced, as far as another one is not introduced so.
    package func withdraw(allBut other: MQTTDevice) {
        for topic in introductions.subtracting(other.introductions) { connection.forget(topic) }
    }

    /// - Parameter dropped: what the broker was not told in time.
    package func tell(_ condition: DeviceCondition, dropped: UInt64) {
        tell(isHere: condition.isHere)
        if condition.battery != nil, !tellsBattery {
            tellsBattery = true
            introduce()
        }
        var state = JSONLine()
        if let rate = condition.rate { state.add("rate", rate, digits: 2) }
        state.add("samples", Int(saturating: Double(condition.samples)))
        state.add("lost", Int(saturating: Double(condition.lost)))
        if let battery = condition.battery { state.add("battery", battery) }
        if let last {
            state.add("gesture", labels[last.label].name)
            state.add("time", last.time, digits: 3)
        }
        state.add("dropped", Int(saturating: Double(dropped)))
        connection.keep(MQTTMessage(topic: "\(base)/state", payload: state.line))
    }

    package func tell(isHere: Bool) { connection.keep(Self.status(base, isHere: isHere)) }

    package func tell(_ gesture: OutletGesture) {
        guard gesture.label != model.rest else { return }
        var event = JSONLine()
        event.add("event_type", gesture.phase.rawValue)
        event.add("label", labels[gesture.label].name)
        if let confidence = gesture.confidence { event.add("confidence", confidence, digits: 4) }
        event.add("time", gesture.time, digits: 3)
        event.add("number", gesture.number)
        connection.publish(MQTTMessage(topic: "\(base)/event", payload: event.line))
        guard gesture.phase == .enter else { return }
        last = gesture
        var message = MQTTMessage(topic: "\(base)/gesture/\(labels[gesture.label].topic)", payload: event.line)
        if address.patience > 0 { message.expires = now() + address.patience }
        connection.publish(message)
    }

    /// Tells whether anything is recognised now.
    private func tellRecognition() {
        if let control { connection.keep(Self.recognition(base, isPaused: control.isPaused)) }
    }

    package static func recognition(_ base: String, isPaused: Bool) -> MQTTMessage {
        MQTTMessage(topic: "\(base)/recognition", payload: isPaused ? "OFF" : "ON")
    }

    package static func status(_ base: String, isHere: Bool) -> MQTTMessage {
        MQTTMessage(topic: "\(base)/status", payload: isHere ? "online" : "offline", delivery: .atLeastOnce, isRetained: true)
    }
}
