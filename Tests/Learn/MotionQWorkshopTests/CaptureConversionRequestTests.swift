import DeviceFormats
import Files
import ForeignTables
import MotionQWorkshop
import Testing

@Suite("Captures and tables as requests")
struct CaptureConversionRequestTests {
    private static func write(_ text: String, _ name: String, in folder: ScratchFolder) throws -> String {
        let path = "\(folder.path)/\(name)"
        try WholeFile.replace(fileAt: path, with: Array(text.utf8))
        return path
    }

    private static let lines = (0..<40).map { "\(10 + $0 * 20),0.5,0.25,1,0.1,0.2,0.3\n" }.joined()

    @Test("make a session of each log, called as the file's name says, and two where its clock goes back")
    func sessions() throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let once = try Self.write(Self.lines, "shake_1.log", in: folder)
        let twice = try Self.write(Self.lines + Self.lines, "nod_2.log", in: folder)
        var request = CaptureConversionRequest([once, twice])
        (request.names, request.output) = (.labels, folder.path + "/all.csv")
        // Numbers that no motion has printed are in no unit by themselves.
        request.options.units = ForeignUnits("g,rad/s")
        var told: [String] = []
        let converted = try request.run { told.append($0.path) }
        #expect(told == [once, twice] && converted.samples == 120 && !converted.isImplausible)
        #expect(converted.files.allSatisfy { $0.format == .text && $0.unreadable == 0 && abs(($0.rate ?? 0) - 50) < 0.01 })
        let written = try RecordingReader().read(folder.path + "/all.csv")
        #expect(written.sessions.map(\.name) == ["shake_1", "nod_2", "nod_2-2"])
        #expect(written.sessions.map { Set($0.labels) } == [["shake"], ["nod"], ["nod"]])
        let error = #expect(throws: RequestError.self) { try request.run() }
        #expect(error?.kind == .inputOutput && error?.remedy?.description == "name a new file")
    }

    @Test("name what holds no readings, and say which setting would help")
    func nothing() throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let path = try Self.write("hello\n", "hello.log", in: folder)
        let error = #expect(throws: RequestError.self) { try CaptureConversionRequest([path]).run() }
        #expect(error?.kind == .badData && error?.description.hasPrefix("\(path) holds no readings") == true)
        #expect(error?.description.contains("--") == false)
    }

    @Test("make a data set of tables")
    func tables() throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let rows = (0..<60).map { "\(Double($0) * 0.02),walk,0.1,0.2,9.8\n" }.joined()
        let path = try Self.write("time_s,activity,ax,ay,az\n" + rows, "anna.csv", in: folder)
        var request = TableConversionRequest([path], output: folder.path + "/data")
        request.reader.units = RecordedUnits("m/s2,rad/s")
        request.subject = .file
        let converted = try request.run()
        #expect(converted.sessions == 1 && converted.samples == 60 && converted.files.map(\.subject) == ["anna"])
    }
}
