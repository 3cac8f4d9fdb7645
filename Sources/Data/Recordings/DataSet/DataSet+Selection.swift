extension DataSet {
    /// The part that these people recorded, with the same classes, without the background. Names that are not there select nothing;
    /// `split` refuses them.
    public func selecting(subjects: Set<String>) -> DataSet {
        selecting { !$0.isBackground && subjects.contains($0.group) }
    }

    /// The part recorded in sessions of these names, with the same classes. Names that are not there select nothing; `split`
    /// refuses them.
    public func selecting(sessions names: Set<String>) -> DataSet {
        selecting { names.contains($0.name) }
    }

    func selecting(_ isWanted: (PreparedSession) -> Bool) -> DataSet {
        holding(sources.filter(isWanted))
    }

    func holding(_ sources: [PreparedSession]) -> DataSet {
        DataSet(sources: sources, rate: rate, classes: classes, channels: channels, options: options)
    }
}
