import FontModel
package import FontSpecimens

/// A font for captions, which are not in the font that is shown.
package struct CaptionFont: Sendable, Hashable {
    /// The path of the file.
    package var path: String
    package var face: Specimen.Face

    package init(path: String, face: Specimen.Face) { (self.path, self.face) = (path, face) }
}

extension StylePicture {
    /// What an exported picture and a printed page say of themselves: the family, the style, the values of the axes, and the
    /// size if there is one.
    package var heading: String {
        let axes = settings.axes ?? style.axisSettings
        // At another place the style is that of the place, or has no name.
        let name =
            axes?.coordinates == style.axisSettings?.coordinates ? style.title : axes?.instance?.name
        let values = (axes?.axes ?? []).prefix(Self.mostAxes).map { axis in
            "\(AxisName.text(axis)) \(NumberText.decimal(axes?.value(of: axis) ?? axis.defaultValue))"
        }
        let size = settings.form == .paragraph ? [Self.caption(of: settings.size)] : []
        let title = [style.font.face.family, name].compactMap(\.self).joined(separator: " ")
        return DisplayText.clean(([title] + values + size).joined(separator: ", "))
    }

    /// Returns the caption of a line of a waterfall.
    package static func caption(of size: Double) -> String {
        tr("{size} pt").filled(["size": NumberText.decimal(size)])
    }

    /// The most axes whose values are in a heading.
    private static let mostAxes = 8
    /// The size of captions in points.
    private static let captionSize = 9.0

    /// Puts the heading above the rows of a picture, and its size above each line of a waterfall.
    ///
    /// - Parameter fonts: The fonts for the captions, whose files follow that of the style; without one there are no captions.
    func label(_ specimen: Specimen, with fonts: [CaptionFont]) -> Specimen {
        let fonts = fonts.prefix(Specimen.Limits.facesPerLine)
        guard !fonts.isEmpty else { return specimen }
        let faces = fonts.enumerated().map { place, font in
            var face = font.face
            face.file = place + 1
            return face
        }
        func row(_ text: String) -> Specimen.Row {
            Specimen.Row([.init(text: text, size: Self.captionSize, faces: faces, isCaption: true)], isDark: isDark)
        }
        var labelled = specimen
        labelled.rows = [row(heading)]
        for shown in specimen.rows {
            if settings.form == .waterfall, !settings.isVertical, let size = shown.cells.first?.size {
                labelled.rows.append(row(Self.caption(of: size)))
            }
            labelled.rows.append(shown)
        }
        return labelled
    }

    /// All that captions say, for the choice of their fonts.
    var captions: String { ([heading] + settings.sizes.map(Self.caption)).joined(separator: " ") }
}
