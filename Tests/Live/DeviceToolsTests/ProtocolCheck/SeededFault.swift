import DeviceTools

/// A rule that a device breaks on purpose, everything else being good.
enum SeededFault: String, CaseIterable, Sendable {
    case none
    // HELLO
    case saysNoHello, answersNoHello, answersWithoutReply, answersReplies, noPeriodicHello, noHelloAtBoot, refusesUnknownTags
    case scaleIsNoNumber, nameTooLong, rateMissing, actuatorsDisagree, networkNotTold, sessionStays, channelsNotDescribed
    // Frames and samples
    case malformedPayload, countInHeartbeat, noSamples, channelMissing, indexGoesBack, indexCountsWaiting, indexRestarts, tagStays
    case timeGoesBack, timeOfLastSample, samplesHeld, wrongRate
    // TIMESYNC and HEARTBEAT
    case noTimeSync, otherRequestTime, timesSwapped, otherClock, clockTooFast
    case noHeartbeat, rareHeartbeat, uptimeStands, countsNothing, damageNotCounted
    // CONFIG
    case noConfigAnswer, impossibleRateTaken, brokenConfigIgnored, rateDenied
    // FEEDBACK
    case noAck, ackWithoutSequence, ackWithoutTime, duplicateApplied, lateApplied, futureApplied, oldSequenceApplied
    case unknownActuatorTaken, brokenPatternTaken, noTimeToLiveTaken, onNotTold, durationIgnored
    case noFailsafe, failsafeNotTold, goodbyeIgnored
    // Damage
    case outOfStep, blockedByJunk, otherVersionIgnored

    /// The one rule at which it fails.
    var rule: Rule? {
        switch self {
        case .none: nil
        case .saysNoHello: .helloComes
        case .answersNoHello: .helloAnswer
        case .answersWithoutReply: .helloReplyFlag
        case .answersReplies: .helloReplyUnanswered
        case .noPeriodicHello: .helloPeriod
        case .noHelloAtBoot: .helloBeforeData
        case .refusesUnknownTags: .unknownTag
        case .scaleIsNoNumber, .nameTooLong, .rateMissing: .helloItems
        case .actuatorsDisagree: .helloActuators
        case .networkNotTold: .helloNetwork
        case .channelsNotDescribed: .channelsDescribed
        case .sessionStays: .oneAnnouncement
        case .malformedPayload: .payloads
        case .countInHeartbeat: .headerCount
        case .noSamples: .dataComes
        case .channelMissing: .channels
        case .indexGoesBack: .dataIndex
        case .indexCountsWaiting: .otherIndex
        case .indexRestarts: .indexGoesOn
        case .tagStays: .sessionTag
        case .timeGoesBack: .timeOrder
        case .timeOfLastSample: .firstSampleTime
        case .samplesHeld: .longestWait
        case .wrongRate: .rate
        case .noTimeSync: .timeSyncAnswer
        case .otherRequestTime: .timeSyncRepeats
        case .timesSwapped: .timeSyncOrder
        case .otherClock: .oneClock
        case .clockTooFast: .drift
        case .noHeartbeat, .rareHeartbeat: .heartbeatPeriod
        case .uptimeStands: .uptime
        case .countsNothing: .framesReceived
        case .damageNotCounted: .damageCounted
        case .noConfigAnswer: .configEmpty
        case .impossibleRateTaken: .configImpossible
        case .brokenConfigIgnored: .configBroken
        case .rateDenied: .configRate
        case .noAck: .feedbackAnswer
        case .ackWithoutSequence: .ackSequence
        case .ackWithoutTime: .ackTime
        case .duplicateApplied: .duplicate
        case .lateApplied: .late
        case .futureApplied: .early
        case .oldSequenceApplied: .superseded
        case .unknownActuatorTaken: .unsupported
        case .brokenPatternTaken: .refusedPattern
        case .noTimeToLiveTaken: .refusedTimeToLive
        case .onNotTold: .actuatorTold
        case .durationIgnored: .duration
        case .noFailsafe: .failsafe
        case .failsafeNotTold: .failsafeTold
        case .goodbyeIgnored: .goodbye
        case .outOfStep: .damagedByte
        case .blockedByJunk: .longJunk
        case .otherVersionIgnored: .otherVersion
        }
    }
}
