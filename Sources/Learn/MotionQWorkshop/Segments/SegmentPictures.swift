import DataSets
import ForeignTables
import Formatting
import Recordings

/// Pictures of segments, by their labels.
struct SegmentPictures {
    private let image: MotionImage
    private var pictures: PictureFolders

    init(in folder: String, _ image: MotionImage) throws {
        try DataSetConversion.requireEmpty(folder)
        self.image = image
        pictures = try PictureFolders(folder)
    }

    /// Pictures of each label.
    var counts: [String: Int] { pictures.counts }

    /// - Parameter name: the label of segments that no model names; nil: the label of most of their samples in the recording.
    mutating func add(_ found: [FoundSegment], of session: RecordedSession, named name: String?) throws {
        guard session.width <= image.side else {
            let mend: Sentence = "say \(.imageSide, .text("\(session.width)")) or more"
            throw RequestError(
                .usage, "a picture of \(image.side) pixels does not show \(session.width) channels\(remedy: mend)")
        }
        var finder = PictureScales.Finder(session.channels)
        if finder.needsSamples { for sample in 0..<session.count { finder.add(session.sample(sample)) } }
        let scales = finder.scales
        for segment in found {
            let part = session.part(segment.segment.begin..<segment.segment.end)
            try pictures.add(
                image.picture(of: part.values[...], scales: scales), label: segment.label ?? name ?? part.usualLabel ?? "motion",
                source: session.name)
        }
    }

    func finish() throws { try pictures.finish() }
}

extension RecordedSession {
    /// The label of most of its samples; nil if most have none.
    fileprivate var usualLabel: String? {
        let counts = labels.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return most.flatMap { $0.key.isEmpty ? nil : $0.key }
    }
}
