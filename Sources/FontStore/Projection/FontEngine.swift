package import FontModel

/// The part of a program that finds its fonts, which determines when the program shows a change.
///
/// The values are measured: `docs/reach.md` has the table, which `make reach` writes. Programs without a row in it were
/// measured by hand.
package enum FontEngine: String, Sendable, CaseIterable {
    case chromium, gecko, webkitgtk, libreoffice, java, emacs, gimp, gtk, qt
    /// Qt with fontd's plugin.
    case qtPlugin = "qt-plugin"
    case pango, r, scribus, matplotlib, flatpak, fontconfig
    /// A program that ends with its output.
    case run
    /// No library that finds fonts.
    case none

    /// The time at which a running program shows a change.
    package var following: ExplainedFont.Following {
        switch self {
        case .chromium, .webkitgtk, .libreoffice, .java, .emacs, .qt, .pango, .r, .scribus, .flatpak, .fontconfig:
            .restart
        case .gecko, .gimp: .polling
        case .qtPlugin: .seconds
        case .gtk: .settingsDaemon
        case .matplotlib: .ownList
        case .run: .everyRun
        case .none: .unknown
        }
    }

    /// The consequence for a running program of the removal of a font file, with the remedy, as a sentence; nil if the
    /// program keeps the bytes that it has read.
    package var loss: Message? {
        switch self {
        case .libreoffice: "Text will be missing in exports; restart it first."
        case .scribus: "It may crash at the next export; save and restart it first."
        case .r: "Its next plot with it fails; restart it first."
        case .pango, .gtk: "Other sizes show boxes; restart it."
        case .chromium, .webkitgtk: "New pages show another font; restart it."
        case .qt: "Other sizes show another font; restart it."
        case .gecko, .gimp, .java, .emacs, .qtPlugin, .matplotlib, .flatpak, .fontconfig, .run, .none: nil
        }
    }

    /// The beginnings of the names of libraries and data files that a program of the engine maps; the first engine of
    /// this order counts, since programs map the libraries of several.
    private static let markers: [(engine: FontEngine, names: [String])] = [
        (.gecko, ["libxul.so"]),
        (.libreoffice, ["libmergedlo.so", "libvcllo.so", "libsofficeapp.so"]),
        (.webkitgtk, ["libwebkit2gtk-", "libwebkitgtk-", "libjavascriptcoregtk-"]),
        // Chromium's own library, and the files that every program of its code maps.
        (.chromium, ["libcef.so", "libchrome", "v8_context_snapshot", "snapshot_blob.bin", "chrome_100_percent.pak"]),
        (.java, ["libjvm.so"]),
        (.r, ["libR.so"]),
        // The file of fontd's plugin for Qt.
        (.qtPlugin, ["libfontd.so"]),
        (.qt, ["libQt5Gui.so", "libQt6Gui.so"]),
        (.gtk, ["libgtk-3.so", "libgtk-4.so"]),
        (.pango, ["libpangoft2-", "libpango-1.0.so"]),
        (.fontconfig, ["libfontconfig.so"]),
    ]

    /// Whether a file of this name identifies an engine.
    package static func isMarker(_ name: String) -> Bool {
        markers.contains { $0.names.contains { name.hasPrefix($0) } }
    }

    /// Returns the engine of a program with these files, by their names; nil if it finds no fonts by a known library.
    package init?(files: some Collection<String>) {
        let found = Self.markers.first { marker in
            marker.names.contains { name in files.contains { $0.hasPrefix(name) } }
        }
        guard let found else { return nil }
        self = found.engine
    }
}
