import ArgumentParser
import Formatting
import Models
import MotionCore
import Quantization

/// The chip whose flash, RAM and time a model is held against.
struct ChipOption: ParsableArguments {
    @Option(help: "Say what the model takes of this chip, as nrf52840; “list” lists the chips.", completion: .list(names))
    var chip: String?

    /// The chip, if one was named.
    var known: Chip? { chip.flatMap { Chip.named($0) } }

    private static var names: [String] { Chip.all.map(\.name) }

    func validate() throws {
        guard let chip, known == nil else { return }
        guard chip != "list" else { throw CleanExit.message(Self.list) }
        throw ValidationError("no chip is known as “\(printable(chip))”; give one of \(Self.names.joined(separator: ", "))")
    }

    /// What a model takes of the chip; nil if none was named.
    ///
    /// - Parameter path: of the model, for an error.
    func load(of model: Model, named path: String, decision: DecisionParameters) throws -> ChipLoad? {
        try known.map { chip in
            try ChipLoad(of: model, network: model.requireQuantized(in: path), decision: decision, on: chip)
        }
    }

    private static var list: String {
        var table = TextTable(leftColumns: 3)
        table.add(["--chip", "part", "core", "MHz", "flash", "RAM"])
        for chip in Chip.all {
            table.add([
                chip.name, chip.part, chip.core.name, "\(chip.megahertz)", ChipLoad.words(room: chip.flash),
                ChipLoad.words(room: chip.ram),
            ])
        }
        return table.lines.joined(separator: "\n")
    }
}
