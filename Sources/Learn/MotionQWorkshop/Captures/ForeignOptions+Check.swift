public import DeviceFormats
import Formatting

extension ForeignOptions {
    /// Refuses a rate that no device has, and columns that say neither acceleration nor rotation.
    ///
    /// - Throws: `RequestError` with the setting's name and its range.
    public func check() throws(RequestError) {
        if let rate, !(rate > 0 && rate <= 10_000) {
            throw RequestError(.usage, "\(.deviceRate) lies above 0 and is at most 10000")
        }
        guard let columns else { return }
        let channels = columns.compactMap { if case .channel(let channel) = $0 { channel } else { nil } }
        guard Set(channels).count == channels.count, Set(channels).isSuperset(of: 0..<3) || Set(channels).isSuperset(of: 3..<6),
            columns.count <= TextLineDecoder.mostColumns
        else {
            throw RequestError(
                .usage, "\(.columns) names ax, ay and az, or gx, gy and gz, or all six, each once, of 16 columns at most")
        }
    }
}
