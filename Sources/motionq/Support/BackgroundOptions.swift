import ArgumentParser
import MotionQWorkshop
import Recordings

/// Motion in which nothing should happen: recorded, made up, or both.
struct BackgroundOptions: ParsableArguments {
    @Option(
        parsing: .upToNextOption, help: "Motion in which nothing should happen: recordings or folders. Default: made-up daily life."
    ) var background: [InputPath] = []
    @Flag(inversion: .prefixedNo, help: .rare("Take made-up daily life, too; or none of it.")) var madeUpBackground: Bool?

    /// - Parameter reader: of the recordings.
    func request(read reader: RecordingReader) -> Background {
        Background(RecordingSource(paths: background.paths, reader: reader), madeUp: madeUpBackground)
    }
}
