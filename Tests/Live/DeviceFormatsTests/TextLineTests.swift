import DeviceFormats
import Testing

@Suite("Lines of numbers")
struct TextLineTests {
    private func readings(_ text: String, columns: [TextColumn]? = nil) -> [ForeignReading] {
        decoded(Array(text.utf8), by: TextLineDecoder(columns: columns))
    }

    @Test(
        "are split at commas, tabs, spaces and semicolons, with spaces beside them",
        arguments: ["1,2,3,4,5,6", "1\t2\t3\t4\t5\t6", "1 2 3 4 5 6", "1; 2; 3; 4; 5; 6", " 1 ,  2,3 ,4,\t5,6 ", "1,2,3,4,5,6,"])
    func separators(_ line: String) {
        #expect(readings(line + "\r\n").map(\.list) == [[1, 2, 3, 4, 5, 6]])
    }

    @Test(
        "hold numbers as sketches print them",
        arguments: [("-9.721", -9.721), ("+3", 3), (".5", 0.5), ("7.", 7), ("1.2e-3", 0.0012), ("2E2", 200), ("0.1", 0.1)])
    func numbers(_ text: String, _ value: Double) {
        #expect(readings("\(text),0,0\n").first?.values[0] == value)
    }

    @Test(
        "that hold something else are counted and left out",
        arguments: [
            "1,2,,4,5,6", "nan,2,3", "1,2,0x3", "1.2.3,4,5", "hello", "1,2", "1,2,3,4,5,6,7,8", "1,2,3\u{7}", "--1,2,3",
            "1e999,2,3", "1e12,2,3", "-99999999999999999999999999999,2,3",
        ])
    func bad(_ line: String) {
        let decoder = TextLineDecoder()
        #expect(decoded(Array("\(line)\n4,5,6\n".utf8), by: decoder).map { Array($0.list.prefix(3)) } == [[4, 5, 6]])
        #expect(decoder.counters.bad == 1)
    }

    @Test("whose time no clock counts to are counted and left out")
    func time() {
        let decoder = TextLineDecoder()
        #expect(decoded(Array("seconds,ax,ay,az\n1,2,3,4\n999999999999999,2,3,4\n".utf8), by: decoder).count == 1)
        #expect(decoder.counters.bad == 1)
    }

    @Test("longer than 512 bytes are left out whole")
    func long() {
        let line = "1 2 3" + String(repeating: " ", count: 600)
        let decoder = TextLineDecoder()
        #expect(decoded(Array("\(line)\n4,5,6\n".utf8), by: decoder).count == 1)
        #expect(decoder.counters.bad == 1 && decoder.counters.skippedBytes == 512)
    }

    @Test(
        "are read by the words before their numbers, and by the units behind",
        arguments: [
            "AccX: 1 AccY: 2 AccZ: 3 GyroX: 4 GyroY: 5 GyroZ: 6", "ax = 1 | ay = 2 | az = 3 | gx = 4 | gy = 5 | gz = 6",
            "a/g:\t1\t2\t3\t4\t5\t6\t", "A: 1, 2, 3 g, G: 4, 5, 6 deg/s",
            "Acceleration X: 1, Y: 2, Z: 3 m/s^2, Rotation X: 4, Y: 5, Z: 6 rad/s",
            #"{"t": 9, "ok": true, "ax": 1, "ay": 2, "az": 3, "gx": 4, "gy": 5, "gz": 6}"#,
            #"{"accel":{"x":1,"y":2,"z":3},"gyro":{"x":4,"y":5,"z":6},"temp":21.5}"#, #"{"acc":[1,2,3],"gyr":[4,5,6]}"#,
            "I (1234) IMU: acc x=1 y=2 z=3 gyro x=4 y=5 z=6", "DATA: 1 2 3 4 5 6", "gFx:1,gFy:2,gFz:3,wx:4,wy:5,wz:6",
            "1.0 g 2.0 g 3.0 g 4 dps 5 dps 6 dps", "1.0m/s2 2.0m/s2 3.0m/s2 4°/s 5°/s 6°/s", "12:30:00.5 -> 1,2,3,4,5,6",
            "Mag X: 7 Y: 8 Z: 9 Gyro X: 4 Y: 5 Z: 6 Acc X: 1 Y: 2 Z: 3",
        ])
    func words(_ line: String) {
        #expect(readings(line + "\r\n").map(\.list) == [[1, 2, 3, 4, 5, 6]])
    }

