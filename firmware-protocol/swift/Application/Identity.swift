import CBoard
import MotionCore
import WireProtocol

/// What HELLO tells of this firmware.
enum Identity {
    /// Rates that the sensor's timer can keep.
    private static let rates: ClosedRange<Float> = 1...1000

    /// Samples per second where the network does not say, or says more than the line carries.
    private static let defaultRate: Float = 50

    /// The rate to boot with: what a host wants kept, or the network's own.
    ///
    /// - Parameter kept: its bits; 0: none.
    static func rate(for network: DeviceNetwork?, kept: UInt32) -> Float {
        let kept = Float(bitPattern: kept)
        if supports(kept, network) { return kept }
        guard let network, supports(network.rate, network) else { return defaultRate }
        return network.rate
    }

    /// Whether the timer can keep a rate, and the line carries what is sent at it.
    static func supports(_ rate: Float, _ network: DeviceNetwork?) -> Bool {
        guard rates.contains(rate) else { return false }
        var load = LineLoad(channels: Sensor.channels, rate: rate)
        // As `OnboardClassifier.make` sees it: the network runs at rates near its own, and at any if it names none.
        if let network, ChannelBinding.accepts(rate, for: network.rate > 0 ? network.rate : nil) {
            let shape = network.packed.shape
            load.addPredictions(perSecond: rate / Float(shape.schedule.hop), labels: shape.labels)
        }
        return load.fits(baud: HostPort.baud)
    }

    /// - Parameters:
    ///   - network: what the device predicts with, or would at another rate; nil: nothing.
    ///   - predicts: whether it does.
    @inline(never)
    static func hello(rate: Float, network: DeviceNetwork?, predicts: Bool, session: UInt32) -> HelloMessage {
        var hello = HelloMessage(role: .device, session: session)
        append("MotionQ15 firmware", to: &hello.name)
        append(Board.uniqueID, to: &hello.uniqueID)
        append(LibraryVersion.text, to: &hello.library)
        hello.capabilities = Lights.units.capabilities.union(.setsRate).union(.keepsConfiguration)
        if predicts {
            hello.capabilities = hello.capabilities.union(.predicts)
            hello.network = network?.hash
        }
        if NetworkSlots.isThere {
            hello.capabilities = hello.capabilities.union(.installs)
            hello.network = network?.hash ?? 0
            hello.image = image(of: network)
        }
        hello.sensor = sensor(rate: rate)
        return hello
    }

    /// Hash of the image as which a network that was loaded came over the line; nil: it is the firmware's own, or none.
    static func image(of network: DeviceNetwork?) -> UInt64? { network == nil ? nil : NetworkSlots.image }

    /// What is measured.
    @inline(never)
    static func sensor(rate: Float) -> SensorDescription {
        var sensor = SensorDescription(rate: rate)
        for axis in 0..<UInt8(3) {
            sensor.addChannel(channel(ChannelKind.accelerationX.rawValue + axis, .g, Sensor.accelerationRange))
        }
        for axis in 0..<UInt8(3) {
            sensor.addChannel(
                channel(ChannelKind.rotationX.rawValue + axis, .radiansPerSecond, Sensor.rotationRange * (.pi / 180)))
        }
        return sensor
    }

    /// A number that the last boots did not draw: from a count of them that reset does not clear, and from the clock.
    static func drawSession(_ now: UInt64) -> UInt32 {
        var bits = board_count_boot() &* 0x9E37_79B9 ^ UInt32(truncatingIfNeeded: now) &* 0xC2B2_AE35 ^ Clock.noise
        bits = (bits ^ bits >> 16) &* 0x85EB_CA6B
        bits = (bits ^ bits >> 13) &* 0xC2B2_AE35
        return bits ^ bits >> 16
    }

    private static func channel(_ kind: UInt8, _ unit: ChannelUnit, _ fullScale: Float) -> ChannelDescription {
        ChannelDescription(kind: kind, unit: unit, scale: fullScale / 32768, offset: 0, fullScale: fullScale)
    }

    private static func append(_ words: StaticString, to text: inout ShortText) {
        for index in 0..<words.utf8CodeUnitCount { text.append(words.utf8Start[index]) }
    }
}
