import MotionUnits

/// What a column holds that is no motion.
extension ColumnName {
    /// What else a phone's logger stamps, more seldom than motion.
    private static let seldom: Set<String> = [
        "location", "gps", "heading", "altimeter", "pedometer", "activity", "magnetometer", "battery", "audio", "barometer",
    ]

    /// A time stamp, and its unit if the name has one.
    var time: (unit: TimeUnit?, rank: Int)? {
        let times: Set<String> = [
            "t", "ts", "time", "timestamp", "timestamps", "elapsed", "epoch", "unixtime", "uptime", "clock", "zeit", "zeitstempel",
            "temps",
            "horodatage", "tiempo", "tempo", "tijd",
        ]
        let units: [(TimeUnit, Set<String>)] = [
            (.seconds, ["s", "sec", "secs", "second", "seconds"]),
            (.milliseconds, ["ms", "msec", "millis", "millisecond", "milliseconds"]),
            (.microseconds, ["us", "µs", "usec", "micros", "microseconds"]),
            (.nanoseconds, ["ns", "nsec", "nanos", "nanoseconds"]),
        ]
        let unit = units.first { $0.1.contains(bracket) || has($0.1) }?.0
        let seldom = has(Self.seldom) ? 3 : 0
        if has(["date", "datetime"]) { return (nil, 2 + seldom) }
        if has(times) { return (unit, (unit == nil ? 1 : 0) + seldom) }
        // “seconds” alone, but not “s” or “sec” of something else.
        return unit != nil && words.count == 1 && words[0].count > 1 ? (unit, 0) : nil
    }

    /// What else it may be, if it is no quantity: the acceleration without gravity is called a user's, too.
    var text: ForeignColumn? {
        guard channel == nil else { return nil }
        if has(["label", "labels", "activity", "class", "gesture", "category", "movement", "exercise", "gt"]) { return .label }
        if has(["subject", "user", "person", "participant", "volunteer", "who"]) { return .subject }
        if has(["session", "trial", "recording", "run", "sequence", "experiment"]) { return .session }
        return nil
    }
}
