public import FontModel

/// The encoding as FACE of the interface.
extension FontFace {
    /// - Parameters:
    ///   - file: The file that programs open.
    ///   - instance: The named instance to encode instead of the face itself.
    public func busMembers(file: String?, instance: NamedInstance? = nil) -> [String: BusValue] {
        var members = briefBusMembers(file: file, instance: instance)
        members["axes"] = .dictionaries(axes.map(\.busMembers))
        members["instances"] = .dictionaries(instances.map(\.busMembers))
        members["outlines"] = .string(outlines.rawValue)
        let font = FontDescriptor(face: self, instance: instance, path: file, origin: .file)
        members["traits"] = .strings(font.traits.names)
        members["languages"] = .strings(languages)
        members["revision"] = .double(revision)
        members["version"] = .string(version)
        members["glyphCount"] = .int64(Int64(glyphCount))
        members["localizedNames"] = .dictionaries(localizedNames.map(\.busMembers))
        members.set("legacyFamily", legacyFamily.map(BusValue.string))
        members.set("legacyStyle", legacyStyle.map(BusValue.string))
        members.set("hasDerivedName", hasDerivedName ? .boolean(true) : nil)
        if let instance {
            members["instance"] = .dictionary(instance.busMembers)
            members["base"] = .dictionary([
                "postscriptName": .string(postscriptName), "style": .string(style), "weight": .double(weight),
                "width": .double(width), "slant": .double(slant),
                "traits": .strings(traits.names),
            ])
        }
        return members
    }

    /// Returns the members that a broadcast signal carries.
    public func briefBusMembers(file: String?, instance: NamedInstance? = nil) -> [String: BusValue] {
        let font = FontDescriptor(face: self, instance: instance, path: file, origin: .file)
        var members: [String: BusValue] = [
            "postscriptName": .string(font.postscriptName), "family": .string(family), "style": .string(font.style),
            "fullName": .string(fullName), "index": .int64(Int64(index)), "weight": .double(font.weight),
            "width": .double(font.width), "slant": .double(font.slant), "variable": .boolean(isVariable),
        ]
        members.set("file", file.map(BusValue.string))
        return members
    }

    /// Decodes a FACE; for a named instance, this is the face that contains it.
    public init(_ record: BusRecord) throws(BusFailure) {
        var base = record
        if let members = try record.optional("base", \.dictionary) { base = BusRecord(members) }
        var axes: [VariationAxis] = []
        for axis in try record.records("axes") { axes.append(try VariationAxis(axis)) }
        var instances: [NamedInstance] = []
        for instance in try record.records("instances") { instances.append(try NamedInstance(instance)) }
        var names: [LocalizedName] = []
        for name in try record.records("localizedNames") { names.append(try LocalizedName(name)) }
        self.init(
            postscriptName: try base.string("postscriptName"), family: try record.string("family"),
            style: try base.string("style"), fullName: try record.string("fullName"),
            legacyFamily: try record.optional("legacyFamily", \.string),
            legacyStyle: try record.optional("legacyStyle", \.string), localizedNames: names,
            hasDerivedName: try record.optional("hasDerivedName", \.boolean) ?? false,
            index: try record.integer("index"), outlines: try record.word("outlines", OutlineFormat.self),
            weight: try base.number("weight"), width: try base.number("width"), slant: try base.number("slant"),
            traits: try (base.members["traits"] == nil ? record : base)
                .required("traits") { $0.strings.flatMap(FontTraits.init(names:)) }, axes: axes,
            instances: instances, revision: try record.number("revision"), version: try record.string("version"),
            glyphCount: try record.integer("glyphCount"), languages: try record.strings("languages"))
    }
}

extension VariationAxis {
    var busMembers: [String: BusValue] {
        [
            "tag": .string(tag), "name": .string(name), "min": .double(minimum), "default": .double(defaultValue),
            "max": .double(maximum), "hidden": .boolean(isHidden),
        ]
    }

    init(_ record: BusRecord) throws(BusFailure) {
        self.init(
            tag: try record.string("tag"), name: try record.string("name"), minimum: try record.number("min"),
            defaultValue: try record.number("default"), maximum: try record.number("max"),
            isHidden: try record.boolean("hidden"))
    }
}

extension NamedInstance {
    var busMembers: [String: BusValue] {
        [
            "name": .string(name), "postscriptName": .string(postscriptName),
            "coordinates": .dictionary(coordinates.mapValues(BusValue.double)),
            "ownName": .boolean(hasOwnPostScriptName),
            "isDefault": .boolean(isDefault),
        ]
    }

    init(_ record: BusRecord) throws(BusFailure) {
        let coordinates = try record.required("coordinates", \.dictionary)
        self.init(
            name: try record.string("name"), postscriptName: try record.string("postscriptName"),
            hasOwnPostScriptName: try record.boolean("ownName"), coordinates: coordinates.compactMapValues(\.number),
            isDefault: try record.boolean("isDefault"))
    }
}

extension LocalizedName {
    var busMembers: [String: BusValue] {
        ["kind": .string(kind.rawValue), "language": .string(language), "text": .string(text)]
    }

    init(_ record: BusRecord) throws(BusFailure) {
        self.init(
            kind: try record.word("kind", Kind.self), language: try record.string("language"),
            text: try record.string("text"))
    }
}
