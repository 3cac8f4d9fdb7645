import Foundation
import Recordings
import Simulation
import Synchronization
import Threads
import Transport
import WireProtocol

/// A simulated device on a thread of its own, behind a pseudo-terminal.
struct SimulatedBoard {
    private let name: PortName
    private let isOver: StopFlag

    /// Plugs it in.
    ///
    /// - Parameters:
    ///   - isOver: raised by whoever ends it, and by the device when its recording has ended.
    ///   - lights: hears on the device's thread what its lights do.
    /// - Throws: a refusal, if the system gives no thread.
    init(
        _ recording: Recording, _ options: SimulatorOptions, isOver: StopFlag,
        lights: @escaping @Sendable (ActuatorChange) -> Void = { _ in }
    ) throws {
        let name = PortName()
        (self.name, self.isOver) = (name, isOver)
        do throws(NoThread) {
            try OwnThread.start {
                let runner = SimulatorRunner(recording: recording, options: options, shouldStop: { isOver.isRaised }) { event in
                    if case .ready(let path) = event { name.set(path) }
                    if case .actuator(let change) = event { lights(change) }
                }
                do throws(TransportError) {
                    try runner.run()
                } catch {
                    Output.note("the simulated device failed: \(error.asCommand)")
                }
                isOver.raise()
            }
        } catch {
            throw Refusal(.unavailable, "\(error)")
        }
    }

    /// Waits for its port.
    ///
    /// - Throws: a refusal, if it is not there soon.
    func port() throws -> String {
        for _ in 0..<200 {
            if let path = name.path { return path }
            usleep(10_000)
        }
        throw Refusal(.unavailable, "the simulated device did not open a pseudo-terminal within 2 s")
    }

    /// Unplugs it.
    func end() { isOver.raise() }
}

/// The simulated device's port, told from its thread to another.
private final class PortName: Sendable {
    private let name = Mutex<String?>(nil)
    var path: String? { name.withLock { $0 } }
    func set(_ path: String) { name.withLock { $0 = path } }
}
