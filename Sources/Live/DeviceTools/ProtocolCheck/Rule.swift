/// A rule of PROTOCOL.md that a device is held to, in the order in which they are judged. The raw values are for programs.
package enum Rule: String, Sendable, CaseIterable {
    case helloComes = "hello_comes"
    case helloItems = "hello_items"
    case channelsDescribed = "channels_described"
    case helloActuators = "hello_actuators"
    case helloNetwork = "hello_network"
    case helloBeforeData = "hello_before_data"
    case helloAnswer = "hello_answer"
    case helloReplyFlag = "hello_reply_flag"
    case helloReplyUnanswered = "hello_reply_unanswered"
    case unknownTag = "unknown_tag"
    case timeSyncAnswer = "timesync_answer"
    case timeSyncRepeats = "timesync_repeats"
    case timeSyncOrder = "timesync_order"
    case oneClock = "one_clock"
    case drift
    case payloads
    case headerCount = "header_count"
    case helloPeriod = "hello_period"
    case heartbeatPeriod = "heartbeat_period"
    case uptime
    case framesReceived = "frames_received"
    case dataComes = "data_comes"
    case channels
    case dataIndex = "data_index"
    case otherIndex = "other_index"
    case timeOrder = "time_order"
    case firstSampleTime = "first_sample_time"
    case longestWait = "longest_wait"
    case rate
    case configEmpty = "config_empty"
    case configImpossible = "config_impossible"
    case configBroken = "config_broken"
    case configRate = "config_rate"
    case sessionTag = "session_tag"
    case indexGoesOn = "index_goes_on"
    case feedbackAnswer = "feedback_answer"
    case ackSequence = "ack_sequence"
    case ackTime = "ack_time"
    case duplicate
    case actuatorTold = "actuator_told"
    case late
    case early
    case superseded
    case unsupported
    case refusedPattern = "refused_pattern"
    case refusedTimeToLive = "refused_time_to_live"
    case duration
    case failsafe
    case failsafeTold = "failsafe_told"
    case goodbye
    case damagedByte = "damaged_byte"
    case longJunk = "long_junk"
    case damageCounted = "damage_counted"
    case otherVersion = "other_version"
    case oneAnnouncement = "one_announcement"

    /// Section of PROTOCOL.md, and what it demands in a few words.
    private var entry: (section: String, title: String) {
        switch self {
        case .helloComes: ("4", "says HELLO")
        case .helloItems: ("6.1", "HELLO's items")
        case .channelsDescribed: ("6.14", "CHANNELS after each HELLO")
        case .helloActuators: ("6.1", "actuators as in capabilities")
        case .helloNetwork: ("6.13", "names the network that it has")
        case .helloBeforeData: ("4", "HELLO at boot, before DATA")
        case .helloAnswer: ("4", "HELLO is answered")
        case .helloReplyFlag: ("6.1", "the answer has REPLY")
        case .helloReplyUnanswered: ("6.1", "an answer is not answered")
        case .unknownTag: ("5", "unknown tags are skipped")
        case .timeSyncAnswer: ("6.4", "TIMESYNC is answered")
        case .timeSyncRepeats: ("6.4", "TIMESYNC repeats t1")
        case .timeSyncOrder: ("6.4", "t3 not before t2")
        case .oneClock: ("1", "one clock for all")
        case .drift: ("6.4", "the clock's drift")
        case .payloads: ("6", "payloads as in the tables")
        case .headerCount: ("2.1", "count 0 but in DATA")
        case .helloPeriod: ("4", "HELLO every 5 s")
        case .heartbeatPeriod: ("4", "HEARTBEAT every 1 s")
        case .uptime: ("6.5", "uptime grows as the clock")
        case .framesReceived: ("6.5", "frames received are counted")
        case .dataComes: ("7", "samples come")
        case .channels: ("6.2", "DATA has HELLO's channels")
        case .dataIndex: ("2.1", "DATA counts every sample")
        case .otherIndex: ("2.1", "index of the sample that waits")
        case .timeOrder: ("2.1", "times in order")
        case .firstSampleTime: ("2.1", "DATA's time: its first sample")
        case .longestWait: ("4", "samples wait at most 20 ms")
        case .rate: ("7", "rate as announced")
        case .configEmpty: ("6.3", "CONFIG is acknowledged")
        case .configImpossible: ("6.3", "an impossible rate: unsupported")
        case .configBroken: ("6.3", "a broken CONFIG: refused")
        case .configRate: ("6.3", "another rate: ok, then HELLO")
        case .sessionTag: ("2.1", "a new session, another tag")
        case .indexGoesOn: ("6.3", "index goes on in a new session")
        case .feedbackAnswer: ("8", "FEEDBACK: ok")
        case .ackSequence: ("6.8", "ACK repeats the sequence")
        case .ackTime: ("6.8", "ACK tells when it was applied")
        case .duplicate: ("8", "FEEDBACK again: duplicate")
        case .actuatorTold: ("6.5", "HEARTBEAT tells what is on")
        case .late: ("8", "older than its time to live: late")
        case .early: ("8", "2 s in the future: late")
        case .superseded: ("8", "an older sequence: late")
        case .unsupported: ("8", "no such actuator: unsupported")
        case .refusedPattern: ("8", "pattern 9: refused")
        case .refusedTimeToLive: ("6.7", "time to live 0: refused")
        case .duration: ("6.7", "ends after its duration")
        case .failsafe: ("8", "failsafe after 2 s of silence")
        case .failsafeTold: ("6.5", "HEARTBEAT tells of the failsafe")
        case .goodbye: ("6.12", "GOODBYE turns off")
        case .damagedByte: ("3", "damage costs two frames at most")
        case .longJunk: ("3", "a long run of junk is dropped")
        case .damageCounted: ("6.5", "damage is counted")
        case .otherVersion: ("5", "another major version: HELLO")
        case .oneAnnouncement: ("6.1", "one session id, one contents")
        }
    }

    /// Of PROTOCOL.md, such as `6.1`.
    package var section: String { entry.section }
    /// A few words for people.
    package var title: String { entry.title }
}
