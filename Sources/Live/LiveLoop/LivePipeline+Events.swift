import Models
import MotionCore
import MotionRecognition
import SignalProcessing
import WireProtocol

/// What the link's events lead to.
extension LivePipeline {
    func handle(_ event: HostEvent) {
        account.collect(link, reactions)
        switch event {
        case .greeted(let voided):
            beginAgain(voided)
            greet()
        case .announcedAgain: nameLabels()
        case .lost(let samples):
            restartWindows()
            tell(.gap(samples: samples))
        case .restarted(let voided):
            beginAgain(voided)
            tell(.restarted)
        case .clockSet(let voided):
            reactions.voided(voided)
            tell(.clockSet)
        case .samples: break  // On the straight way through `step`.
        case .unusable: restartWindows()
        case .rateWrong(let pace, let byHostClock): pause(pace, byHostClock: byHostClock)
        case .rateRight: resume()
        case .synchronised: settleOwed(times.read)
        case .clockUnknown:
            settleOwed(times.read)
            tell(.clockUnknown)
        case .settled(let outcome):
            account.statistics.commandsSettled.count(outcome)
            reactions.settled(outcome, active: activeLabel)
            if let age = outcome.age { account.statistics.age.record(UInt64(age)) }
            observer.feedbackSettled(outcome)
        case .installed: break  // Nothing is installed while it runs.
        case .configured(let ack): observer.messageReceived(.configured(ack))
        case .rateRefused: fit()
        case .predicted(let message, let payload): compare(message, payload)
        case .heartbeat(let heartbeat):
            observer.messageReceived(.heartbeat(heartbeat))
            if heartbeat.hasFailsafeActed { relight() }
        case .event(let event): observer.messageReceived(.event(event))
        case .log(let payload): pass(on: payload)
        case .silent: tell(.silent)
        // Something is heard that is not understood yet; whoever listens says what it waits for.
        case .mute: if !port.isListening { tell(.mute) }
        case .unintelligible(let bytes): tell(.unintelligible(bytes: bytes))
        case .helloMissing(let frames): tell(.helloMissing(frames: frames))
        case .channelsMissing: tell(.channelsMissing)
        case .helloRefused(let fault): tell(.helloRefused(fault))
        case .loopback: tell(.loopback)
        case .irregular(let found): tell(.irregular(found))
        case .otherVersion: ending = .misfit(.otherVersion)
        }
    }

    /// The label that is entered, if one is.
    private var activeLabel: Int? { recognition?.recogniser.recogniser.activeLabel }

    func tell(_ change: LinkChange) {
        observer.linkChanged(change, statistics: statistics)
    }

    /// Another session: nothing of what was before goes on.
    private func beginAgain(_ voided: Int) {
        restartWindows()
        recognition?.conversion?.begin()
        leaveLabel()
        recognition?.shadow?.restart()
        reactions.voided(voided)
        account.collect(link, reactions)
    }

    /// Leaves the active label without a window that says so. Its exit commands go out as soon as the device's clock is known.
    func leaveLabel() {
        guard let left = recognition?.recogniser.recogniser.abandon(at: link.streamTime) else { return }
        reactions.owe(exitOf: left)
        observer.labelAbandoned(left, streamTime: link.streamTime)
    }

    /// Leaves the label of a stroke that is over.
    ///
    /// - Parameter time: of the sample with which it is, in the stream's microseconds; where samples are resampled, the newest one
    ///   of the device is later.
    func leaveStroke(_ recogniser: OwnedRecogniser, at time: UInt64) {
        guard let left = recogniser.recogniser.takeLeft() else { return }
        reactions.owe(exitOf: left)
        settleOwed(times.read)
        observer.labelAbandoned(left, streamTime: time)
    }

    /// Sends the commands that had to wait for the device's clock, as far as they still hold.
    func settleOwed(_ now: UInt64) {
        reactions.settle(through: &link, now: now)
    }

    /// What a failsafe has switched off shall be on, if its label is still active.
    private func relight() {
        account.statistics.failsafes += 1
        reactions.relight(activeLabel, through: &link, now: times.read)
        tell(.failsafe)
    }

