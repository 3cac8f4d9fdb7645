/// A layer as a Keras model describes it.
struct KerasLayer {
    /// Its class.
    let kind: String
    let name: String
    let settings: JSONValue
    /// Which of the layers of its class it is, from 0: a `.keras` file counts them.
    let number: Int
    /// Whether its class is Keras' own.
    let isOwn: Bool
    /// The names of the layers that it reads, once for each time that it stands in the network.
    let sources: [[String]]
    /// What it is told beside that and would make its answer another one: “training”, “mask”, “initial_state”.
    let told: [String]

    /// - Parameter number: of the layers of this class, from 0.
    init?(_ value: JSONValue, number: (String) -> Int) {
        guard let kind = value["class_name"]?.text, let settings = value["config"], case .object = settings else { return nil }
        self.kind = kind
        self.settings = settings
        name = settings["name"]?.text ?? value["name"]?.text ?? kind
        self.number = number(kind)
        let home = (value["module"]?.text ?? "keras").split(separator: ".")
        let registered = value["registered_name"]?.text ?? kind
        isOwn = ["keras", "tf_keras"].contains(home.first) && registered == kind
        let calls = value["inbound_nodes"]?.values ?? []
        sources = calls.map { Self.names(in: $0) }
        told = calls.flatMap { Self.told(in: $0) }
    }

    /// A function's name, written alone or, by some versions, with where it is from.
    func function(_ key: String) -> String {
        let value = settings[key]
        return value?.text ?? value?["config"]?.text ?? value?["class_name"]?.text ?? "linear"
    }

    /// A setting that is true or false, which Python may also write as 1 or 0.
    func flag(_ key: String, or usual: Bool = false) -> Bool {
        settings[key]?.flag ?? settings[key]?.number.map { $0 != 0 } ?? usual
    }

    /// The name of its class in a `.keras` file: “BatchNormalization” is “batch_normalization”, “Conv1D” is “conv1d”, with a stroke
    /// before each capital that follows a small letter.
    var snakeCase: String {
        var snake = ""
        var before: Character?
        for letter in kind {
            if letter.isUppercase, before?.isLowercase == true { snake.append("_") }
            snake.append(contentsOf: letter.lowercased())
            before = letter
        }
        return snake
    }

    /// The layers that are named in a call: Keras 3 writes tensors with their history, Keras 2 lists of a name and two numbers.
    private static func names(in call: JSONValue) -> [String] {
        switch call {
        case .object(let members):
            if let history = members["keras_history"]?.values, let name = history.first?.text { return [name] }
            return members.sorted { $0.key < $1.key }.flatMap { names(in: $0.value) }
        case .array(let values):
            if values.count >= 3, let name = values[0].text, values[1].whole != nil { return [name] }
            return values.flatMap { names(in: $0) }
        default: return []
        }
    }

    /// Keras 3 names them `kwargs`; in Keras 2 they stand behind the name and two numbers. What is false or null changes nothing.
    private static func told(in call: JSONValue) -> [String] {
        if let values = call.values, values.count < 3 || values[0].text == nil || values[1].whole == nil {
            return values.flatMap { told(in: $0) }
        }
        guard case .object(let words) = call["kwargs"] ?? call.values?.dropFirst(3).first else { return [] }
        return words.filter { !$0.value.isNull && $0.value.flag != false }.keys.sorted()
    }
}
