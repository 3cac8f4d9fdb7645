import Foundation
import Models
import Recordings
import Simulation
import TestSupport

/// A folder in which a document's commands are run, with what documents presume in it.
///
///     bin/motionq                   the built program, asked for less where it would take long
///     bin/make, swift, sudo …       do nothing: the tests have built everything
///     bin/git                       `git clone` makes a folder with what `home` has of the repository
///     home/                         where the commands run
///         recordings/               a file each of ann, bob, carol, dan and eve: rest, shake, chop and drive, at 50 Hz
///         recording.csv, a.csv, b.csv
///         gesture.safetensors, demo.safetensors   the demo's model
///         torch.safetensors         a state dict of an LSTM for three labels
///         Gesture.mlmodel           a small Core ML classifier
///         map.yml                   a feedback map for the demo's model
///         Scripts/, .build/release/motionq
///     shared/data/                  stand-ins of what docs/results were measured on
struct Sandbox {
    let folder: URL
    var home: URL { folder.appending(path: "home") }
    private let files = FileManager.default

    /// - Parameters:
    ///   - isEmpty: only the programs, no recordings and no models.
    ///   - hasSharedData: also `shared`, which few documents presume.
    init(isEmpty: Bool = false, hasSharedData: Bool = false) throws {
        folder = files.temporaryDirectory.appending(path: "motionq-\(UUID().uuidString)")
        for name in ["bin", "home/.build/release", "home/docs"] {
            try files.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        try program("motionq", Self.motionq)
        for name in ["make", "swift", "sudo", "apt-get", "brew"] { try program(name, "#!/bin/sh\n") }
        try program("git", Self.git)
        try files.createSymbolicLink(
            at: home.appending(path: ".build/release/motionq"), withDestinationURL: folder.appending(path: "bin/motionq"))
        try files.copyItem(at: Repository.root.appending(path: "Scripts"), to: home.appending(path: "Scripts"))
        if !isEmpty { try furnish() }
        if hasSharedData { try shareData() }
    }

    func remove() { try? files.removeItem(at: folder) }

    struct Result {
        var status: Int32
        /// Standard output and standard error as they came.
        var output: String
    }

    /// Runs a script with `sh -e` in `home`, at most three minutes: other tests run beside it.
    ///
    /// - Parameter inFull: it is learned for as long as the script says, and measured as often.
    func run(_ script: String, inFull: Bool = false) throws -> Result {
        let name = UUID().uuidString
        let (file, output) = (folder.appending(path: "\(name).sh"), folder.appending(path: "\(name).out"))
        // What was put into the background ends with its script. Not `$(jobs -p)`: a shell need not tell its child of its jobs.
        let jobs = folder.appending(path: "\(name).jobs").path
        let ending = "trap 'jobs -p >\(jobs); for job in $(cat \(jobs)); do kill $job || true; done 2>/dev/null' EXIT\n"
        try (ending + script).write(to: file, atomically: true, encoding: .utf8)
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-e", file.path]
        process.currentDirectoryURL = home
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = "\(folder.path)/bin:\(environment["PATH"] ?? "/usr/bin:/bin")"
        environment["HOME"] = home.path
        environment["TMPDIR"] = folder.path
        environment["IN_FULL"] = inFull ? "in full" : ""
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        if !Patience.waits(until: { !process.isRunning }) {
            process.terminate()
            endPrograms()
        }
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8))
    }

    /// A script that took too long leaves behind what it ran.
    private func endPrograms() {
        let started = (try? String(contentsOf: home.appending(path: ".started"), encoding: .utf8)) ?? ""
        for id in started.split(separator: "\n").compactMap({ Int32($0) }) { kill(id, SIGTERM) }
    }

    private func program(_ name: String, _ text: String) throws {
        let file = folder.appending(path: "bin/\(name)")
        try text.write(to: file, atomically: true, encoding: .utf8)
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }

    /// What is learned of made-up daily life is left out, unless the line speaks of background, and strokes are learned in one
    /// form, unless it names one: either takes ten seconds each time. A network has eight units, unless the line says how many.
    /// Options given twice count as they were given last, so that less is done and all that the document says is still read. Who
    /// opens a port waits for a device that was started a line before, as people do; for others not long.
    private static let motionq = """
        #!/bin/sh
        before=
        fewer=
        units="--hidden 8"
        background=--no-made-up-background
        unset form
        for word; do
            case $word in
                --search) fewer="--most-candidates 2" units= ;;
                --layers | --hidden) units= ;;
                --repeat) fewer="--repeat 2" ;;
                *background*) background= ;;
                --strokes) form=${form-"--stroke-form stretch"} ;;
                --stroke-form) form= ;;
            esac
            case $before in
            --link) echo "$word" >>"$HOME/.links" ;;
            --port)
                tries=0
                until [ -e "$word" ] || [ $tries = 10 ]; do
                    grep -qsxF -e "$word" "$HOME/.links" || tries=$((tries + 1))
                    sleep 0.2
                done
                ;;
            esac
            before=$word
        done
        case ${1-}$IN_FULL in
        train) set -- "$@" --epochs 2 $units $fewer $background ${form-} ;;
        train*) set -- "$@" $background ;;
        evaluate) set -- "$@" $fewer ;;
        bench) set -- "$@" --rounds 1 --windows 10 --shapes S ;;
        esac
        echo $$ >>"$HOME/.started"
        exec '\(Motionq.binary.path)' "$@"

        """
}

