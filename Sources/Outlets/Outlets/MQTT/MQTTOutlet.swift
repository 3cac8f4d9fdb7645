import Formatting
package import MQTT

/// A broker that hears of one device by a connection of its own, whose last will says that the device is offline, and that hands
/// back what is asked for of it.
///
///     motionq/<id>/…      as `MQTTDevice` tells it
///     motionq/<id>/set/…  what the device is asked for, as `MQTTRequest` reads it
package final class MQTTOutlet: Outlet {
    private let address: MQTTAddress
    private var model: OutletModel
    private let control: (any OutletControl)?
    private let report: @Sendable (String) -> Void
    /// Seconds since 1970.
    private let now: () -> Double
    /// The device that greeted; nil before.
    private var present: (device: MQTTDevice, connection: MQTTConnection)?
    /// What was dropped on connections of before.
    private var droppedBefore: UInt64 = 0
    package var dropped: UInt64 { droppedBefore + (present?.connection.dropped ?? 0) }

    /// - Parameters:
    ///   - model: recognises at first.
    ///   - control: does what is asked for; nil: nothing can be.
    ///   - now: seconds since 1970.
    ///   - report: hears how it goes, on any thread: that a broker cannot be reached, too, or refuses something.
    /// - Throws: that the library is missing.
    package init(
        _ address: MQTTAddress, model: OutletModel, control: (any OutletControl)?, now: @escaping () -> Double,
        report: @escaping @Sendable (String) -> Void
    ) throws(MQTTError) {
        try MQTTConnection.requireLibrary()
        (self.address, self.model, self.control) = (address, model, control)
        (self.now, self.report) = (now, report)
    }

    package func tell(_ news: OutletNews) {
        switch news {
        case .device(let device): greet(device)
        case .condition(let condition): present?.device.tell(condition, dropped: dropped)
        case .gesture(let gesture): present?.device.tell(gesture)
        case .window, .channels: break
        }
    }

    package func change(to model: OutletModel) { self.model = model }

    package func close(within seconds: Double) {
        guard let (device, connection) = present else { return }
        device.tell(isHere: false)
        if !connection.close(within: seconds) { report("\(address.shown): not all was told before the end") }
    }

    private func greet(_ device: OutletDevice) {
        if let present {
            if present.device.device.id == device.id {
                if present.device.model == model { return present.device.greet(device) }
                return introduce(device, over: present.connection, as: present.device)
            }
            close(within: 1)
            droppedBefore += present.connection.dropped
            self.present = nil
        }
        let base = MQTTDevice.base(of: device.id, in: address)
        do throws(MQTTError) {
            let connection = try MQTTConnection(
                address, name: OutletNames.plain("motionq-\(MachineName.value)-\(base)"),
                will: MQTTDevice.status(base, isHere: false),
                listener: control.map { RequestListener(base: base, control: $0, report: report) }, report: report)
            introduce(device, over: connection, as: nil)
        } catch {
            report("\(error.sentence)")
        }
    }

    /// - Parameter before: as it was introduced with another model, which has other gestures.
    private func introduce(_ device: OutletDevice, over connection: MQTTConnection, as before: MQTTDevice?) {
        let base = MQTTDevice.base(of: device.id, in: address)
        let introduced = MQTTDevice(device, over: connection, base: base, model: model, control: control, after: before, now: now)
        before?.withdraw(allBut: introduced)
        present = (introduced, connection)
    }
}

/// Hears what is asked for of a device.
private final class RequestListener: MQTTListener {
    private let base: String
    private let control: any OutletControl
    private let report: @Sendable (String) -> Void
    /// More bytes than a request has.
    private static let longest = 4096

    init(base: String, control: any OutletControl, report: @escaping @Sendable (String) -> Void) {
        (self.base, self.control, self.report) = (base, control, report)
    }

    // At most once: what could not be heard when it was said is not to be done later.
    var subscriptions: [MQTTSubscription] { [MQTTSubscription("\(base)/set/#")] }

    func heard(_ message: MQTTReceived, by connection: MQTTConnection) {
        guard !message.isRetained, message.payload.count <= Self.longest else { return }
        let (topic, payload) = (message.topicText, message.text)
        guard let request = MQTTRequest.read(String(topic.dropFirst("\(base)/set/".count)), payload) else {
            return report("\(printable(topic)): “\(printable(payload))” is nothing that can be asked for")
        }
        guard control.obey(request) else {
            let there = control.models.isEmpty ? "" : "; there are \(control.models.joined(separator: ", "))"
            return report("there is no model “\(printable(payload))” here\(there)")
        }
        if case .pause = request { connection.keep(MQTTDevice.recognition(base, isPaused: control.isPaused)) }
    }
}
