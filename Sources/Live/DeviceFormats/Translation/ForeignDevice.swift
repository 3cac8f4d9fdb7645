import MotionCore
import MotionUnits
import WireProtocol

/// Speaks the native protocol for a device of another make: its readings become samples of a device link, with the losses that its
/// format shows. Everything behind the port is then as with a device of ours.
///
/// Values become 16-bit counts: ±16 g in steps of 0.5 mg, ±2000 °/s in steps of 0.06 °/s, saturated. It takes no configuration, and
/// of feedback what its format has a way for; HELLO says so. Allocates nothing after it is made.
final class ForeignDevice {
    /// Feedback, as bytes that wait for the device.
    let commands = FeedbackBytes()
    /// The rate that readings had, and the one that they have now; nil unless it has changed since the last look.
    private var rateChange: (from: Double, to: Double)?
    /// Units that were assumed, once motion has made them certain; nil unless it has since the last look.
    private var unitsKnown: (name: String, isChange: Bool)?
    /// The gyroscope's axes as they would fit the accelerometer's; nil unless that was found out since the last look.
    private var otherAxes: GyroscopeAxes?
    private var axesWatch: AxesWatch?
    /// Goes on judging units that are assumed; nil where they are certain.
    private var judge: AssumedUnits?
    private let decoder: any ForeignDecoder
    private let mavLink: MAVLinkDecoder?
    private let feedback: (any ForeignFeedback)?
    private let channels: [Int]
    private var times: SampleTimes
    /// Whether the rate changes, and what is held back where it seems to; nil where somebody said the rate.
    private var pace: PaceWatch?
    private var held: HeldSamples
    private var rate: Double
    private let drawSession: () -> UInt32
    /// Whether a reading had a time, or a count told of others that are missing.
    private(set) var countsLosses = false
    /// When the device was heard last.
    private var heardAt: UInt64
    private var link: DeviceLink
    private let memory: UnsafeMutablePointer<UInt8>
    private let counts: UnsafeMutablePointer<Int16>
    /// Of the decoder, as far as they have been told to the link.
    private var missed: UInt64

    /// Microseconds after which a line rests.
    private static let rest: UInt64 = 5000
    private static let memoryCount = DeviceLink.fixedMemory + 16_384
    private static let fullScale = (g: 16.0, radiansPerSecond: 2000 * Double.pi / 180)

    /// - Parameters:
    ///   - encoder: of what a device that speaks MAVLink is told.
    ///   - drawSession: a number for each session.
    init(
        _ finding: FormatProbe.Finding, _ options: ForeignOptions, through encoder: MAVLinkEncoder,
        drawSession: @escaping () -> UInt32, now: UInt64
    ) {
        self.drawSession = drawSession
        decoder = finding.decoder
        mavLink = finding.decoder as? MAVLinkDecoder
        feedback = options.feedback(for: finding.decoder, through: encoder)
        channels = (0..<6).filter { finding.channels.contains(ForeignReading.Channels(rawValue: 1 << UInt8($0))) }
        times = SampleTimes(rate: finding.rate)
        pace = options.rate == nil ? PaceWatch(rate: finding.rate) : nil
        held = HeldSamples(channels: channels.count, rate: finding.rate)
        judge = AssumedUnits(finding)
        axesWatch = AxesWatch(finding)
        (rate, heardAt) = (finding.rate, now)
        memory = .allocate(capacity: Self.memoryCount)
        memory.initialize(repeating: 0, count: Self.memoryCount)
        counts = .allocate(capacity: 6)
        counts.initialize(repeating: 0, count: 6)
        missed = finding.decoder.missed
        var hello = HelloMessage(role: .device, session: drawSession())
        for byte in finding.format.words.utf8 { hello.name.append(byte) }
        hello.sensor.rate = Float(finding.rate)
        hello.sensor.axes = options.axes
        for channel in channels {
            let fullScale = Float(Self.fullScale(channel))
            hello.sensor.addChannel(
                ChannelDescription(
                    kind: SixAxes.kinds[channel].rawValue, unit: channel < 3 ? .g : .radiansPerSecond, scale: fullScale / 32_768,
                    offset: 0,
                    fullScale: fullScale))
        }
        let units = feedback?.units ?? ActuatorUnits()
        hello.capabilities = units.capabilities
        if feedback?.namesLabels == true { hello.capabilities = hello.capabilities.union(.showsDecisions) }
        link = DeviceLink(identity: hello, units: units, memory: memory, memoryCount: Self.memoryCount, now: now)
    }

    /// Whether the units are only likely so far.
    var assumesUnits: Bool { judge != nil }

    /// MAV_RESULT of the last command that an autopilot refused; nil if there was none.
    var refusal: UInt8? {
        guard let mavLink, mavLink.commands.refused > 0 else { return nil }
        return mavLink.refusal
    }