extension Sandbox {
    private static let git = """
        #!/bin/sh
        if [ "${1-}" = clone ]; then
            for word; do last=$word; done
            folder=$(basename "$last" .git)
            mkdir "$folder"
            cp -R "$HOME/.build" "$HOME/Scripts" "$folder"
        fi

        """
}

// MARK: - What documents presume

extension Sandbox {
    private func furnish() throws {
        let generator = MotionGenerator(seed: 3)
        try files.createDirectory(at: home.appending(path: "recordings"), withIntermediateDirectories: true)
        for (number, name) in ["ann", "bob", "carol", "dan", "eve"].enumerated() {
            var session = generator.session(subject: 2000 + number, gestures: 3)
            (session.name, session.subject) = (name, name)
            try write(session, to: "recordings/\(name).csv")
        }
        for (copy, name) in [("recording.csv", "ann"), ("a.csv", "ann"), ("b.csv", "bob")] {
            try files.copyItem(at: home.appending(path: "recordings/\(name).csv"), to: home.appending(path: copy))
        }
        let demo = URL(filePath: Repository.demoModel)
        for name in ["gesture.safetensors", "demo.safetensors"] { try files.copyItem(at: demo, to: home.appending(path: name)) }
        try SmallStateDict(units: 4, linear: [3]).file.write(toFileAt: home.appending(path: "torch.safetensors").path)
        try Self.map.write(to: home.appending(path: "map.yml"), atomically: true, encoding: .utf8)
        try coreMLFile.write(to: home.appending(path: "Gesture.mlmodel"))
    }

    /// What it reads is rotX and accelZ.
    private var coreMLFile: Data {
        var file = SmallCoreMLFile()
        file.labels = ["shake_it", "rest_it"]
        return Data(file.bytes)
    }

    private func write(_ session: RecordedSession, to path: String) throws {
        let recording = Recording(path: path, sessions: [session])
        try RecordingWriter().write(recording, to: home.appending(path: path).path)
    }

    private func shareData() throws {
        for name in ["hapt", "gestureit", "gestureit_user", "watch", "letters", "models"] {
            try files.createDirectory(at: folder.appending(path: "shared/data/\(name)"), withIntermediateDirectories: true)
        }
        try coreMLFile.write(to: folder.appending(path: "shared/data/models/GestureClassifier.mlmodel"))
        let activities = ["walking", "walking_upstairs", "walking_downstairs", "sitting", "standing", "laying"]
        for subject in 1...30 {
            try write(Self.activities(activities, of: "\(subject)"), to: "../shared/data/hapt/\(subject).csv")
        }
        for number in 1...22 {
            let subject = number < 10 ? "s0\(number)" : "s\(number)"
            try write(Self.activities(["walking", "turning"], of: subject), to: "../shared/data/watch/\(subject).csv")
        }
        for subject in ["w01", "w02", "w03", "w04", "w05"] {
            try write(Self.activities(["O", "Z"], of: subject), to: "../shared/data/letters/\(subject).csv")
        }
        for subject in ["u_03", "u_04"] {
            for name in ["gestureit", "gestureit_user"] {
                let session = Self.activities(["rest_it", "shake_it", "chop_it"], of: subject)
                try write(session, to: "../shared/data/\(name)/\(subject)-all.csv")
            }
        }
    }

    /// Four seconds of each label at 25 Hz, told apart by their tempo.
    private static func activities(_ labels: [String], of subject: String) -> RecordedSession {
        var session = RecordedSession(name: subject, subject: subject)
        for index in 0..<labels.count * 100 {
            let label = index / 100
            session.timestamps.append(Double(index) * 40)
            session.labels.append(labels[label])
            let phase = Double(index * (label + 1)) * 0.2
            session.values += (0..<6).map { Float(sin(phase + Double($0)) + ($0 == 2 ? 1 : 0)) }
        }
        return session
    }

    private static let map = """
        labels:
          shake:
            enter:
              - led: 0

        """
}
