import Foundation

/// libmosquitto, found when it is first asked for: nobody else needs it, and no start takes longer for it.
///
/// The functions keep the names of the library's without `mosquitto_`; what they return is 0, or one of its errors.
struct Mosquitto: Sendable {
    typealias Client = OpaquePointer
    typealias Properties = OpaquePointer
    typealias Text = UnsafePointer<CChar>
    /// What a callback is told with: the client, and what the client was made with.
    typealias Connected = @convention(c) (Client?, UnsafeMutableRawPointer?, Int32, Int32, Properties?) -> Void
    typealias Disconnected = @convention(c) (Client?, UnsafeMutableRawPointer?, Int32, Properties?) -> Void
    typealias Published = @convention(c) (Client?, UnsafeMutableRawPointer?, Int32, Int32, Properties?) -> Void

    /// Told with a message, whose fields `MQTTMessage` reads.
    typealias Heard = @convention(c) (Client?, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

    /// Told with the number of a subscription, and how many answers it got.
    typealias Subscribed =
        @convention(c) (Client?, UnsafeMutableRawPointer?, Int32, Int32, UnsafePointer<Int32>?, Properties?) -> Void

    let new: @convention(c) (Text?, Bool, UnsafeMutableRawPointer?) -> Client?
    let destroy: @convention(c) (Client) -> Void
    let setOption: @convention(c) (Client, Int32, Int32) -> Int32
    let setAccount: @convention(c) (Client, Text?, Text?) -> Int32
    let setTLS: @convention(c) (Client, Text?, Text?, Text?, Text?, UnsafeRawPointer?) -> Int32
    let setWill: @convention(c) (Client, Text, Int32, UnsafeRawPointer?, Int32, Bool, Properties?) -> Int32
    let connect: @convention(c) (Client, Text, Int32, Int32, Text?, Properties?) -> Int32
    let disconnect: @convention(c) (Client, Int32, Properties?) -> Int32
    let socket: @convention(c) (Client) -> Int32
    let wantsToWrite: @convention(c) (Client) -> Bool
    let read: @convention(c) (Client, Int32) -> Int32
    let write: @convention(c) (Client, Int32) -> Int32
    let keepUp: @convention(c) (Client) -> Int32
    let publish:
        @convention(c) (Client, UnsafeMutablePointer<Int32>?, Text, Int32, UnsafeRawPointer?, Int32, Bool, Properties?) -> Int32
    let onConnect: @convention(c) (Client, Connected?) -> Void
    let onDisconnect: @convention(c) (Client, Disconnected?) -> Void
    let onPublish: @convention(c) (Client, Published?) -> Void
    let onMessage: @convention(c) (Client, Heard?) -> Void
    let onSubscribe: @convention(c) (Client, Subscribed?) -> Void
    let subscribe: @convention(c) (Client, UnsafeMutablePointer<Int32>?, Text, Int32) -> Int32
    let addNumber: @convention(c) (UnsafeMutablePointer<Properties?>, Int32, UInt32) -> Int32
    let freeProperties: @convention(c) (UnsafeMutablePointer<Properties?>) -> Void
    let errorText: @convention(c) (Int32) -> Text?
    let reasonText: @convention(c) (Int32) -> Text?
    let refusalText: @convention(c) (Int32) -> Text?

    /// Numbers of mosquitto.h and mqtt_protocol.h.
    enum Number {
        static let protocolVersion: Int32 = 1
        static let sendMaximum: Int32 = 5
        static let sessionExpiry: Int32 = 17
        static let messageExpiry: Int32 = 2
        /// `MOSQ_ERR_NO_CONN`
        static let noConnection: Int32 = 4
        /// `MOSQ_ERR_ERRNO`: `errno` has the reason.
        static let systemError: Int32 = 14
        /// With `MOSQ_ERR_CONN_LOST`: what was to be sent is sent after the next connection.
        static let ofLostConnections: Set<Int32> = [noConnection, 7, systemError]
    }

    /// The library, or that it is not installed, or older than version 2.
    static let found: Result<Mosquitto, MQTTError> = {
        do throws(MQTTError) { return .success(try Mosquitto()) } catch { return .failure(error) }
    }()

    private init() throws(MQTTError) {
        #if canImport(Darwin)
            let names = ["libmosquitto.1.dylib", "/opt/homebrew/lib/libmosquitto.1.dylib", "/usr/local/lib/libmosquitto.1.dylib"]
        #else
            let names = ["libmosquitto.so.1"]
        #endif
        var reason = ""
        var found: UnsafeMutableRawPointer?
        for name in names where found == nil {
            found = dlopen(name, RTLD_NOW | RTLD_LOCAL)
            if found == nil, reason.isEmpty { reason = dlerror().map { String(cString: $0) } ?? "no reason is told" }
        }
        guard let found else { throw .noLibrary(reason) }
        let symbols = Symbols(library: found)
        new = try symbols["new"]
        destroy = try symbols["destroy"]
        setOption = try symbols["int_option"]
        setAccount = try symbols["username_pw_set"]
        setTLS = try symbols["tls_set"]
        setWill = try symbols["will_set_v5"]
        connect = try symbols["connect_bind_v5"]
        disconnect = try symbols["disconnect_v5"]
        socket = try symbols["socket"]
        wantsToWrite = try symbols["want_write"]
        read = try symbols["loop_read"]
        write = try symbols["loop_write"]
        keepUp = try symbols["loop_misc"]
        publish = try symbols["publish_v5"]
        onConnect = try symbols["connect_v5_callback_set"]
        onDisconnect = try symbols["disconnect_v5_callback_set"]
        onPublish = try symbols["publish_v5_callback_set"]
        onMessage = try symbols["message_callback_set"]
        onSubscribe = try symbols["subscribe_v5_callback_set"]
        subscribe = try symbols["subscribe"]
        addNumber = try symbols["property_add_int32"]
        freeProperties = try symbols["property_free_all"]
        errorText = try symbols["strerror"]
        reasonText = try symbols["reason_string"]
        refusalText = try symbols["connack_string"]
        let begin: @convention(c) () -> Int32 = try symbols["lib_init"]
        _ = begin()
    }

    private struct Symbols {
        let library: UnsafeMutableRawPointer

        /// - Throws: that this version of the library lacks it.
        subscript<Function>(name: String) -> Function {
            get throws(MQTTError) {
                guard let symbol = dlsym(library, "mosquitto_\(name)") else {
                    throw .noLibrary("the one that is installed lacks mosquitto_\(name)")
                }
                return unsafeBitCast(symbol, to: Function.self)
            }
        }
    }

    /// What a broker handed on.
    static func message(_ message: UnsafeRawPointer) -> MQTTReceived {
        // As `struct mosquitto_message` has it: int mid; char *topic; void *payload; int payloadlen; int qos; bool retain.
        let payload = message.load(fromByteOffset: 16, as: UnsafePointer<UInt8>?.self)
        let count = Int(message.load(fromByteOffset: 24, as: Int32.self))
        return MQTTReceived(
            topic: message.load(fromByteOffset: 8, as: UnsafePointer<CChar>.self),
            payload: UnsafeBufferPointer(start: payload, count: payload == nil ? 0 : count),
            isRetained: message.load(fromByteOffset: 32, as: UInt8.self) != 0)
    }

    /// Why a call failed.
    func reason(_ code: Int32) -> String {
        if code == Number.systemError { return String(cString: strerror(errno)) }
        return errorText(code).map { String(cString: $0) } ?? "error \(code)"
    }

    /// Why a broker refuses a connection.
    func refusal(_ code: Int32, _ version: MQTTAddress.Version) -> String {
        (version == .five ? reasonText(code) : refusalText(code)).map { String(cString: $0) } ?? "reason \(code)"
    }
}
