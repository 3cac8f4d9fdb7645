import Formatting
import MotionCore

/// A broker that hears of a device's gestures, and Home Assistant behind it.
///
///     motionq/<id>/status           online or offline; the broker itself says offline if this ends without a word. Retained
///     motionq/<id>/state            {"rate":50.02,"samples":1200,"lost":0,"battery":87,"dropped":0}. Retained
///     motionq/<id>/recognition      ON, or OFF while it is paused. Retained
///     motionq/<id>/event            every gesture, at its beginning and its end
///     motionq/<id>/gesture/<label>  its beginning alone, which is dropped if it could not leave in time
///     motionq/<id>/set/…            what the device is asked for, as `MQTTRequest` reads it
///
/// A gesture is `{"event_type":"enter","label":"shake","confidence":0.98,"time":1764547200.123,"number":17}`.
package final class MQTTOutlet: Outlet {
    private let address: MQTTAddress
    private let library: Mosquitto
    private let labels: [(name: String, topic: String)]
    /// The label of which nobody wants to hear; nil: there is none.
    private let rest: Int?
    private let control: (any OutletControl)?
    private let report: @Sendable (String) -> Void
    /// Seconds since 1970.
    private let now: () -> Double
    /// Of the device that greeted; nil before.
    private var present: (device: OutletDevice, base: String, connection: MQTTConnection)?
    private var tellsBattery = false
    /// What was dropped on connections of before.
    private var droppedBefore: UInt64 = 0
    package var dropped: UInt64 { droppedBefore + (present?.connection.dropped ?? 0) }

    /// - Parameters:
    ///   - labels: of the model; empty without one.
    ///   - rest: which of them says that nothing happens.
    ///   - control: does what is asked for; nil: nothing can be.
    ///   - now: seconds since 1970.
    ///   - report: hears how it goes, on any thread: that a broker cannot be reached, too, or refuses something.
    /// - Throws: that the library is missing.
    package init(
        _ address: MQTTAddress, labels: [String], rest: Int?, control: (any OutletControl)?, now: @escaping () -> Double,
        report: @escaping @Sendable (String) -> Void
    ) throws(OutletError) {
        (self.address, self.rest, self.control, self.now, self.report) = (address, rest, control, now, report)
        library = try Mosquitto()
        self.labels = Array(zip(labels, OutletNames.plain(labels)))
    }

    package func tell(_ news: OutletNews) {
        switch news {
        case .device(let device): greet(device)
        case .condition(let condition): tell(condition)
        case .gesture(let gesture): tell(gesture)
        case .window, .channels: break
        }
    }

    package func close(within seconds: Double) {
        guard let (_, base, connection) = present else { return }
        connection.keep(Self.status(base, isHere: false))
        if !connection.close(within: seconds) { report("\(address.shown): not all was told before the end") }
    }

    private func greet(_ device: OutletDevice) {
        if let present {
            if present.device.id == device.id {
                self.present?.device = device
                return introduce()
            }
            close(within: 1)
            droppedBefore += present.connection.dropped
            self.present = nil
            tellsBattery = false
        }
        let base = "\(address.prefix)/\(OutletNames.plain(device.id))"
        do throws(OutletError) {
            let connection = try MQTTConnection(
                address, by: library, name: OutletNames.plain("motionq-\(MachineName.value)-\(base)"),
                will: Self.status(base, isHere: false),
                requests: requests(of: base), report: report)
            present = (device, base, connection)
            introduce()
        } catch {
            report("\(error.sentence)")
        }
    }

    /// What may be asked for of the device.
    private func requests(of device: String) -> MQTTConnection.Requests? {
        guard let control else { return nil }
        let base = "\(device)/set/"
        return (
            base + "#",
            { [report] connection, topic, payload in
                guard let request = MQTTRequest.read(String(topic.dropFirst(base.count)), payload) else {
                    return report("\(printable(topic)): “\(printable(payload))” is nothing that can be asked for")
                }
                control.obey(request)
                if case .pause = request { connection.keep(Self.recognition(device, isPaused: control.isPaused)) }
            }
        )
    }

    private func introduce() {
        guard let (device, base, connection) = present else { return }
        if let control { connection.keep(Self.recognition(base, isPaused: control.isPaused)) }
        if let prefix = address.discovery {
            let gestures = labels.enumerated().filter { $0.offset != rest }.map(\.element)
            let house = HomeAssistant(
                prefix: prefix, base: base, device: device, labels: gestures, patience: address.patience,
                tellsBattery: tellsBattery, takesRequests: control != nil)
            for message in house.messages { connection.keep(message) }
        }
    }

    private func tell(_ condition: DeviceCondition) {
        guard let (_, base, connection) = present else { return }
        connection.keep(Self.status(base, isHere: condition.isHere))
        if condition.battery != nil, !tellsBattery {
            tellsBattery = true
            introduce()
        }
        var state = JSONLine()
        if let rate = condition.rate { state.add("rate", rate, digits: 2) }
        state.add("samples", Int(saturating: Double(condition.samples)))
        state.add("lost", Int(saturating: Double(condition.lost)))
        if let battery = condition.battery { state.add("battery", battery) }
        state.add("dropped", Int(saturating: Double(dropped)))
        connection.keep(MQTTMessage(topic: "\(base)/state", payload: state.line))
    }

    private func tell(_ gesture: OutletGesture) {
        guard let (_, base, connection) = present, gesture.label != rest else { return }
        var event = JSONLine()
        event.add("event_type", gesture.phase.rawValue)
        event.add("label", labels[gesture.label].name)
        if let confidence = gesture.confidence { event.add("confidence", confidence, digits: 4) }
        event.add("time", gesture.time, digits: 3)
        event.add("number", gesture.number)
        connection.publish(MQTTMessage(topic: "\(base)/event", payload: event.line))
        guard gesture.phase == .enter else { return }
        var message = MQTTMessage(topic: "\(base)/gesture/\(labels[gesture.label].topic)", payload: event.line)
        if address.patience > 0 { message.expires = now() + address.patience }
        connection.publish(message)
    }

    private static func recognition(_ base: String, isPaused: Bool) -> MQTTMessage {
        MQTTMessage(topic: "\(base)/recognition", payload: isPaused ? "OFF" : "ON")
    }

    private static func status(_ base: String, isHere: Bool) -> MQTTMessage {
        MQTTMessage(topic: "\(base)/status", payload: isHere ? "online" : "offline", delivery: .atLeastOnce, isRetained: true)
    }
}
