import ArgumentParser
import Formatting
import MCAP
import MotionQWorkshop
import Recordings

/// MCAP files, which become recordings, and recordings, which become MCAP files.
extension DatasetConvertVerb {
    /// Which of the two it is.
    enum MCAPDirection { case reading, writing }

    /// By the name of the output and the first bytes of the inputs; nil where neither is of MCAP.
    var mcapDirection: MCAPDirection? {
        if MCAPWritingRequest.isName(output.path) { return .writing }
        return (inputs + data).contains { MCAPReadingRequest.isMCAP(at: $0.path) } ? .reading : nil
    }

    func checkMCAP(_ direction: MCAPDirection) throws {
        guard (inputs + data).count == 1 else {
            throw ValidationError("one recording becomes one MCAP file, and one MCAP file one recording: name one at a time")
        }
        guard columns == nil, label == nil, subject == nil, rate == nil, recordedRate == nil, bridge == 0, report == nil,
            sent.profile == nil, sent.deviceRate == nil, axes == nil, !acceleration.userAcceleration
        else { throw ValidationError("a conversion from or to MCAP takes -o, --units and --json alone") }
        guard direction == .writing else { return }
        guard !MCAPReadingRequest.isMCAP(at: (inputs + data).paths[0]) else {
            throw ValidationError("\(output) would be what is read, an MCAP file; name a recording to write, as OUT.csv")
        }
    }

    func convertMCAP(_ direction: MCAPDirection) throws {
        let path = (inputs + data).paths[0]
        let units = sent.said.units.flatMap { RecordedUnits($0) }
        switch direction {
        case .reading:
            var request = MCAPReadingRequest(path, output: output.path)
            request.units = units
            tell(try request.run())
        case .writing:
            var request = MCAPWritingRequest(path, output: output.path)
            request.units = units
            let written = try request.run()
            written.tell(output.path, json: json)
        }
    }

    private func tell(_ read: ReadMCAP) {
        let sessions = read.recording.sessions
        if read.isImplausible {
            Output.note(
                "motionq: what came of it looks like motion in other units than g and rad/s; the verbs that read it want "
                    + "--units \(RecordedUnits().text)")
        }
        guard !json else {
            var line = JSONLine(type: "recording")
            line.add("file", output.path)
            line.add("sessions", sessions.count)
            line.add("samples", read.recording.sampleCount)
            line.add("topics", read.topics.map(\.json))
            return Output.json(line)
        }
        for topic in read.topics { Output.text(topic.sentence) }
        Output.text("Written: \(output), \(Numbers.count(sessions.count, "session"))")
        if sessions.allSatisfy({ $0.labels.allSatisfy(\.isEmpty) }) {
            Output.next("motionq dataset relabel --data \(path: output.path) --as LABEL -o labelled", "nothing says what was done")
        }
    }
}

extension WrittenMCAP {
    /// Tells a person or, with `json`, a program of the file.
    func tell(_ path: String, json: Bool) {
        guard json else {
            let imu = imuMessages > 0 ? ", \(Numbers.count(imuMessages, "message")) of sensor_msgs/msg/Imu" : ""
            return Output.text("Written: \(printable(path)), \(Numbers.count(samples, "sample"))\(imu)")
        }
        var line = JSONLine(type: "mcap")
        line.add("file", path)
        line.add("samples", samples)
        line.add("imu_messages", imuMessages)
        Output.json(line)
    }
}

extension MCAPTopic {
    fileprivate var sentence: String {
        let what = "\(printable(name)) (\(printable(kind)))"
        guard let samples else { return "\(what): left out" + (problem.map { "; \($0.asCommand)" } ?? "") }
        return "\(what): \(Numbers.count(samples, "sample"))"
            + (unreadable > 0 ? ", \(Numbers.count(unreadable, "message")) with numbers that no sensor measures" : "")
            + (lacksRotation ? "; it measures no rotation, which is 0" : "")
    }

    fileprivate var json: JSONLine {
        var line = JSONLine()
        line.add("topic", name)
        line.add("kind", kind)
        if let samples { line.add("samples", samples) }
        line.add("unreadable", unreadable)
        return line
    }
}
