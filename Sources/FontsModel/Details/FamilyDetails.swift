package import FontModel
package import FontRegistry
package import ReaderFonts

/// A style of a family: a face, or a named instance of a variable face.
package struct StyleRow: Sendable, Hashable, Identifiable {
    /// The PostScript name with the file, as several files may have one name.
    package var id: String
    package var title: String
    /// The weight, 1…1,000.
    package var weight: Double
    package var isItalic: Bool
    package var isOn: Bool
    /// The font that is drawn and described.
    package var font: FontDescriptor
    /// The instance whose axes are set; nil for the face itself.
    package var instance: NamedInstance?
    /// The place in ``FamilyDetails/files``.
    package var file: Int
    /// The format of the file; nil if it is not known.
    package var format: FontFormat?

    package var face: FaceReference { FaceReference(font, format) }
}

/// A file with fonts of a family, which is what is turned on and off.
package struct FileRow: Sendable, Hashable, Identifiable {
    /// The registration's id, or the path of a font that is not registered.
    package var id: String
    /// The name of the file, in display form.
    package var title: String
    /// The path for “show in folder”; nil if there is no file that a person would look at.
    package var path: String?
    /// The id of the provider of the registration; nil for a font that is not registered.
    package var provider: String?
    package var isOn: Bool
    /// What commands use.
    package var target: FontTarget
    /// The titles of its styles.
    package var styles: [String]
    /// The files that have the same fonts in a format that is not drawn, and are switched with the styles of this one.
    package var twins: [FontTarget] = []

    /// Whether the file can be removed: what fontd keeps.
    package var isRemovable: Bool { provider != nil }

    /// What the switch of one of its styles turns on and off.
    package var switchedTargets: [FontTarget] { [target] + twins }

    /// The name of the file, and its styles if it has several: all that one switch turns on and off.
    package var switchedTitle: String {
        guard styles.count > 1 else { return title }
        return tr("{file} ({styles})").filled(["file": title, "styles": ListText.names(styles)])
    }

    /// The name of the file, and the number of its styles if it has several, as a part of a style's row.
    package var subtitle: String {
        guard styles.count > 1 else { return title }
        return tr("{file} · {styles}").filled([
            "file": title, "styles": trn("{count} style", "{count} styles", styles.count),
        ])
    }

    /// What is said of a switch that is that of several styles; nil if the file has one.
    package var switchHint: String? {
        guard styles.count > 1 else { return nil }
        return tr("Turns the whole file {file} on and off: {styles}").filled([
            "file": title, "styles": ListText.names(styles),
        ])
    }
}

/// A family with its styles and files.
package struct FamilyDetails: Sendable, Hashable, Identifiable {
    package var id: String
    package var title: String
    package var styles: [StyleRow]
    package var files: [FileRow]
    package var category: FontCategory?
    /// The place of the style that is shown first: the most regular one.
    package var regular: Int

    /// Creates the details; nil for a family without fonts.
    package init?(_ known: LibraryFamily) {
        let fonts = known.family.fonts
        let own = Set(known.stylePlaces)
        let shown = known.stylePlaces.map { fonts[$0] }
        guard let best = shown.mostRegular ?? shown.first else { return nil }
        (id, title, category) = (known.family.name, known.family.localizedName, known.category)
        (styles, files, regular) = ([], [], 0)
        for (place, font) in fonts.enumerated() {
            let isOn = !known.off.contains(place)
            let file = Self.file(of: font, isOn: isOn, in: &files)
            guard own.contains(place) else {
                files[file].styles.append(font.style)
                continue
            }
            let first = styles.count
            styles += Self.styles(of: font, known.formats[place], isOn: isOn, file: file)
            files[file].styles += styles[first...].map(\.title)
            if FaceReference(font, nil) == FaceReference(best, nil) {
                regular = Self.regular(of: font, as: best.instance, among: styles, from: first)
            }
        }
        for place in fonts.indices where !own.contains(place) { addTwin(fonts[place]) }
    }

    /// Notes the file of a font that is no style of its own with the style that it has.
    private mutating func addTwin(_ font: FontDescriptor) {
        let same = styles.filter { $0.font.face.postscriptName == font.face.postscriptName }
        guard let style = same.first(where: { $0.font.style == font.style }) ?? same.first,
            let file = files.first(where: { $0.id == Self.fileID(font) }), files[style.file].id != file.id
        else { return }
        files[style.file].twins = (files[style.file].twins + [file.target]).unique
    }

    /// Returns the place of the style that shows a face: a named instance that was chosen, the default one, or if the default
    /// location has no name the one with the nearest weight.
    private static func regular(
        of font: FontDescriptor, as chosen: NamedInstance?, among styles: [StyleRow], from first: Int
    ) -> Int {
        let own = styles.indices[first...]
        if let chosen, let place = own.first(where: { styles[$0].instance == chosen }) { return place }
        if let place = own.first(where: { styles[$0].instance?.isDefault ?? true }) { return place }
        let weight = font.face.axes.first { $0.tag == "wght" }?.defaultValue ?? font.face.weight
        return own.min { abs(styles[$0].weight - weight) < abs(styles[$1].weight - weight) } ?? first
    }

    /// The category and who installed the family, as the line below its name.
    package func subtitle(_ providers: [ProviderFacts]) -> String {
        let own = files.compactMap(\.provider).unique.map { id in
            providers.first { $0.id == id }?.title ?? ProviderName.text(id)
        }
        let origin =
            own.isEmpty
            ? tr("system font")
            : files.compactMap(\.provider).unique == [FontManager.userProvider]
                ? tr("installed by you") : tr("installed by {names}").filled(["names": ListText.names(own)])
        guard let category else { return origin }
        return tr("{category} · {origin}").filled(["category": category.title, "origin": origin])
    }

    private static func fileID(_ font: FontDescriptor) -> String {
        font.registrationID ?? font.path ?? font.postscriptName
    }

    private static func file(of font: FontDescriptor, isOn: Bool, in files: inout [FileRow]) -> Int {
        let id = fileID(font)
        if let known = files.firstIndex(where: { $0.id == id }) { return known }
        var provider: String?
        if case .registered(_, _, let owner, _, _) = font.origin { provider = owner }
        let name = font.path.map { String(PathText.name(of: $0)) } ?? font.face.fullName
        files.append(
            FileRow(
                id: id, title: DisplayText.clean(name), path: font.path, provider: provider, isOn: isOn,
                target: .font(font), styles: []))
        return files.count - 1
    }

    private static func styles(
        of font: FontDescriptor, _ format: FontFormat?, isOn: Bool, file: Int
    ) -> [StyleRow] {
        let place = font.registrationID ?? font.path ?? ""
        func row(_ instance: NamedInstance?) -> StyleRow {
            var shown = font
            shown.instance = instance
            return StyleRow(
                id: "\(shown.postscriptName) \(shown.style) \(font.face.index) \(place)", title: shown.style,
                weight: shown.weight, isItalic: shown.traits.contains(.italic) || shown.slant != 0, isOn: isOn,
                font: font, instance: instance, file: file, format: format)
        }
        return font.face.instances.isEmpty ? [row(nil)] : font.face.instances.map { row($0) }
    }
}
