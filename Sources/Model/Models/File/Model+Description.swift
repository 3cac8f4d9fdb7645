/// `description` is the model's own.
extension Model: TextOutputStreamable {
    /// What it is for, and which networks it holds.
    public func write(to target: inout some TextOutputStream) {
        let networks = [float.map { "\($0)" }, quantized.map { _ in "the same in Q15" }].compactMap(\.self)
        target.write("\(description); \(networks.joined(separator: ", "))")
    }
}
