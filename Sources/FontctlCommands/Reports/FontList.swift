import FontRegistry

/// The fonts that programs can use.
struct FontList: Report {
    var fonts: [FontDescriptor]

    var json: JSON { ["faces": .array(fonts.map(JSON.face))] }

    var text: TextOutput {
        TextOutput(
            fonts.map { font in
                [
                    font.postscriptName, font.face.family, font.style, font.weightText, font.originText,
                    font.path ?? "",
                ]
            })
    }

    var hint: String? { "No font matches. `fontctl register FILE` registers one." }
}

/// The families of fonts that programs can use, in the order of a menu.
struct FamilyList: Report {
    var families: [FontFamily]

    var json: JSON {
        let families = families.map { family -> JSON in
            [
                "family": .string(family.name), "localizedName": .string(family.localizedName),
                "faces": .array(family.fonts.map(Self.shortFace)),
            ]
        }
        return ["families": .array(families)]
    }

    /// Returns the properties of a face that a menu needs; `fontctl faces` returns all.
    private static func shortFace(_ font: FontDescriptor) -> JSON {
        [
            "postscriptName": .string(font.postscriptName), "style": .string(font.style), "file": JSON(font.path),
            "index": JSON(font.face.index), "weight": JSON(font.weight), "width": JSON(font.width),
            "slant": JSON(font.slant), "variable": JSON(font.face.isVariable),
        ]
    }

    var text: TextOutput {
        TextOutput(
            families.map { family in
                let name =
                    family.localizedName == family.name ? family.name : "\(family.localizedName) (\(family.name))"
                var styles: [String] = []
                for font in family.fonts where !styles.contains(font.style) { styles.append(font.style) }
                return [name, counted(family.fonts.count, "face"), styles.joined(separator: ", ")]
            })
    }

    var hint: String? { "No font matches. `fontctl register FILE` registers one." }
}
