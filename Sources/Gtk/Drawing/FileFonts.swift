internal import CAdwaita
internal import CGio
internal import CPango
internal import Glibc
internal import Synchronization

/// The fonts of one file as fontconfig reads them, from a copy in memory that nobody can change.
///
/// Reading a large collection takes a while, so it is done in any thread; a `FontMap` then draws with them.
package final class FileFonts: @unchecked Sendable {
    // The configuration is changed by nobody after it was made, and fontconfig counts its references atomically.
    let config: OpaquePointer
    /// The families that the file has, as Pango names them.
    package let families: [String]
    private let file: SealedFile

    /// The bytes of the file, of which there is a copy in memory; fonts of one file share it.
    package var size: Int { file.size }
    /// The identifier of the file's copy.
    package var fileIdentifier: ObjectIdentifier { ObjectIdentifier(file) }

    /// Bitmaps of colour fonts have one size, and are scaled to that of the text: the rules of fontconfig's
    /// `10-scale-bitmap-fonts.conf`, which an empty configuration lacks.
    private static let rules = """
        <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
        <match target="font"><test name="outline"><bool>false</bool></test>
        <edit name="pixelsizefixupfactor" mode="assign"><divide><name target="pattern">pixelsize</name>
        <name target="font">pixelsize</name></divide></edit></match>
        <match target="font"><test name="outline"><bool>false</bool></test>
        <test name="pixelsizefixupfactor" compare="not_eq"><double>1.0</double></test>
        <edit name="matrix" mode="assign"><times><name>matrix</name><matrix><name>pixelsizefixupfactor</name>
        <double>0</double><double>0</double><name>pixelsizefixupfactor</name></matrix></times></edit>
        <edit name="size" mode="assign"><divide><name>size</name><name>pixelsizefixupfactor</name></divide></edit>
        </match></fontconfig>
        """

    /// Copies the file of a descriptor, which remains the caller's, and reads its fonts.
    ///
    /// - Parameter face: The index of the one face that is taken; nil for all faces of the file.
    /// - Returns: Nil if it is no regular file, is larger than 256 MiB, or has no font that can be drawn.
    package init?(copying descriptor: Int32, face: Int? = nil) {
        guard let file = SealedFile.copy(of: descriptor), let config = FcConfigCreate() else { return nil }
        _ = Self.rules.withCString { rules in
            rules.withMemoryRebound(to: FcChar8.self, capacity: Self.rules.utf8.count) {
                FcConfigParseAndLoadFromMemory(config, $0, 0)
            }
        }
        let name = Self.name(of: file.descriptor)
        let isAdded = name.withCString { name in
            name.withMemoryRebound(to: FcChar8.self, capacity: strlen(name)) { FcConfigAppFontAddFile(config, $0) }
        }
        if let face { Self.keep(face, of: config) }
        let families = isAdded != 0 ? Self.families(of: config) : []
        guard !families.isEmpty else {
            FcConfigDestroy(config)
            return nil
        }
        self.config = config
        self.file = file
        self.families = families
    }

    private static let count = Atomic(0)

    /// A name of an open file that no other file has had lately.
    ///
    /// Readers open it at any time, and get a description of their own. cairo finds what it has read by the name alone, also
    /// when the descriptor's number is already another file's. So a number is in the name, by ways through `/proc` that
    /// lead to the same root: one for each 0 and another for each 1. Its 12 digits outlast cairo's memory, and stay below the
    /// 40 links that the kernel follows.
    private static func name(of descriptor: Int32) -> String {
        let number = (count.wrappingAdd(1, ordering: .relaxed).newValue) & 0xFFF
        let process = "/proc/\(getpid())"
        let ways = String(number, radix: 2).map { $0 == "0" ? "\(process)/root" : "\(process)/task/\(getpid())/root" }
        return "\(ways.joined())\(process)/fd/\(descriptor)"
    }

    deinit { FcConfigDestroy(config) }

    /// Takes the other faces away, so that no style of another face is nearer than the wanted one.
    private static func keep(_ face: Int, of config: OpaquePointer) {
        guard let fonts = FcConfigGetFonts(config, FcSetApplication) else { return }
        var kept = 0
        for place in 0..<Int(fonts.pointee.nfont) {
            guard let font = fonts.pointee.fonts[place] else { continue }
            var index: Int32 = 0
            // The upper half of the number is that of a named instance.
            if FcPatternGetInteger(font, FC_INDEX, 0, &index) == FcResultMatch, Int(index & 0xFFFF) == face {
                fonts.pointee.fonts[kept] = font
                kept += 1
            } else {
                FcPatternDestroy(font)
            }
        }
        fonts.pointee.nfont = Int32(kept)
    }

    /// The families of the file's fonts; Pango's list has names for Sans and others, too.
    private static func families(of config: OpaquePointer) -> [String] {
        guard let fonts = FcConfigGetFonts(config, FcSetApplication) else { return [] }
        var families: [String] = []
        for index in 0..<Int(fonts.pointee.nfont) {
            var name: UnsafeMutablePointer<FcChar8>?
            guard FcPatternGetString(fonts.pointee.fonts[index], FC_FAMILY, 0, &name) == FcResultMatch, let name else {
                continue
            }
            let family = String(cString: name)
            if !families.contains(family) { families.append(family) }
        }
        return families
    }
}
