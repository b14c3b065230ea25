import FontCatalog
import FontModel
import FontRegistry
import Foundation
import TUF
import TestSupport
import Testing

/// fontTools, another reader of fonts.
private enum FontTools {
    static let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]

    static let isPossible =
        SharedFonts.fonts != nil
        && (try? Command.run("python3", ["-c", "import fontTools"], environment: environment).status) == 0
}

/// What a catalogue states of real fonts is what fontTools reads in them.
@Suite(.enabled(if: FontTools.isPossible, "Needs fontTools and the folder of real fonts.")) struct FontToolsTests {
    @Test func everyFactOfAFaceIsThatOfFontTools() async throws {
        let fonts = try #require(SharedFonts.fonts)
        let site = try CatalogSite()
        let publication = try site.publication()
        var options = BuildOptions()
        options.packs = false
        let result = try await CatalogBuild(
            of: .folder(fonts, nil), as: publication, allowing: ["LicenseRef-unknown"], context: site.home.context,
            options: options
        ).run()
        #expect(result.families.count >= 11, "\(result.refused)")
        var lines: [String] = []
        for listed in try publication.listedFamilies() {
            let bytes = try publication.document(of: listed)
            let document = try JSONDecoder().decode(FamilyDocument.self, from: Data(bytes))
            let file = try site.home.put(bytes, at: "\(site.home.root)/documents/\(document.id).json")
            for font in document.files { lines.append("\(try site.path(try #require(font.urls.first)))\t\(file)") }
        }
        #expect(lines.count >= 30)
        let list = try site.home.put(Array(lines.joined(separator: "\n").utf8), at: site.home.root + "/list")
        let compared = try Command.run("python3", ["-c", Self.script, list], environment: FontTools.environment)
        #expect(compared.status == 0 && compared.lines == ["faces: \(lines.count)"], "\(compared)")
    }

    /// Prints each fact that differs, and the number of faces.
    private static let script = """
        import json, sys
        from fontTools.ttLib import TTFont

        def text(font, *ids):
            return next((name for name in map(font["name"].getDebugName, ids) if name), None)

        def ranges(points):
            parts = []
            for point in sorted(points):
                if parts and parts[-1][1] == point - 1:
                    parts[-1][1] = point
                else:
                    parts.append([point, point])
            return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in parts)

        count = 0
        for line in open(sys.argv[1], encoding="utf-8"):
            path, document = line.rstrip("\\n").split("\\t")
            file = next(f for f in json.load(open(document, encoding="utf-8"))["files"] if f["sha256"] in path)
            for face in file["faces"]:
                count += 1
                font = TTFont(path, fontNumber=face["index"], lazy=True)
                os2, hhea = font["OS/2"], font["hhea"]
                axes = [[a.axisTag, a.minValue, a.defaultValue, a.maxValue] for a in font["fvar"].axes] if "fvar" in font else []
                typographic = os2.fsSelection & 0x80
                real = {
                    "postscriptName": text(font, 6), "family": text(font, 21, 16, 1), "style": text(font, 22, 17, 2),
                    "weight": next((a[2] for a in axes if a[0] == "wght"), os2.usWeightClass),
                    "glyphCount": font["maxp"].numGlyphs, "revision": round(font["head"].fontRevision, 3),
                    "version": text(font, 5), "axes": axes, "characters": ranges(font.getBestCmap()),
                    "instances": len(font["fvar"].instances) if axes else 0, "unitsPerEm": font["head"].unitsPerEm,
                    "lines": [os2.sTypoAscender, os2.sTypoDescender, os2.sTypoLineGap] if typographic
                    else [hhea.ascent, hhea.descent, hhea.lineGap],
                }
                metrics = face["metrics"]
                ours = face | {
                    "revision": round(face["revision"], 3), "instances": len(face["instances"]),
                    "axes": [[a["tag"], a["min"], a["default"], a["max"]] for a in face["axes"]],
                    "unitsPerEm": metrics["unitsPerEm"], "lines": [metrics["ascent"], metrics["descent"], metrics["lineGap"]],
                }
                for key, value in real.items():
                    if value != ours[key]:
                        print(path.rsplit("/", 1)[1], key, str(value)[:200], str(ours[key])[:200], sep=": ")
        print("faces:", count)
        """
}
