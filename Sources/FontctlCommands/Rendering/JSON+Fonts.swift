import FontRegistry

extension JSON {
    /// Returns the FACE of a found font.
    static func face(_ font: FontDescriptor) -> JSON {
        let face = face(font.face, file: font.path, instance: font.instance)
        return switch font.origin {
        case .file: face
        case .system: face.adding(("origin", "system"))
        case .registered(let id, let scope, let provider, let isEnabled, let tag):
            face.adding(
                ("origin", "registered"), ("scope", .string(scope.rawValue)), ("provider", .string(provider)),
                ("id", .string(id)), ("enabled", .bool(isEnabled)), ("tag", tag.map(JSON.string)))
        }
    }

    /// Returns the FACE of a face.
    ///
    /// - Parameters:
    ///   - file: The file that fontconfig sees, or that was read.
    ///   - instance: The named instance to describe instead of the face itself.
    static func face(_ face: FontFace, file: String?, instance: NamedInstance? = nil) -> JSON {
        // The descriptor applies the properties of the instance.
        let font = FontDescriptor(face: face, instance: instance, path: file, origin: .file)
        let facts: JSON = [
            "postscriptName": .string(font.postscriptName),
            "family": .string(face.family),
            "style": .string(font.style),
            "fullName": .string(font.fullName),
            "file": JSON(file),
            "index": JSON(face.index),
            "weight": JSON(font.weight),
            "width": JSON(font.width),
            "slant": JSON(font.slant),
            "variable": JSON(face.isVariable),
            "axes": .array(face.axes.map(axis)),
            "instances": .array(face.instances.map { Self.instance($0, axes: face.axes) }),
            "outlines": .string(face.outlines.rawValue),
            "traits": JSON(font.traits.names),
            "languages": JSON(face.languages),
            "revision": JSON(face.revision),
            "version": .string(face.version),
            "glyphCount": JSON(face.glyphCount),
            "localizedNames": .array(face.localizedNames.map(localizedName)),
        ]
        return facts.adding(
            ("legacyFamily", face.legacyFamily.map(JSON.string)), ("legacyStyle", face.legacyStyle.map(JSON.string)),
            ("hasDerivedName", face.hasDerivedName ? .bool(true) : nil),
            ("instance", instance.map { Self.instance($0, axes: face.axes) }))
    }

    /// Returns the faces of a registration.
    static func faces(_ registration: Registration) -> JSON {
        .array(registration.faces.map { face($0, file: registration.path) })
    }

    static func registration(_ registration: Registration) -> JSON {
        [
            "id": .string(registration.id),
            "file": .string(registration.file),
            "path": JSON(registration.path),
            "sha256": .string(registration.sha256),
            "scope": .string(registration.scope.rawValue),
            "provider": .string(registration.provider),
            "enabled": .bool(registration.isEnabled),
            "tag": JSON(registration.tag),
            "registeredAt": .number(registration.registeredAt),
            "faces": faces(registration),
        ]
    }

    private static func axis(_ axis: VariationAxis) -> JSON {
        [
            "tag": .string(axis.tag),
            "name": .string(axis.name),
            "min": .number(axis.minimum),
            "default": .number(axis.defaultValue),
            "max": .number(axis.maximum),
            "hidden": .bool(axis.isHidden),
        ]
    }

    /// Returns an instance, whose coordinates are in the order of the axes.
    private static func instance(_ instance: NamedInstance, axes: [VariationAxis]) -> JSON {
        let order = axes.map(\.tag)
        let coordinates = instance.coordinates.sorted { lhs, rhs in
            let places = (order.firstIndex(of: lhs.key) ?? .max, order.firstIndex(of: rhs.key) ?? .max)
            return places.0 == places.1 ? lhs.key < rhs.key : places.0 < places.1
        }
        return [
            "name": .string(instance.name),
            "postscriptName": .string(instance.postscriptName),
            "coordinates": .object(coordinates.map { Member(key: $0.key, value: .number($0.value)) }),
        ]
    }

    private static func localizedName(_ name: LocalizedName) -> JSON {
        ["kind": .string(name.kind.rawValue), "language": .string(name.language), "text": .string(name.text)]
    }
}
