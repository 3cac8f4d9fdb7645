import ArgumentParser
import DataSets
import Files
import ForeignTables
import Formatting
import MotionCore
import Recordings

struct DatasetImagesVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "images",
        abstract: "Write a grey picture of every repetition, for image classifiers.",
        discussion: """
            Channels stand across, time goes down; zero, or the mean of what is no motion, is grey. Every stretch of one label becomes \
            a square, in a folder for each label.

            \(allOptions(of: "dataset images"))
            """)

    @OptionGroup var input: DataSetInput
    @OptionGroup var look: ImageOptions
    @Option(help: "Cut stretches of more than so many seconds into equal pieces.") var longest: Double?
    @Flag(help: "Pictures of rest, too.") var withRest = false
    @Option(name: .shortAndLong, help: "The folder to write the pictures into; new, or empty.") var output: OutputPath
    @Flag(help: "One JSON object on standard output.") var json = false

    func validate() throws {
        guard longest.map({ $0 >= 0.1 && $0.isFinite }) ?? true else {
            throw ValidationError("--longest is a number of seconds, 0.1 or more")
        }
    }

    func run() throws {
        try reportingRefusals {
            try DataSetConversion.requireEmpty(output.path)
            var survey = DataSetSurvey(rest: input.rest)
            let files = try recordingFiles(at: input.paths)
            let reader = try input.channelReader(files)
            let channels = reader.channels.channels
            guard channels.count <= look.imageSide else {
                throw Refusal(
                    .usage,
                    "a picture of \(look.imageSide) pixels does not show \(channels.count) channels; say --image-side \(channels.count) or more"
                )
            }
            for path in files { try survey.add(reader.stream(path)) }
            let passages = survey.passages.filter { passage in
                survey.isRepetition(passage.label) || (withRest && !passage.label.isEmpty)
            }
            guard !passages.isEmpty else {
                throw Refusal(
                    .badData, "no stretch of the recordings has a label that does not mean rest; there is nothing to draw")
            }
            var pictures = try PictureFolders(output.path)
            try draw(passages, by: reader, into: &pictures)
            try pictures.finish()
            guard json else {
                Output.text(pictureSentence(pictures.counts))
                return Output.text("Written: \(output)")
            }
            var line = JSONLine(type: "images")
            line.add("folder", output.path)
            var counts = JSONLine()
            for (label, count) in pictures.counts.sorted(by: { $0.key.precedes($1.key) }) { counts.add(label, count) }
            line.add("pictures", counts)
            Output.json(line)
        }
    }

    private func draw(_ passages: [Passage], by reader: RecordingReader, into pictures: inout PictureFolders) throws {
        var finder = PictureScales.Finder(reader.channels.channels)
        if finder.needsSamples { try reader.forEachSample(of: passages) { _, _, values in finder.add(values) } }
        let scales = finder.scales
        var pieces: ArraySlice<Int> = []
        var left = 0
        var painter: MotionImage.Painter?
        try reader.forEachSample(of: passages) { place, sample, values in
            if sample == 0 { pieces = passages[place].pieces(longest)[...] }
            if left == 0 {
                left = pieces.popFirst() ?? 1
                painter = MotionImage.Painter(look.motionImage, samples: left, scales: scales)
            }
            painter?.add(values)
            left -= 1
            guard left == 0, let picture = painter?.picture else { return }
            try pictures.add(picture, label: passages[place].label, source: passages[place].session)
        }
    }
}

extension Passage {
    /// Samples of each of the equal pieces that it is cut into.
    fileprivate func pieces(_ longest: Double?) -> [Int] {
        let count = longest.map { max(1, Int(saturating: (length / $0).rounded(.up))) } ?? 1
        let samples = self.samples.count
        let pieces = min(count, samples)
        return (0..<pieces).map { ($0 + 1) * samples / pieces - $0 * samples / pieces }
    }
}
