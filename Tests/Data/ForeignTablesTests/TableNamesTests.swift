import ForeignTables
import Foundation
import Recordings
import Testing

@Suite("The columns of common apps and tools")
struct TableNamesTests {
    /// A header, and what its columns hold of time (t), acceleration (a, b, c), rotation (p, q, r), something else (-).
    struct Table: Sendable, CustomStringConvertible {
        let description: String
        let header: String
        let holds: String
        /// What makes the time of seconds.
        var time = 1.0
    }

    static let tables = [
        Table(
            description: "phyphox",
            header: "\"Time (s)\",\"Acceleration x (m/s^2)\",\"Acceleration y (m/s^2)\",\"Acceleration z (m/s^2)\"",
            holds: "tabc"),
        Table(description: "Sensor Logger", header: "time,seconds_elapsed,z,y,x", holds: "-tcba"),
        Table(description: "Physics Toolbox", header: "time,gFx,gFy,gFz,TgF,ax,ay,az,wx,wy,wz", holds: "tabc----pqr"),
        Table(
            description: "SensorLog",
            header: "loggingTime(txt),locationTimestamp_since1970(s),locationHeadingX(µT),accelerometerTimestamp_sinceReboot(s),"
                + "accelerometerAccelerationX(G),accelerometerAccelerationY(G),accelerometerAccelerationZ(G),"
                + "gyroRotationX(rad/s),gyroRotationY(rad/s),gyroRotationZ(rad/s),motionYaw(rad),"
                + "motionRotationRateX(rad/s),motionRotationRateY(rad/s),motionRotationRateZ(rad/s),"
                + "motionUserAccelerationX(G),motionUserAccelerationY(G),motionUserAccelerationZ(G)",
            holds: "---tabcpqr-------"),
        Table(
            description: "ST", header: "Timestamp [ms]\tA_X [g]\tA_Y [g]\tA_Z [g]\tG_X [dps]\tG_Y [dps]\tG_Z [dps]",
            holds: "tabcPQR",
            time: 1000),
        Table(description: "Edge Impulse", header: "timestamp,accX,accY,accZ,gyrX,gyrY,gyrZ", holds: "tabcPQR", time: 1000),
        Table(description: "Arduino", header: "t,aX,aY,aZ,gX,gY,gZ", holds: "tabcpqr", time: 1000),
        Table(
            description: "AndroSensor",
            header: "ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);GRAVITY X (m/s²);GYROSCOPE X (rad/s);"
                + "GYROSCOPE Y (rad/s);GYROSCOPE Z (rad/s);Time since start in ms ",
            holds: "abc-pqrt", time: 1000),
        Table(
            description: "MetaWear", header: "epoc (ms),timestamp (-0700),elapsed (s),x-axis (g),y-axis (g),z-axis (g)",
            holds: "t--abc", time: 1000),
        Table(
            description: "Xsens DOT", header: "PacketCounter,SampleTimeFine,Euler_X,FreeAcc_X,Acc_X,Acc_Y,Acc_Z,Gyr_X,Gyr_Y,Gyr_Z",
            holds: "-t--abcPQR", time: 1e6),
        Table(
            description: "phyphox in German",
            header: "Zeit (s);Gyroskop x (rad/s);Gyroskop y (rad/s);Gyroskop z (rad/s);"
                + "Beschleunigung x (m/s^2);Beschleunigung y (m/s^2);Beschleunigung z (m/s^2)",
            holds: "tpqrabc"),
        Table(
            description: "EuRoC",
            header: "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],a_RS_S_x [m s^-2],"
                + "a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]", holds: "tpqrabc", time: 1e9),
        Table(
            description: "PX4",
            header: "timestamp,gyro_rad[0],gyro_rad[1],gyro_rad[2],gyro_integral_dt,accelerometer_timestamp_relative,"
                + "accelerometer_m_s2[0],accelerometer_m_s2[1],accelerometer_m_s2[2],accelerometer_integral_dt",
            holds: "tpqr--abc-", time: 1e6),
        Table(
            description: "WitMotion's",
            header: "time(s)\tDeviceName\tAccX(g)\tAccY(g)\tAccZ(g)\tAsX(°/s)\tAsY(°/s)\tAsZ(°/s)\tAngleX(°)",
            holds: "t-abcPQR-"),
        Table(
            description: "LPMS",
            header:
                "SensorId, TimeStamp (s), FrameNumber, AccX (g), AccY (g), AccZ (g), GyroX (deg/s), GyroY (deg/s), GyroZ (deg/s), "
                + "MagX (uT), EulerX (deg)", holds: "-t-abcPQR--"),
        Table(
            description: "units behind an underscore", header: "t_ms,ax_g,ay_g,az_g,gx_dps,gy_dps,gz_dps", holds: "tabcPQR",
            time: 1000),
        Table(
            description: "units behind a space",
            header: "Time s,Acc X m/s^2,Acc Y m/s^2,Acc Z m/s^2,Gyr X rad/s,Gyr Y rad/s,Gyr Z rad/s",
            holds: "tabcpqr"),
        Table(description: "sensors behind axes", header: "t_ms,x_a,y_a,z_a,x_g,y_g,z_g", holds: "tabcpqr", time: 1000),
        Table(description: "RealWorld", header: "id,attr_time,attr_x,attr_y,attr_z", holds: "-tabc", time: 1000),
        Table(description: "HHAR", header: "Index,Arrival_Time,x,y,z,User,gt", holds: "-tabc--", time: 1000),
    ]

