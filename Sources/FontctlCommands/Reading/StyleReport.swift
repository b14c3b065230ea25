import FontRegistry
import ReaderFonts

/// The text styles of documents.
struct StyleReport: Report {
    var typography: Typography
    var size: SizeChoice
    var fonts: TypographyFonts
    var isCheck: Bool

    private var category: ContentSizeCategory { size.category }

    private var styles: [TypographyStyle] { typography.styles.values.sorted { $0.name < $1.name } }

    var json: JSON {
        [
            "category": .string(category.rawValue), "categoryOrigin": .string(size.origin.rawValue),
            "textScale": .number(size.factor), "styles": .array(styles.map(document)),
            "colors": .array(
                typography.colors.sorted { $0.key < $1.key }.map { name, color in
                    [
                        "name": .string(name), "light": .string(color.light.hex), "dark": .string(color.dark.hex),
                        "origin": Self.origin(typography.origins[name]),
                    ]
                }),
            "problems": .array(
                typography.problems.map { problem in
                    [
                        "kind": .string(problem.kind.rawValue), "document": .string(problem.document),
                        "path": JSON(problem.path), "message": .string(problem.message),
                    ]
                }), "missing": JSON(fonts.missing),
        ]
    }

    private static func origin(_ origin: ValueOrigin?) -> JSON { JSON(origin?.document) }

    private func document(_ style: TypographyStyle) -> JSON {
        [
            "name": .string(style.name), "font": JSON(name(of: style)),
            "postscriptName": JSON(style.font.flatMap { fonts.fonts[$0] }?.postscriptName),
            "pointSize": JSON(style.pointSize), "size": JSON(style.pointSize(at: category)),
            "letterCase": .string(style.letterCase.rawValue), "letterSpacing": JSON(style.letterSpacing),
            "lineSpacing": JSON(style.lineSpacing), "lineHeight": JSON(style.lineHeight),
            "scalingMode": .string(style.scaling.mode.rawValue), "light": JSON(style.textColor?.light.hex),
            "dark": JSON(style.textColor?.dark.hex),
            "origins": .array(
                style.origins.sorted { $0.key.rawValue < $1.key.rawValue }.map { key, origin in
                    ["key": .string(key.rawValue), "document": .string(origin.document)]
                }),
        ]
    }

    private func name(of style: TypographyStyle) -> String? {
        switch style.font {
        case .postScriptName(let name)?: name
        case .system(let weight, let isItalic, _)?:
            isItalic ? "system \(number(weight)) italic" : "system \(number(weight))"
        case nil: nil
        }
    }

    private func number(_ value: Double) -> String {
        value.rounded() == value ? String(Int(value)) : String((value * 100).rounded() / 100)
    }

    var text: TextOutput {
        var output = TextOutput()
        guard !styles.isEmpty else { return output }
        output.line("Text size \(category.rawValue)\(origin)")
        output.table(
            styles.map { style in
                [
                    style.name, name(of: style) ?? "", style.pointSize(at: category).map { number($0) + " pt" } ?? "",
                    style.letterCase.rawValue, style.textColor?.light.hex ?? "",
                ]
            })
        return output
    }

    private var origin: String {
        switch size.origin {
        case .app: " (--category)"
        case .environment: " (\(SizeChoice.environmentVariable))"
        case .desktop: " (the desktop's text factor is \(number(size.factor)))"
        case .standard: " (default)"
        }
    }

    var diagnostics: [String] {
        typography.problems.map(\.description)
            + fonts.missing.map { "No font has the name “\($0)”. `fontctl register FILE` registers one." } + unusable
    }

    private var unusable: [String] {
        let names = ContentSizeCategory.allCases.map(\.rawValue).joined(separator: ", ")
        return size.unusableVariable.map {
            [
                "\(SizeChoice.environmentVariable) is “\($0)”, which is not a category of text sizes. Set it to one of \(names)."
            ]
        } ?? []
    }

    var hint: String? { "The documents define no styles." }

    var exitStatus: Int32 {
        isCheck && (!typography.problems.isEmpty || !fonts.missing.isEmpty) ? ExitStatus.failed : ExitStatus.done
    }
}