    /// The rate is another than announced: what was learned at one rate means nothing at another.
    private func pause(_ pace: SamplePace, byHostClock: Bool) {
        if !options.trustsRate, recognition != nil {
            recognition?.isPaused = true
            restartWindows()
            recognition?.shadow?.restart()
            leaveLabel()
            settleOwed(times.read)
        }
        let measured = Double(pace.samples) * 1_000_000 / Double(pace.microseconds)
        let announced = Double(device?.sensor.rate ?? 0)
        tell(
            .rateWrong(
                RateMismatch(
                    measured: measured, announced: announced, byHostClock: byHostClock, isPaused: recognition?.isPaused == true)))
    }

    /// The rate fits again: what was paused begins anew, and what was trusted all along goes on.
    private func resume() {
        if recognition?.isPaused == true {
            recognition?.isPaused = false
            restartWindows()
            recognition?.shadow?.restart()
        }
        tell(.rateRight)
    }

    /// Names the labels, for a device that shows them.
    private func nameLabels() {
        guard link.wantsLabels, let recognition else { return }
        let rest = recognition.model.description.restIndex.map { UInt8($0) } ?? 255
        let names = recognition.labelNames
        var next = 0
        while next < names.count { next = link.send(labels: names.span, first: next, rest: rest, now: times.read) }
    }

    /// What follows does not follow what came before.
    func restartWindows() { recognition?.restartWindows() }

    /// Nothing up to now counts any more: neither windows in flight, nor those that are not told yet, nor the active label.
    func beginWindowsAnew() {
        restartWindows()
        leaveLabel()
        settleOwed(times.read)
        buffers.takeWindows { _ in }
    }

    /// Takes a device that has announced itself.
    private func greet() {
        guard var device = link.device else { return }
        // A device that classifies by itself knows of no correction, and its bits are those of its own readings.
        if !options.shadows, let correction = options.correct?(device) { device.sensor = device.sensor.corrected(by: correction) }
        self.device = device
        wearer?.greet(device)
        recognition?.isPaused = false
        announce(device)
        nameLabels()
        fit()
    }

    /// Binds the model to the device: at its own rate if the device can, or else resampled.
    ///
    /// - Parameter isAgain: the wearer's ranges have come, and nothing else is new to tell.
    private func fit(isAgain: Bool = false) {
        recognition?.conversion = nil
        reactions.delay = 0
        guard var device else { return }
        guard let recognition else { return askForWantedRate(device) }
        if let found = wearer?.found { device.sensor = device.sensor.sharing(found.ranges) }
        let (model, recogniser, shadow) = (recognition.model, recognition.recogniser, recognition.shadow)
        let misfit = misfit(of: device.sensor, with: recogniser)
        // Another rate would end what the device does by itself.
        if misfit == .rate, !isShadowing(device), let rate = model.description.rate,
            link.ask(forRate: Float(rate), keepsRate: options.keepsRate, now: times.read)
        {
            return
        }
        if let conversion = shadow == nil ? model.conversion(for: device.sensor) : shadowConversion(for: device, model) {
            convert(conversion, device.sensor, recogniser, tells: !isAgain)
        } else if misfit == .rate {
            // Another rate would not help a device that lacks a channel.
            var atRate = device.sensor
            if let rate = model.description.rate { atRate.rate = Float(rate) }
            refuse(self.misfit(of: atRate, with: recogniser) ?? .rate)
        } else {
            link.acceptRate()
            // After the rate: a device may classify at the model's rate, and not at the one that it had before.
            if shadow != nil, !isShadowing(device) {
                ending = .misfit(.noShadow)
            } else if let misfit {
                refuse(misfit)
            }
        }
    }

    /// Takes a sample for the wearer's ranges; when they are known, windows begin.
    func learnRange() {
        guard let step = wearer?.take(buffers.counts), let names = wearer?.names else { return }
        switch step {
        case .begun: tell(.rangesWanted(channels: names, seconds: options.rangeSeconds))
        case .again(let still): tell(.rangesSmall(channels: still, seconds: options.rangeSeconds))
        case .found(let found):
            fit(isAgain: true)
            tell(.rangesFound(found.ranges, usual: found.still))
        }
    }

