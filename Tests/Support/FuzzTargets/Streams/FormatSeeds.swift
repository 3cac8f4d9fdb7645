import TestSupport

/// What devices of other makes send, long enough that their format is told.
enum FormatSeeds {
    static let text: [[UInt8]] = [
        lines { "\($0 * 20),0.01,-0.02,\($0 % 2 == 0 ? 1.0 : 0.98),1.5,-2,0.25" },
        lines { _ in "ax: 0.01 ay: -0.02 az: 1.00 gx: 0.5 gy: 0.25 gz: 0" },
        lines { "{\"accel\":{\"x\":0.\($0),\"y\":0,\"z\":9.81},\"gyro\":{\"x\":1,\"y\":2,\"z\":3}}" },
        lines { $0 == 0 ? "time\tax\tay\taz" : "\($0)\t100\t200\t16384" },
        lines { _ in
            "Acceleration X: 0.12, Y: 0.02, Z: 9.79 m/s^2\r\nRotation X: 0.01, Y: 0.02, Z: 0.03 rad/s\r\nTemperature: 25.1 degC\r\n"
        },
        lines { _ in "$ACC,1,2,3*5A" }, lines { "M\($0) hello" },
    ]

    private static func lines(_ line: (Int) -> String) -> [UInt8] { (0..<12).flatMap { Array((line($0) + "\n").utf8) } }

    static let witMotion: [[UInt8]] = {
        func short(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
            let frame = [0x55, type] + body
            return frame + [frame.reduce(0, &+)]
        }
        let shorts = (0..<10 as Range<UInt8>).flatMap {
            short(0x51, [$0, 1, 2, 3, 0, 8, 9, 9]) + short(0x52, [1, 2, 3, $0, 5, 6, 0, 0]) + short(0x53, [1, 2, 3, 4, 5, 6, 7, 8])
        }
        let longs = (0..<10 as Range<UInt8>).flatMap { [0x55, 0x61, $0] + (0..<17 as Range<UInt8>).map { $0 } }
        return [shorts, longs, shorts + longs + [0x55, 0x71] + [UInt8](repeating: 0, count: 18)]
    }()

    static let mavLink: [[UInt8]] = {
        let words: [Int16] = [10, -20, 1000, 100, -200, 300]
        let heartbeat = mavLinkFrame(0, MAVLinkPayload.heartbeat(), extra: 50)
        func frames(_ frame: (Int) -> [UInt8]) -> [UInt8] { (0..<10).flatMap(frame) }
        return [
            heartbeat + frames { mavLinkFrame(26, MAVLinkPayload.scaled(UInt32($0 * 20), words), extra: 170) },
            heartbeat + frames { mavLinkFrame(27, MAVLinkPayload.raw(UInt64($0 * 20_000), words), extra: 144) },
            frames { mavLink1Frame(105, MAVLinkPayload.highResolution(UInt64($0 * 20_000), [0.1, 0.2, 9.8, 1, 2, 3]), extra: 93) },
            frames { mavLinkFrame(30, MAVLinkPayload.attitude(UInt32($0)), extra: 39) }
                + mavLinkFrame(77, [0, 2, 4], extra: 143, flags: 1),
        ]
    }()
}
