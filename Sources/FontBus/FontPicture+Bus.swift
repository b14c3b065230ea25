public import FontModel

/// The encoding as the options of `Preview`.
extension PictureOptions {
    public static let busKeys: Set<String> = ["format", "text", "size", "styles", "waterfall", "dark", "axes"]

    public var busMembers: [String: BusValue] {
        var members: [String: BusValue] = [
            "format": .string(format.rawValue), "styles": .boolean(showsStyles), "waterfall": .boolean(isWaterfall),
            "dark": .boolean(isDark), "axes": .dictionary(axes.mapValues(BusValue.double)),
        ]
        members.set("text", text.map(BusValue.string))
        members.set("size", size.map(BusValue.double))
        return members
    }

    public init(_ record: BusRecord) throws(BusFailure) {
        self.init(
            format: try record.optional("format") { $0.string.flatMap(Format.init(rawValue:)) } ?? .png,
            text: try record.optional("text", \.string), size: try record.optional("size", \.number),
            showsStyles: try record.optional("styles", \.boolean) ?? false,
            isWaterfall: try record.optional("waterfall", \.boolean) ?? false,
            isDark: try record.optional("dark", \.boolean) ?? false)
        for (tag, value) in try record.optional("axes", \.dictionary) ?? [:] {
            guard let number = value.number else {
                throw .invalidArguments("axes must be numbers by the tags of axes.")
            }
            axes[tag] = number
        }
    }
}

/// The encoding as the answer of `Preview`, whose bytes are in a file.
extension FontPicture {
    public func busMembers(_ format: PictureOptions.Format) -> [String: BusValue] {
        var members: [String: BusValue] = [
            "format": .string(format.rawValue), "size": .int64(Int64(bytes.count)), "width": .int64(Int64(width)),
            "height": .int64(Int64(height)), "faces": .dictionaries(fonts.map(\.busMembers)),
            "missing": .string(missing),
        ]
        if leftOut > 0 { members["leftOut"] = .int64(Int64(leftOut)) }
        return members
    }

    public init(_ record: BusRecord) throws(BusFailure) {
        var fonts: [FontDescriptor] = []
        for face in try record.records("faces") { fonts.append(try FontDescriptor(face)) }
        self.init(
            bytes: [], width: try record.integer("width"), height: try record.integer("height"), fonts: fonts,
            missing: try record.string("missing"),
            leftOut: try record.optional("leftOut") { $0.integer.flatMap(Int.init(exactly:)) } ?? 0)
    }
}
