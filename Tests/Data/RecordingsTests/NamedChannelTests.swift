import Foundation
import MotionCore
import Recordings
import Testing

@Suite("Channels by name")
struct NamedChannelTests {
    private static let names = "session,subject,label,timestamp_ms"

    private func read(
        _ header: String, _ rows: [String], _ choice: ChannelChoice = .all
    ) throws(RecordingError) -> RecordedSession {
        var reader = RecordingReader()
        reader.channels = choice
        return try reader.parse(([header] + rows).joined(separator: "\n"), path: "r.csv").sessions[0]
    }

    private func sentence(_ header: String, _ rows: [String], _ choice: ChannelChoice = .all) -> String {
        #expect(throws: RecordingError.self) { try read(header, rows, choice) }?.description ?? ""
    }

    @Test("behind the time are read, the sensor's axes first and in their order")
    func glove() throws {
        let session = try read(Self.names + ",flex_0,gx,az,ay,ax,gy,gz,lip", ["s,u,a,0,7,4,3,2,1,5,6,8"])
        #expect(session.channels.names == ["ax", "ay", "az", "gx", "gy", "gz", "flex_0", "lip"])
        #expect(session.values == [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test("need no motion beside them")
    func face() throws {
        let session = try read(Self.names + ",lip_gap,lip_width", ["s,u,a,0,0.25,1.5", "s,u,a,20,0.5,1.25"])
        #expect(session.channels.names == ["lip_gap", "lip_width"] && session.channels.sensors.isEmpty)
        #expect(session.values == [0.25, 1.5, 0.5, 1.25])
    }

    @Test("before the time, of text, and those that an orientation filter tells are no channels")
    func passedOver() throws {
        let session = try read(
            "index," + Self.names + ",note,flex_0,ax,ay,az,gx,gy,gz,roll,pitch,,remark,remark,empty",
            ["9,s,u,a,0,calm,1,0,0,1,0,0,0,2,3,x,,,", "9,s,u,a,20,,1,0,0,1,0,0,0,2,3,x,late,,"])
        #expect(session.channels.names == SixAxes.names + ["flex_0"] && session.sample(1).last == 1)
    }

    @Test("may be called like what an orientation filter tells, where there are no six axes to tell it of")
    func head() throws {
        let session = try read(Self.names + ",roll,pitch,yaw", ["s,u,a,0,1,2,3", "s,u,a,20,1,2,3"])
        #expect(session.channels.names == ["roll", "pitch", "yaw"] && session.sample(1).elementsEqual([1, 2, 3]))
    }

    @Test("of motion alone are taken of a table whose other columns have one name, or more than bytes enough")
    func sixOfMany() throws {
        let header = Self.names + ",ax,ay,az,gx,gy,gz,note,note," + String(repeating: "x", count: 99)
        #expect(try read(header, ["s,u,a,0,1,2,3,4,5,6,7,8,9"], .sixAxes).values == [1, 2, 3, 4, 5, 6])
        #expect(try read(header, ["s,u,a,0,1,2,3,4,5,6,7,8,9"], .named(WantedChannels(.sixAxes))).values == [1, 2, 3, 4, 5, 6])
    }

    @Test("and a place before the dot are those of a sensor of its own")
    func sensors() {
        let channels = NamedChannels(["left.ax", "flex", "right.gz", "left.az", "left.ay", "ax"])
        #expect(channels.sensors.map(\.place) == ["left", "right", ""])
        #expect(channels.sensors[0].acceleration == SIMD3(0, 4, 3) && channels.sensors[0].rotation == nil)
        #expect(channels.sensors[1].columns[5] == 2 && channels.sixAxisSensor == nil)
    }

    @Test("may have no value, which stays the last one for a second and is missing then", arguments: ["", "NaN", "null", "NA"])
    func missing(_ word: String) throws {
        let rows = (0..<40).map { "s,u,a,\($0 * 50),\($0),\($0 == 2 ? "5" : word)" }
        let session = try read(Self.names + ",fast,slow", rows)
        let data = try DataSet(
            [Recording(path: "r.csv", sessions: [session])], options: DataSet.Options(window: 4, hop: 4, mixed: .majority))
        let slow = (0..<40).map { data.sessions[0].values[$0 * 2 + 1] }
        #expect(slow[..<2].allSatisfy(\.isNaN) && slow[2...22].allSatisfy { $0 == 5 } && slow[23...].allSatisfy(\.isNaN))
        #expect(data.leftOut.missing == ["slow": 19])
        #expect(data.warnings.contains { $0.hasPrefix("slow is missing in 47.5 % of the samples") })
    }

    @Test("have a value where one sensor's six axes are all that there is")
    func sixAxes() {
        #expect(sentence(Self.names + ",ax,ay,az,gx,gy,gz", ["s,u,a,0,1,2,3,4,5,6", "s,u,a,20,1,2,,4,5,6"]).contains("az is “”"))
    }

    @Test("that differ between recordings are those that all have")
    func common() throws {
        let one = try read(Self.names + ",b,a,c", (0..<4).map { "s,u,x,\($0 * 20),1,2,3" })
        let other = try read(Self.names + ",a,d,b", (0..<4).map { "t,v,y,\($0 * 20),5,6,7" })
        let data = try DataSet(
            [Recording(path: "1", sessions: [one]), Recording(path: "2", sessions: [other])],
            options: DataSet.Options(window: 4, hop: 4))
        #expect(data.channels.names == ["b", "a"])
        #expect(Array(data.sessions[1].sample(0)) == [7, 5])
    }

    @Test(
        "are refused for what is wrong with them",
        arguments: [
            (",a,b,a", "two columns are called a"), ("," + String(repeating: "x", count: 300), "has 300 bytes; it may have 64"),
            (",a\u{7}", "control character"), ((0..<65).map { ",c\($0)" }.joined(), "it has 65 channels; 64"),
            ("", "missing"),
        ])
    func refused(_ columns: String, _ reason: String) {
        let row = "s,u,a,0" + columns.split(separator: ",").map { _ in ",1" }.joined()
        #expect(sentence(Self.names + columns, [row]).contains(reason))
    }

    @Test("that somebody wants come in that order, and one that lacks is named with those that there are")
    func named() throws {
        let wanted = ChannelChoice.named(WantedChannels(NamedChannels(["b", "a"])))
        #expect(try read(Self.names + ",a,b,c", ["s,u,x,0,1,2,3"], wanted).values == [2, 1])
        let sentence = sentence(Self.names + ",a,c", ["s,u,x,0,1,3"], wanted)
        #expect(sentence == "r.csv has no channel b; it has a, c")
    }

    @Test("may lack where losses are allowed: a whole sensor, or what is no motion, but no axis alone, and not everything")
    func losses() throws {
        let names = ["left.ax", "left.ay", "right.ax", "right.ay", "flex"]
        let wanted = ChannelChoice.named(WantedChannels(NamedChannels(names), allowsLosses: true))
        let session = try read(Self.names + ",left.ax,left.ay", ["s,u,x,0,1,2"], wanted)
        #expect(session.values[..<2] == [1, 2] && session.values[2...].allSatisfy(\.isNaN))
        #expect(sentence(Self.names + ",left.ax,flex", ["s,u,x,0,1,2"], wanted).contains("no channel left.ay"))
        #expect(sentence(Self.names + ",other", ["s,u,x,0,1"], wanted).contains("no channels left.ax, left.ay"))
    }

    @Test("are written and read again to the last bit, missing values as nothing")
    func written() throws {
        let session = RecordedSession(
            name: "s", subject: "u", labels: ["a", "b"], timestamps: [0, 20], values: [0.1, .nan, -3e-7, 1e6],
            channels: NamedChannels(["lip", "left.ax"]))
        let text = try RecordingWriter().text(of: Recording(path: "w", sessions: [session]), path: "w")
        #expect(text == "session,subject,label,timestamp_ms,lip,left.ax\ns,u,a,0.0,0.1,\ns,u,b,20.0,-3e-07,1000000.0\n")
        var reader = RecordingReader()
        reader.channels = .all
        let read = try reader.parse(text, path: "r").sessions[0]
        #expect(read.channels == session.channels && read.values.map(\.bitPattern) == session.values.map(\.bitPattern))
    }

    @Test("in counts of a sensor are brought to g and rad/s with it, others stay")
    func units() throws {
        var reader = RecordingReader()
        reader.channels = .all
        reader.units = RecordedUnits("m/s2,deg/s")
        let names = ["left.ax", "left.gz", "lip"]
        let text = [Self.names + "," + names.joined(separator: ","), "s,u,a,0,9.80665,180,180"].joined(separator: "\n")
        let values = try reader.parse(text, path: "r").sessions[0].values
        #expect(values == [1, Float(Double.pi), 180])
    }

    @Test("of a stroke: each sensor's strength is evened out by itself, and what is no motion stays as it is")
    func stroke() throws {
        let count = 64
        func session(_ strength: Float) -> RecordedSession {
            RecordedSession(
                name: "s", subject: "u", labels: Array(repeating: "a", count: count),
                timestamps: (0..<count).map { Double($0) * 20 },
                values: (0..<count).flatMap { sample in
                    let swing = Float(sin(Double(sample) / 63 * 4 * .pi))
                    return [strength * swing, 0, 1, 400 + 100 * swing, 3 * strength * swing]
                }, channels: NamedChannels(["left.ax", "left.ay", "left.az", "flex", "right.gx"]))
        }
        func window(_ session: RecordedSession) throws -> [[Float]] {
            let data = try DataSet(
                [Recording(path: "p", sessions: [session])],
                options: DataSet.Options(rate: 50, window: 32, hop: 32, strokes: .stretch))
            return (0..<5).map { channel in (0..<32).map { data.sessions[0].values[$0 * 5 + channel] } }
        }
        let (weak, strong) = (try window(session(0.5)), try window(session(2)))
        for channel in 0..<5 {
            #expect(zip(weak[channel], strong[channel]).allSatisfy { abs($0 - $1) < 1e-3 }, "\(channel)")
        }
        #expect((weak[3].max() ?? 0) > 460 && (weak[3].min() ?? 0) < 340)
    }

    @Test("are turned at random a sensor by itself, and only sensors")
    func turned() {
        let session = RecordedSession(
            name: "s", subject: "u", labels: ["a"], timestamps: [0], values: [7, 0, 0, 1, 9, 0, 0, 1],
            channels: NamedChannels(["flex", "left.ax", "left.ay", "left.az", "lip", "right.ax", "right.ay", "right.az"]))
        var turned = session
        SessionTurning(seed: 3).turn(&turned, pass: 0, file: 0, number: 0)
        #expect(turned.values[0] == 7 && turned.values[4] == 9)
        func vector(_ first: Int) -> SIMD3<Float> {
            SIMD3(turned.values[first], turned.values[first + 1], turned.values[first + 2])
        }
        let (left, right) = (vector(1), vector(5))
        #expect(abs((left * left).sum() - 1) < 1e-5 && abs((right * right).sum() - 1) < 1e-5)
        #expect(abs(left.z) < 0.999 && abs((left * right).sum()) < 0.999)
    }

    @Test("keep their values when the session is brought to another rate")
    func resampled() {
        let count = 200
        let session = RecordedSession(
            name: "s", subject: nil, labels: Array(repeating: "a", count: count), timestamps: (0..<count).map { Double($0) * 20 },
            values: (0..<count).flatMap { [Float($0), -2 * Float($0)] }, channels: NamedChannels(["up", "down"]))
        let slow = session.resampled(to: 25)
        #expect(slow.channels == session.channels && slow.count == 100)
        for sample in 20..<80 {
            let values = Array(slow.sample(sample))
            #expect(abs(values[0] - Float(sample * 2)) < 0.01 && abs(values[1] + Float(sample * 4)) < 0.02)
        }
    }
}
