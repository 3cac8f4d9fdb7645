import Files
import Foundation

/// Where the program keeps what it knows of people's devices.
enum SettingsFolder {
    /// `$XDG_CONFIG_HOME/motionq`, or the same below `~/.config`; nil where there is no home.
    static var path: String? {
        let environment = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        let base = environment["XDG_CONFIG_HOME"] ?? environment["HOME"].map { Path.joined($0, ".config") }
        return base.map { Path.joined($0, "motionq") }
    }

    /// Of the sensors' calibrations.
    static var calibrations: String? { path.map { Path.joined($0, "calibrations") } }
}