    /// Tells of a change of the rate, once.
    func takeRateChange() -> (from: Double, to: Double)? {
        defer { rateChange = nil }
        return rateChange
    }

    /// Tells of units that have become certain, once.
    func takeUnits() -> (name: String, isChange: Bool)? {
        defer { unitsKnown = nil }
        return unitsKnown
    }

    /// Tells of a gyroscope whose axes are not the accelerometer's, once.
    func takeAxes() -> GyroscopeAxes? {
        defer { otherAxes = nil }
        return otherAxes
    }

    deinit {
        held.deallocate()
        memory.deallocate()
        counts.deallocate()
    }

    private static func fullScale(_ channel: Int) -> Double { channel < 3 ? fullScale.g : fullScale.radiansPerSecond }

    /// Bytes of the device.
    func receiveFromDevice(_ bytes: UnsafeRawBufferPointer, now: UInt64) {
        heardAt = now
        decoder.push(bytes) { take($0, now) }
        poll(now)
    }

    /// Bytes of the host.
    func receiveFromHost(_ bytes: UnsafeRawBufferPointer, now: UInt64) {
        for byte in bytes {
            switch link.receive(byte, now: now) {
            case .configurationAsked(let config): link.answer(config, .unsupported, now: now)
            case .commanded(_, let change?): feedback?.tell(change, to: commands, now: now)
            case .predicted(let prediction): feedback?.decided(prediction)
            case .labelled(let labels): feedback?.learn(labels, link.payload)
            default: break
            }
        }
        poll(now)
    }

    /// Moves what waits for the host.
    ///
    /// - Returns: how many bytes.
    func take(into buffer: UnsafeMutableRawBufferPointer, now: UInt64) -> Int {
        poll(now)
        let count = min(buffer.count, link.outgoingCount)
        if count > 0 {
            buffer.copyMemory(from: UnsafeRawBufferPointer(start: link.outgoing, count: count))
            link.consume(count)
        }
        return count
    }

    private func poll(_ now: UInt64) {
        if now - heardAt >= Self.rest { decoder.rest { take($0, now) } }
        if held.isOverdue(now: now) { release(now) }
        while let change = link.poll(now: now) { feedback?.tell(change, to: commands, now: now) }
        feedback?.poll(now: now, to: commands)
    }

    private func take(_ reading: ForeignReading, _ now: UInt64) {
        let lost = Int(clamping: decoder.missed &- missed)
        missed = decoder.missed
        if reading.time != nil || lost > 0 { countsLosses = true }
        if let known = judge?.observe(reading) {
            settle(known, now)
            return
        }
        if let axes = axesWatch?.observe(reading, isAfterGap: lost > 0) { otherAxes = axes }
        if let rate = pace?.observe(stamp: reading.time, lost: lost, now: now) { begin(rate, now) }
        let (takenAt, missing) = times.next(stamp: reading.time, lost: lost, now: now)
        for (place, channel) in channels.enumerated() {
            let count = (reading.values[channel] / Self.fullScale(channel) * 32_768).rounded()
            counts[place] = Int16(saturating: count)
        }
        guard let pace, missing > lost || !held.isEmpty else { return push(counts, takenAt, missing, now) }
        let period = 1_000_000 / rate
        held.append(
            counts, takenAt: takenAt, missing: missing, lost: lost, time: reading.time ?? now, period: period, now: now)
        if held.isOverdue(now: now) || (held.isResumed(period: period) && !pace.isSlow) { release(now) }
    }

    private func push(_ sample: UnsafePointer<Int16>, _ takenAt: UInt64, _ missing: Int, _ now: UInt64) {
        if missing > 0 { link.drop(UInt16(clamping: missing), now: now) }
        link.push(sample, takenAt: takenAt, now: now)
    }

    /// Readings were lost before those that are held.
    private func release(_ now: UInt64) { held.release { push($0, $1, $2, now) } }

    /// Units are certain. Other ones than were assumed begin another session; the reading that showed it belongs to neither.
    private func settle(_ units: AssumedUnits.Known, _ now: UInt64) {
        judge = nil
        unitsKnown = (units.name, units.isChange)
        guard units.isChange, let text = decoder as? TextLineDecoder else { return }
        text.factors = units.factors
        begin(rate, now)
    }

    /// Readings come at another rate, or in other units: another session begins, as of a device that was restarted. What was held
    /// belongs to neither.
    private func begin(_ rate: Double, _ now: UInt64) {
        guard rate <= Double(SensorDescription.mostRate) else { return }
        if rate != self.rate { rateChange = (self.rate, rate) }
        self.rate = rate
        times = SampleTimes(rate: rate)
        if pace != nil { pace = PaceWatch(rate: rate) }
        axesWatch?.interrupt(rate: rate)
        held.deallocate()
        held = HeldSamples(channels: channels.count, rate: rate)
        var hello = link.identity
        hello.session = drawSession()
        hello.sensor.rate = Float(rate)
        link.beginSession(hello, now: now)
    }
}
