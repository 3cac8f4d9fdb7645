import Recordings
import Simulation
import WireProtocol

extension SimulatedBoard {
    /// The page's own board, for whoever has none at hand: a made-up person holds it.
    ///
    /// - Throws: a refusal, if the system gives no thread.
    init(heldBy mood: WritersMood) throws {
        let (person, rate) = (5, SyntheticOptions.rate)
        let strokes = MadeUpStrokes(seed: 77, rate: rate, hasGravity: true)
        let writer = ObedientWriter(strokes, writer: person, shapes: Int(SimulatedDevice.units.led))
        var options = SimulatorOptions()
        options.loops = true
        options.name = SyntheticOptions.deviceName
        options.watcher = PlayfulWriter(writer, mood: mood)
        try self.init(Recording.stillness(of: writer.name, rate: rate), options, isOver: StopFlag())
    }
}
