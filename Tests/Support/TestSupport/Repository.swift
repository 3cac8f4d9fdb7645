public import Foundation

/// The folder that Package.swift stands in, for tests that read what is committed.
public enum Repository {
    public static let root = (0..<4).reduce(URL(filePath: #filePath)) { place, _ in place.deletingLastPathComponent() }

    /// The path of a file or a folder.
    ///
    /// - Parameter place: its path below ``root``.
    public static func path(_ place: String) -> String { root.appending(path: place).path }

    /// The model of `motionq demo`, which the program embeds.
    public static let demoModel = path("Sources/motionq/Resources/demo.safetensors")
    /// That model by its address.
    public static let demoModelFile = URL(filePath: demoModel)
    /// The model from which `motionq teach` starts, which the program embeds.
    public static let baseModel = path("Sources/motionq/Resources/base.safetensors")
}
