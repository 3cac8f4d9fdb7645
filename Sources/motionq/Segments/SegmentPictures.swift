import ArgumentParser
import DataSets
import Files
import Formatting
import Recordings
import Segmentation

/// What `segment --images` makes.
struct SegmentImageOptions: ParsableArguments {
    @Option(help: "Write a grey picture of each segment into this folder, new or empty, in one folder for each label.")
    var images: OutputPath?
    @OptionGroup var look: ImageOptions

    var motionImage: MotionImage { look.motionImage }

    func validate() throws {
        guard images == nil || images?.path.isEmpty == false else { throw ValidationError("--images is the name of a folder") }
    }
}

/// How motion looks as a picture.
struct ImageOptions: ParsableArguments {
    @Option(help: "Pixels of a picture, across and down.") var imageSide = MotionImage.usualSide
    @Option(help: "How many times stronger than at full scale, ±4 g and ±1000 °/s, a picture shows motion; clamped.")
    var imageGain = MotionImage.usualGain

    var motionImage: MotionImage { MotionImage(gain: imageGain, side: imageSide) }

    func validate() throws {
        guard (8...1024).contains(imageSide) else { throw ValidationError("--image-side lies between 8 and 1024") }
        guard imageGain > 0, imageGain <= 1000 else { throw ValidationError("--image-gain lies between 0 and 1000") }
    }
}

/// Pictures of segments, by their labels.
struct SegmentPictures {
    private let folder: String
    private let image: MotionImage
    private var pictures: PictureFolders

    init(in folder: String, _ image: MotionImage) throws {
        try DataSetConversion.requireEmpty(folder)
        self.folder = folder
        self.image = image
        pictures = try PictureFolders(folder)
    }

    /// - Parameter name: of segments that no model names; nil for what the recording calls most of their samples.
    mutating func add(_ found: [FoundSegment], of session: RecordedSession, named name: String?) throws {
        for segment in found {
            let part = session.part(segment.segment.begin..<segment.segment.end)
            try pictures.add(
                image.picture(of: part.values[...]), label: segment.label ?? name ?? part.usualLabel ?? "motion",
                source: session.name)
        }
    }

    func finish() throws {
        try pictures.finish()
        Output.note(pictures.sentence)
        Output.noteLink(folder)
    }
}

extension PictureFolders {
    /// `31 pictures: 21 chop, 10 shake`.
    var sentence: String {
        let all = counts.sorted { $0.key.precedes($1.key) }.map { "\($0.value) \(printable($0.key))" }
        return "\(Numbers.count(counts.values.reduce(0, +), "picture")): \(all.joined(separator: ", "))"
    }
}

extension RecordedSession {
    /// Of most of its samples; nil if that is none.
    fileprivate var usualLabel: String? {
        let counts = labels.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return most.flatMap { $0.key.isEmpty ? nil : $0.key }
    }
}
