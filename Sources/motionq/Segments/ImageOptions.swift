import ArgumentParser
import DataSets
import MotionQWorkshop

/// The pictures of `segment --images`.
struct SegmentImageOptions: ParsableArguments {
    @Option(
        help: .rare(
            """
            Write a grey picture of each segment into this folder, new or empty, in one folder for each label.
            """))
    var images: OutputPath?
    @OptionGroup var look: ImageOptions

    var motionImage: MotionImage { look.motionImage }

    func validate() throws {
        guard images == nil || images?.path.isEmpty == false else { throw ValidationError("--images is the name of a folder") }
    }
}

/// How motion looks as a picture.
struct ImageOptions: ParsableArguments {
    @Option(help: .rare("Pixels of a picture, across and down.")) var imageSide = MotionImage.usualSide
    @Option(help: .rare("How many times stronger than at full scale (±4 g, ±1000 °/s) a picture shows motion; clamped."))
    var imageGain = MotionImage.usualGain

    var motionImage: MotionImage { MotionImage(gain: imageGain, side: imageSide) }

    func validate() throws {
        try refusing(motionImage.check)
    }
}