    /// Without a model the device keeps its rate, unless somebody wants another.
    private func askForWantedRate(_ device: HelloMessage) {
        guard let wantedRate = options.rate, !Resampler.agree(Double(device.sensor.rate), wantedRate) else {
            return link.acceptRate()
        }
        _ = link.ask(forRate: Float(wantedRate), keepsRate: options.keepsRate, now: times.read)
    }

    /// What tells what no channel has as a device tells it that classifies by itself: at its own rate, whatever the model's.
    private func shadowConversion(for device: HelloMessage, _ model: LiveModel) -> InputConversion? {
        guard isShadowing(device), model.description.inputs.derives, device.sensor.hasSixAxes,
            ChannelBinding.accepts(device.sensor.rate, for: model.description.rate.map { Float($0) })
        else { return nil }
        return InputConversion(device.sensor, to: model, rate: nil)
    }

    private func convert(
        _ conversion: InputConversion, _ sensor: SensorDescription, _ recogniser: OwnedRecogniser, tells: Bool
    ) {
        var atRate = sensor
        if let summary = conversion.summary { atRate.rate = Float(summary.model) }
        // What is derived has no channel to bind.
        if !conversion.derives, let misfit = misfit(of: atRate, with: recogniser) { return refuse(misfit) }
        recogniser.recogniser.restart()
        recognition?.conversion = conversion
        buffers.reserve(windows: conversion.moments(of: FrameLimits.samples))
        guard let summary = conversion.summary else { return link.acceptRate() }
        reactions.delay = UInt16(saturating: min(10_000, (summary.seconds * 1000).rounded(.up)))
        if tells { tell(.resampled(summary)) }
    }

    /// Why the model does not fit; nil if it does, and is bound.
    private func misfit(of sensor: SensorDescription, with recogniser: OwnedRecogniser) -> Misfit? {
        do throws(Misfit) {
            try recogniser.bind(sensor)
            recognition?.beginReading()
            return nil
        } catch {
            return error
        }
    }

    private func refuse(_ misfit: Misfit) {
        guard let device, let model else { return }
        if case .misfit(.otherVersion) = ending { return }
        ending = .misfit(MisfitError(misfit, device.sensor, model, classifies: isShadowing(device)))
    }

    private func isShadowing(_ device: HelloMessage) -> Bool {
        recognition?.shadow != nil && device.capabilities.contains(.predicts)
    }

    /// A window that the device classified itself.
    private func compare(_ message: PredictionMessage, _ payload: PayloadReader) {
        guard let recognition, let shadow = recognition.shadow, recognition.isBound, ending == nil else { return }
        let comparison = shadow.compare(message, payload)
        account.statistics.shadow.count(comparison)
        observer.windowShadowed(comparison)
    }
}

// MARK: - What is due

extension LivePipeline {
    func doWhatIsDue() {
        let now = clock.microseconds()
        while let event = link.poll(now: now) { handle(event) }
        if now >= times.lastWindow + longestHold { leaveLabel() }
        settleOwed(now)
        if let cues = options.cues {
            let taken = cues.settle(through: &link, now: now) { observer.feedbackSettled($0) }
            reactions.accepted(requests: taken)
        }
        tellLeftOut(now)
        if now >= times.statisticsDue {
            times.statisticsDue = now + Times.statisticsInterval
            account.collect(link, reactions)
            tell(.statistics)
        }
    }

    /// Milliseconds until something is due.
    func wait(atMost longest: Int32) -> Int32 {
        guard longest > 0 else { return 0 }
        let now = clock.microseconds()
        let due = link.nextDeadline(now: now)
        return due <= now ? 0 : Int32(min(UInt64(longest), (due - now) / 1000 + 1))
    }

    /// Microseconds without a window after which an active label is left.
    private var longestHold: UInt64 {
        // Not taken out, as in `recognise`.
        guard recognition?.recogniser.recogniser.binding != nil, let rate = device?.sensor.rate,
            let hop = recognition?.model.description.hop
        else { return 2_000_000 }
        let seconds = Double(hop) / (recognition?.conversion?.summary?.model ?? Double(rate))
        return max(2_000_000, UInt64(saturating: min(2.5 * seconds, 3600) * 1_000_000))
    }
}
