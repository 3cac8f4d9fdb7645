import ArgumentParser
import Foundation
import GuidedSessions
import LiveLoop
import MotionCore
import WireProtocol

/// Reads a device's motion in g and rad/s until somebody has seen enough: before a run, or for a calibration.
final class SensorReader: LiveObserver {
    /// What a sensor read at a time.
    struct Reading {
        /// In g and rad/s.
        var acceleration, rotation: SIMD3<Double>
        /// In µT, of a device that measures it.
        var field: SIMD3<Double>?
    }

    /// Takes a sample; true ends it.
    typealias Taking = (_ reading: Reading) throws -> Bool

    private let isAlongBoard: Bool
    private let greeted: (HelloMessage) throws -> Taking
    private var taking: Taking?
    private var channels: ChannelReader?
    private var isDone = false
    private var failure: (any Error)?

    /// - Parameters:
    ///   - isAlongBoard: whether samples stand along the board's axes; else along the sensor's own.
    ///   - greeted: what takes the samples of a device that has greeted; what either throws ends it.
    private init(isAlongBoard: Bool, _ greeted: @escaping (HelloMessage) throws -> Taking) {
        self.isAlongBoard = isAlongBoard
        self.greeted = greeted
    }

    /// Follows a device until a sample was the last one.
    ///
    /// - Throws: a refusal, also what `greeted` and what takes the samples throw, or the end with 130 if somebody ended it before.
    static func follow(
        _ choice: ChosenPort, alongBoard isAlongBoard: Bool, _ greeted: @escaping (HelloMessage) throws -> Taking
    ) throws {
        Interrupt.install()
        let reader = SensorReader(isAlongBoard: isAlongBoard, greeted)
        let device = try FollowedDevice(choice, observer: reader)
        let refusal = device.run(options: LiveOptions(), reconnects: false) { reader.isDone }
        if let failure = reader.failure ?? refusal { throw failure }
        if !reader.isDone {
            guard !Interrupt.isRaised else { throw ExitCode(128 + SIGINT) }
            throw Refusal(.unavailable, "the device went away before it was known")
        }
    }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        guard case .session(let hello) = change else { return }
        var sensor = hello.sensor
        if !isAlongBoard { sensor.axes = [1, 2, 3] }
        do {
            guard sensor.hasSixAxes else {
                throw Refusal(.badData, "the device does not measure acceleration with gravity and rotation along all three axes")
            }
            let names = SixAxes.names + (sensor.hasField ? SensorDescription.fieldNames : [])
            channels = ChannelReader(sensor, channels: NamedChannels(names))
            taking = try greeted(hello)
        } catch {
            (failure, isDone) = (error, true)
        }
    }

    func samplesReceived(_ samples: LiveSamples) {
        guard let channels, let taking else { return }
        for index in 0..<samples.count where !isDone {
            let values = channels.values(of: samples, at: index).map { Double($0) }
            let reading = Reading(
                acceleration: SIMD3(values[0], values[1], values[2]), rotation: SIMD3(values[3], values[4], values[5]),
                field: values.count == 9 ? SIMD3(values[6], values[7], values[8]) : nil)
            do { isDone = try taking(reading) } catch { (failure, isDone) = (error, true) }
        }
    }
}