    private static let degrees = 180 / Double.pi

    private static func field(_ kind: Character, _ sample: Int, _ table: Table) -> String {
        let motion = ConversionWorld.motion(sample)
        let gravity = ["(m/s", "m/s^2", "[m s^-2", "m_s2"].contains { table.header.contains($0) } ? 9.80665 : 1
        let value: Double? =
            switch kind {
            case "t": Double(sample) / 50 * table.time
            case "a", "b", "c": motion[["a": 0, "b": 1, "c": 2][kind] ?? 0] * gravity
            case "p", "q", "r": motion[["p": 3, "q": 4, "r": 5][kind] ?? 0]
            case "P", "Q", "R":
                motion[["P": 3, "Q": 4, "R": 5][kind] ?? 0]
                    * (["dps", "°/s", "deg/s"].contains { table.header.contains($0) } ? degrees : 1)
            default: nil
            }
        return value.map { String(format: "%.6f", $0) } ?? "7"
    }

    @Test("are found by their names", arguments: tables)
    func names(_ table: Table) throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let separator = ["\t", ";"].first { table.header.contains($0) } ?? ","
        let rows = (0..<300).map { row in table.holds.map { Self.field($0, row, table) }.joined(separator: separator) }
        let session = try #require(try world.convert(world.write("a.csv", [table.header] + rows)).sessions.first)
        #expect(session.timestamps == (0..<300).map { Double($0) * 20 })
        let hasRotation = table.holds.lowercased().contains("p")
        for channel in 0..<(hasRotation ? 6 : 3) {
            #expect(
                (0..<300).allSatisfy {
                    abs(Double(session.sample($0)[6 * $0 + channel]) - ConversionWorld.motion($0)[channel]) < 2e-6
                })
        }
    }

    @Test(
        "hold dates and times of day",
        arguments: [
            ("2024-02-29T23:59:5", "Z"), ("2024-02-29 23:59:5", " +0200"), ("29.02.2024 23:59:5", ""), ("2/29/2024 11:59:5", " PM"),
            ("29/02/2024 23:59:5", ""), ("12:34:5", ""), ("2024/2/29 01:02:5", ""),
        ])
    func clocks(_ beginning: String, _ end: String) throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let rows = (0..<250).map { row in "\"\(beginning)\(String(format: "%.3f", 2 + Double(row) / 50))\(end)\",0.1,0.2,1" }
        let session = try #require(try world.convert(world.write("a.csv", ["time,ax,ay,az"] + rows)).sessions.first)
        #expect(session.timestamps == (0..<250).map { Double($0) * 20 })
    }

    @Test("stand below lines that tell of the device and the day")
    func preamble() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let lines = ["Logged started on,2024-05-01 12:00:00", "Feature,Accelerometer", "Rate 50", "", ConversionWorld.header]
        let result = try world.convert(world.write("a.csv", lines + ConversionWorld.rows(100)))
        #expect(result.counts == [100] && result.converted.unreadableRows == 0)
    }

    @Test("hold milliseconds behind another colon, and decimal commas")
    func colons() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        for mark in [":", ","] {
            let digits = mark == ":" ? "%d" : "%03d"
            let rows = (0..<50).map { "12:00:00\(mark)\(String(format: digits, $0 * 20));0,1;0,2;1" }
            let session = try #require(try world.convert(world.write("a.csv", ["time;ax;ay;az"] + rows)).sessions.first)
            #expect(session.timestamps == (0..<50).map { Double($0) * 20 })
        }
    }

    @Test("go on after midnight where there is a date")
    func midnight() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let rows = (-50..<50).map { row in
            let seconds = Double(row) / 50
            return (row < 0 ? "2024-02-28 23:59:\(60 + seconds)" : "2024-02-29 00:00:\(seconds)") + ",0.1,0.2,1"
        }
        #expect(try world.convert(world.write("a.csv", ["time,ax,ay,az"] + rows)).counts == [100])
    }

    @Test("are refused with the rate where the unit in the name of the time cannot be true", arguments: [0.02, 20_000])
    func impossible(_ step: Double) throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let name = step < 1 ? "time_ms" : "time_s"
        let path = try world.write(
            "a.csv", ["\(name),ax,ay,az"] + (0..<300).map { "\(Double($0) * step / (step < 1 ? 1 : 1000)),0.1,0.2,1" })
        let error = #expect(throws: RecordingError.self) { try world.convert(path) }
        let said = error?.description ?? ""
        #expect(said.contains(step < 1 ? "its rate is 50000 Hz" : "its rate is 0.05 Hz") && said.contains("50 Hz in"), "\(said)")
    }

    @Test("give a table whose stamps are whole seconds its true rate")
    func wholeSeconds() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let rows = (0..<600).map { "\(1_700_000_000 + $0 / 50),0.1,0.2,1" }
        let session = try #require(try world.convert(world.write("a.csv", ["time,ax,ay,az"] + rows)).sessions.first)
        #expect(abs(try #require(session.rate) - 50) < 0.5)
    }
    @Test("have their units in a row below, and a line above that tells spreadsheets the separator")
    func units() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let names = ["Timestamp", "Accel_LN_X", "Accel_LN_Y", "Accel_LN_Z", "Gyro_X", "Gyro_Y", "Gyro_Z"].map {
            "Shimmer_952D_\($0)_CAL"
        }
        let units = ["ms", "m/(s^2)", "m/(s^2)", "m/(s^2)", "deg/s", "deg/s", "deg/s"]
        let rows = (0..<100).map { row in
            let motion = ConversionWorld.motion(row)
            let values = [Double(row) * 20] + motion[..<3].map { $0 * 9.80665 } + motion[3...].map { $0 * Self.degrees }
            return values.map { "\($0)" }.joined(separator: "\t")
        }
        let lines = ["sep=\t", names.joined(separator: "\t"), units.joined(separator: "\t")] + rows
        let result = try world.convert(world.write("a.csv", lines))
        #expect(result.counts == [100] && result.converted.unreadableRows == 0)
        #expect(result.sessions.first?.timestamps.last == 1980.0)
        let session = try #require(result.sessions.first)
        #expect(
            (0..<6).allSatisfy {
                abs(Double(session.sample(50)[session.sample(50).startIndex + $0]) - ConversionWorld.motion(50)[$0]) < 1e-5
            })
    }

    @Test("stand below lines that tell of the device, also without a time")
    func actigraph() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let lines = [
            "------ Data File Created By ActiGraph GT3X+ at 100 Hz  Filter Normal -----", "Start Time 12:00:00", "----------",
        ]
        let header = "Accelerometer X,Accelerometer Y,Accelerometer Z"
        let result = try world.convert(
            world.write("a.csv", lines + [header] + (0..<100).map { "0.\($0 % 10),0,1" }), recordedRate: 100)
        #expect(result.counts == [100] && result.converted.unreadableRows == 0)
    }

    @Test("count rows in one that is passed over where another tells the time", arguments: ["time,timestamp", "timestamp,time"])
    func counters(_ names: String) throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let rows = (0..<60).map { names.hasPrefix("time,") ? "\($0),\(5_000 + $0 * 20),0,0,1" : "\(5_000 + $0 * 20),\($0),0,0,1" }
        let session = try #require(try world.convert(world.write("a.csv", ["\(names),ax,ay,az"] + rows)).sessions.first)
        #expect(session.timestamps == (0..<60).map { Double($0) * 20 })
    }

    @Test("are asked for where the only time counts rows, or milliseconds of 1000 Hz, and taken as they are said")
    func counter() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let path = try world.write("a.csv", ["time,ax,ay,az"] + (0..<60).map { "\($0),0,0,1" })
        let error = #expect(throws: RecordingError.self) { try world.convert(path) }
        #expect(error?.description.contains("time rises by 1 with each row") == true)
        #expect(try world.convert(path, recordedRate: 50).sessions.first?.timestamps.last == 59 * 20)
        #expect(try world.convert(path, columns: "timestamp_ms=time").sessions.first?.timestamps.last == 59)
    }
}
