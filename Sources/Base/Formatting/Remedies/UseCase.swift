/// Something that this package does for a user, as a sentence proposes it. The command has a verb for each.
public enum UseCase: String, Sendable, Hashable, CaseIterable {
    /// Lists the serial ports and what is plugged in.
    case listPorts
    /// Looks for the reason why there is no device, or where samples are lost.
    case diagnose
    /// Holds a device's firmware to the protocol.
    case checkFirmware
    /// Brings a network to a device over its line.
    case install
    /// Shows a device's rate, losses and signal.
    case monitor
    /// Records labelled motion.
    case record
    /// Tells what is in a data set.
    case showDataSet
    /// Looks at data sets, and mends them.
    case lookAtDataSet
    /// Takes parts of a data set out, in a copy.
    case dropRows
    /// Makes recordings of others' tables of motion.
    case convertDataSet
    /// Cuts recordings at their pauses.
    case segment
    /// Learns a network from labelled recordings.
    case train
    /// Makes a model of another program's network.
    case importModel
    /// Teaches a model labels by a few examples of each.
    case teach
    /// Chooses how probabilities become events, within a budget of false events.
    case tune
    /// Quantizes a model's float network again.
    case quantize
    /// Makes up motion, as a recording or as a device sends it.
    case simulate
    /// Recognises live.
    case run
    /// Writes a network as constant data for a microcontroller.
    case export

    /// The use case in words, as “list the ports”.
    public var words: String {
        switch self {
        case .listPorts: "list the ports"
        case .diagnose: "diagnose the device"
        case .checkFirmware: "check the firmware"
        case .install: "install the network"
        case .monitor: "monitor the device"
        case .record: "record"
        case .showDataSet: "show the data set"
        case .lookAtDataSet: "look at the data set"
        case .dropRows: "drop rows"
        case .convertDataSet: "convert the data set"
        case .segment: "segment"
        case .train: "train"
        case .importModel: "import a model"
        case .teach: "teach"
        case .tune: "tune the decisions"
        case .quantize: "quantize"
        case .simulate: "simulate"
        case .run: "run"
        case .export: "export"
        }
    }
}
