/// A setting of a use case, as a sentence names it. Its raw value is its name in a program; the command makes an option of each.
public enum Setting: String, Sendable, Hashable, CaseIterable {
    // MARK: Recordings and what is taken of them

    /// Samples per second to work at.
    case rate
    /// Samples per second at which a table was recorded that does not tell.
    case recordedRate
    /// Gaps of a table of up to so many samples are filled.
    case bridge
    /// The units in which recordings are read, and in which a device sends.
    case units
    /// Which column of a table holds what.
    case columns
    /// The labels to learn or to tell apart.
    case labels
    /// One label, or the place of a table that holds it.
    case label
    /// One person, or the place of a table that names the person.
    case subject
    /// One session.
    case session
    /// One recording of a data set.
    case file
    /// Where a span of time begins, in seconds.
    case from
    /// Where a span of time ends, in seconds.
    case to
    /// How much of the beginning is cut off.
    case begin
    /// How much of the end is cut off.
    case end
    /// Only repetitions that are unlike the others of their label.
    case outliers
    /// The label that means rest.
    case rest

    // MARK: Networks and how they learn

    /// A window's length in samples.
    case window
    /// Samples between two windows.
    case hop
    /// The channels that a network reads, in its order.
    case inputs
    /// Accelerations of opposite sign, as Apple's motion interface has them.
    case appleSign
    /// Windows that hold several labels are left out.
    case dropMixed
    /// Every so many sessions one validates.
    case validateEvery
    /// The share at the end of each stretch that validates.
    case validateTime
    /// Rare labels count as much as frequent ones.
    case balance
    /// Recordings that are read.
    case data
    /// The map from labels to lights and sounds.
    case feedback
    /// Only the last layer is taught, as a device can go on with it.
    case headAlone
    /// Recordings whose pauses settings of segments are fitted to.
    case fit
    /// Pixels of a picture of motion, across and down.
    case imageSide
    /// How many times stronger than at full scale a picture shows motion.
    case imageGain
    /// Where fitted settings of segments are kept.
    case save
    /// A network is written as ONNX.
    case onnx

    /// Labels that are called otherwise.
    case map
    /// Every stretch of one label is one stroke.
    case strokes
    /// How a stroke fills the window.
    case strokeForm
    /// The people who validate.
    case validateSubjects
    /// The people who are kept out and examined at the end.
    case testSubjects
    /// What windows begin with.
    case state
    /// LSTM layers.
    case layers
    /// Units of each LSTM layer.
    case hidden
    /// Units of a dense layer.
    case dense
    /// The sensor may sit in any way.
    case mounting
    /// How people's channels that are no motion are brought to one scale.
    case normalise
    /// Recordings of the one who wears the device.
    case wearer
    /// Windows in a row through which a carried state is learned.
    case context
    /// Steps of the optimiser.
    case steps
    /// Passes over the windows.
    case epochs
    /// Passes without improvement after which training ends.
    case patience
    /// Windows in a gradient.
    case batch
    /// The largest learning rate.
    case learningRate
    /// Weight decay.
    case weightDecay
    /// The fraction of a layer's outputs that is left out.
    case dropout
    /// Number by which logits are divided after training.
    case temperature
    /// Strokes that are to be taken for no label, for each learned one.
    case counterexamples
    /// What is unlike all that was learned is told from it.
    case unknown
    /// Networks are searched for.
    case search
    /// Networks that a search tries at most.
    case mostCandidates
    /// Bytes of the network on a chip at most.
    case mostBytes
    /// Instructions of a chip at most.
    case mostInstructions
    /// Motion in which nothing should happen.
    case background
    /// Daily life is made up as background.
    case madeUpBackground
    /// No daily life is made up as background.
    case noMadeUpBackground
    /// False events that are allowed in an hour.
    case maxFalsePerHour
    /// A model forgets its labels before it is taught.
    case anew
    /// In which numbers a network computes.
    case arithmetic

    /// Examples of each label that are made.
    case examples
    /// How many times over recordings are evaluated.
    case `repeat`

    // MARK: How windows are varied

    /// Degrees by which the sensor is turned about each axis.
    case rotation
    /// Degrees by which the sensor is turned about gravity.
    case spin
    /// Relative deviation of the strength of a motion.
    case scale
    /// Largest relative change of tempo.
    case warp
    /// Deviation of the pace within a window.
    case pace
    /// Largest part of a window by which it begins and ends earlier or later.
    case ends
    /// Smooth drift of each channel.
    case drift
    /// Noise of each channel.
    case noise
    /// Largest share of a window by which its label is read earlier or later.
    case labelShift
    /// How much stronger or weaker channels are shown that are no motion.
    case gain
    /// How much higher or lower they are shown.
    case offset
    /// How often a sensor is shown as missing.
    case missing

    // MARK: Decisions

    /// The least smoothed probability with which a label is named.
    case threshold
    /// The evidence with which a label is entered, in bits.
    case evidence

    // MARK: Devices

    /// The device's port.
    case port
    /// The line's speed in bits per second.
    case baud
    /// The control line “data terminal ready” is raised.
    case dtr
    /// Ports are told of as they come and go.
    case watch
    /// What the device speaks.
    case format
    /// The sensor and its ranges.
    case profile
    /// What the device classified is computed again.
    case shadow
    /// A network runs at a rate that is not its own.
    case trustRate

    // MARK: Results

    /// Where results are written.
    case output
    /// The page that is written of the results.
    case report
    /// Results are written as lines of JSON.
    case json
    /// How often a benchmark is repeated.
    case rounds
    /// The file of a game's high scores.
    case scores

    // MARK: Segments and captures

    /// Samples per second of a device that does not say so.
    case deviceRate
    /// The line that a text device is sent for each light and sound.
    case feedbackLine
    /// LEDs of an autopilot that are relays.
    case relays
    /// An autopilot is asked for its motion.
    case request
    /// What tells motion from rest.
    case by
    /// A model's file.
    case model
    /// Motion is cut at its pauses while a model runs.
    case segments
}
