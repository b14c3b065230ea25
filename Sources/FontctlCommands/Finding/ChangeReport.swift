import FontRegistry

/// A change of the registry or of the system's fonts, or a snapshot of the current state.
struct ChangeReport: Report {
    var event: FontChangeEvent

    var json: JSON {
        switch event {
        case .change(let change):
            JSON(change)
        case .snapshot(let generation, let registrations):
            [
                "generation": JSON(generation), "kind": "snapshot",
                "faces": .array(
                    registrations.flatMap { registration in
                        registration.faces.map { face in JSON(Self.font(face, of: registration)) }
                    }),
            ]
        case .system(let generation, let change):
            [
                "generation": JSON(generation), "kind": "system", "added": JSON(change.added),
                "removed": JSON(change.removed), "replaced": JSON(change.replaced),
            ]
        }
    }

    private static func font(_ face: FontFace, of registration: Registration) -> FontDescriptor {
        FontDescriptor(
            face: face, path: registration.path,
            origin: .registered(
                id: registration.id, scope: registration.scope, provider: registration.provider,
                isEnabled: registration.isEnabled, tags: registration.tags))
    }

    var text: TextOutput {
        var text = TextOutput()
        switch event {
        case .change(let change):
            let words = [
                "\(change.generation)", change.kind.rawValue, change.scope.rawValue, change.provider,
                change.faces.map(\.face).namesText,
            ]
            text.line(words.joined(separator: "  "))
        case .snapshot(let generation, let registrations):
            let faces = registrations.reduce(0) { $0 + $1.faces.count }
            text.line(
                "\(generation)  snapshot  \(counted(faces, "face")) registered now; earlier changes are no longer available"
            )
        case .system(let generation, let change):
            let kinds = [("added", change.added), ("removed", change.removed), ("replaced", change.replaced)]
            for (kind, faces) in kinds where !faces.isEmpty {
                text.line("\(generation)  \(kind)  system  \(faces.map(\.face).namesText)")
            }
        }
        return text
    }
}
