/// A stage, an instrument or a picture that listens for Open Sound Control over UDP.
///
///     /motionq/enter/shake       ,f   0.98       a gesture began, with its probability
///     /motionq/exit/shake        ,f   0.41       it ended
///     /motionq/event             ,ssfi           the same: label, phase, probability, number
///     /motionq/probability/shake ,f              every label, at each window
///     /motionq/channel/gx        ,f              every channel, as often as was asked for, in its own unit
///     /motionq/link              ,i   1          whether the device is heard
///
/// Each datagram is a bundle whose time is that of the window's last sample. What cannot be sent is lost: late music is none.
package final class OSCOutlet: Outlet {
    private let address: OSCAddress
    private let sender: DatagramSender
    private var labels: [String] = []
    private var names: [String] = []
    private let now: () -> Double
    /// Whether the device was heard when that was last told.
    private var wasHere: Bool?
    package private(set) var dropped: UInt64 = 0
    package var channelRate: Double { address.channelRate }

    /// - Parameters:
    ///   - model: recognises at first.
    ///   - board: which board of several, the first part of its addresses; nil: it is the only one.
    ///   - now: seconds since 1970.
    /// - Throws: that the host is not known.
    package init(_ address: OSCAddress, model: OutletModel, board: String?, now: @escaping () -> Double) throws(OutletError) {
        var address = address
        if let board { address.prefix += "/" + OutletNames.plain(board) }
        (self.address, self.now) = (address, now)
        sender = try DatagramSender(host: address.host, port: address.port)
        change(to: model)
    }

    package func change(to model: OutletModel) { (labels, names) = (model.labels, OutletNames.plain(model.labels)) }

    package func tell(_ news: OutletNews) {
        switch news {
        case .device: break
        case .condition(let condition):
            guard condition.isHere != wasHere else { return }
            wasHere = condition.isHere
            send(now(), [message("link", [.int(condition.isHere ? 1 : 0)])])
        case .gesture(let gesture):
            let confidence = OSCMessage.Argument.float(Float(gesture.confidence ?? 0))
            let (phase, number) = (gesture.phase.rawValue, Int32(truncatingIfNeeded: gesture.number))
            send(
                gesture.time,
                [
                    message("\(phase)/\(names[gesture.label])", [confidence]),
                    message("event", [.string(labels[gesture.label]), .string(phase), confidence, .int(number)]),
                ])
        case .window(let window):
            send(window.time, zip(names, window.probabilities).map { message("probability/\($0)", [.float(Float($1))]) })
        case .channels(let values):
            send(now(), values.map { message("channel/\(OutletNames.plain($0.name))", [.float(Float($0.value))]) })
        }
    }

    package func close(within seconds: Double) {
        if wasHere == true { send(now(), [message("link", [.int(0)])]) }
    }

    private func message(_ name: String, _ arguments: [OSCMessage.Argument]) -> OSCMessage {
        OSCMessage("\(address.prefix)/\(name)", arguments)
    }

    private func send(_ time: Double, _ messages: [OSCMessage]) {
        if !sender.send(OSCBundle(time: time, messages).bytes) { dropped += 1 }
    }
}
