import Foundation

/// A board that is turned about its y axis, to and fro: the motion by which units are told that nobody said.
enum TurningSeeds {
    /// Times in milliseconds, acceleration in m/s² and rotation in degrees a second, without a word of either.
    ///
    /// - Parameter count: of the samples, 20 ms apart.
    static func lines(_ count: Int, separator: String = ",") -> [String] {
        (0..<count).map { sample in
            let seconds = Double(sample) / 50
            let (angle, rate) = (1.4 * sin(2 * seconds), 2.8 * cos(2 * seconds))
            let numbers = [-9.81 * sin(angle), 0, 9.81 * cos(angle), 0, rate * 180 / .pi, 0]
            // Two digits, so that a seed stays small.
            return (["\(sample * 20)"] + numbers.map { "\(($0 * 100).rounded() / 100)" }).joined(separator: separator)
        }
    }

    /// A table that names its columns, and a stream of lines that does not.
    static let table = Array((["t,ax,ay,az,gx,gy,gz"] + lines(200)).joined(separator: "\n").utf8)
    static let stream = Array((lines(180, separator: "\t").joined(separator: "\n") + "\n").utf8)
}