    @Test(
        "have decimal commas where commas do not separate them",
        arguments: ["0,5;-1,25;9", "0,5\t-1,25\t9,0", "ax: 0,5 ay: -1,25 az: 9,0", "0,5, -1,25, 9,0"])
    func commas(_ line: String) {
        #expect(readings(line + "\n").map { Array($0.list.prefix(3)) } == [[0.5, -1.25, 9]])
    }

    @Test("of a Serial Monitor have its time of day")
    func clock() {
        #expect(readings("12:30:00.020 -> 1\t2\t3\n").first?.time == (12 * 3600 + 30 * 60) * 1_000_000 + 20_000)
    }

    @Test(
        "whose words say that they are something else are no readings",
        arguments: [
            "Mag X: 1 Y: 2 Z: 3", "Pitch: 1 Roll: 2 Yaw: 3", "Gravity x: 1 y: 2 z: 3", "G: 1, 2, 3 gauss", "q0:1 q1:2 q2:3",
            "X: 1 Y: 2 Z: 3 uT", "Accelerometer range set to: +-8G", "version 1.2.3",
        ])
    func others(_ line: String) {
        #expect(readings(line + "\n").isEmpty)
    }

    @Test(
        "are read by the names of a header",
        arguments: [
            "time_ms,accX,accY,accZ,gyrX,gyrY,gyrZ", "t,ax,ay,az,gx,gy,gz", "millis\tAcc_X\tAcc_Y\tAcc_Z\trot_x\trot_y\trot_z",
            "time_ms,ax [g],ay [g],az [g],gx [dps],gy [dps],gz [dps]", "t ax (m/s^2) ay (m/s^2) az (m/s^2) gx gy gz",
            "Time (ms); Accel X (g); Accel Y (g); Accel Z (g); Gyro X (°/s); Gyro Y (°/s); Gyro Z (°/s)",
            "Timestamp;accel.x(g);accel.y(g);accel.z(g);gyro.x(dps);gyro.y(dps);gyro.z(dps)",
        ])
    func header(_ names: String) {
        let found = readings("\(names)\n20,1,2,3,4,5,6\n")
        #expect(found.map(\.list) == [[1, 2, 3, 4, 5, 6]])
        #expect(found.first?.time == 20_000)
    }

    @Test("are read by their labels, in any order")
    func labels() {
        let found = readings("gz:6,gy:5,gx:4,temp:21,az:3,ay:2,ax:1,us:77\n")
        #expect(found.map(\.list) == [[1, 2, 3, 4, 5, 6]])
        #expect(found.first?.time == 77)
    }

    @Test("whose time no count of microseconds holds are left out")
    func endlessTime() {
        let decoder = TextLineDecoder()
        let found = decoded(Array("seconds,ax,ay,az\n900000000000000,1,2,3\n2,1,2,3\n".utf8), by: decoder)
        #expect(found.map(\.time) == [2_000_000] && decoder.counters.bad == 1)
    }

    @Test("are read by their columns as somebody names them")
    func columns() {
        let columns = ["time_us", "gx", "gy", "gz", "temperature", "ax", "ay", "az"].map { TextColumn($0) }
        let found = readings("9,4,5,6,21,1,2,3\n", columns: columns)
        #expect(found.map(\.list) == [[1, 2, 3, 4, 5, 6]])
        #expect(found.first?.time == 9)
    }

    @Test("of three columns are acceleration, of seven begin with milliseconds, of nine end with a field", arguments: [3, 7, 9])
    func counts(_ count: Int) {
        let found = readings((1...count).map(String.init).joined(separator: ",") + "\n")
        let values = found.first?.list ?? []
        switch count {
        case 3: #expect(values == [1, 2, 3, 0, 0, 0] && found.first?.channels == .acceleration)
        case 7: #expect(values == [2, 3, 4, 5, 6, 7] && found.first?.time == 1000)
        default: #expect(values == [1, 2, 3, 4, 5, 6] && found.first?.time == nil)
        }
    }

    @Test("after a header with another number of values are left out")
    func mismatch() {
        #expect(readings("ax,ay,az\n1,2,3,4\n1,2,3\n").count == 1)
    }

    @Test("of any bytes at all are never fatal")
    func anything() {
        var state: UInt64 = 1
        let bytes = (0..<200_000).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            // Mostly what lines are made of.
            return state >> 60 < 14
                ? Array("0123456789.,-e:ax \n\t".utf8)[Int(state >> 33) % 20] : UInt8(truncatingIfNeeded: state >> 40)
        }
        let decoder = TextLineDecoder()
        let found = decoded(bytes, by: decoder, pieces: 50)
        #expect(found.allSatisfy { $0.list.allSatisfy(\.isFinite) })
        #expect(decoder.counters.bytes == 200_000)
    }
}
