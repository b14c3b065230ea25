import CLinux
import FontModel
package import Fontconfig
import Glibc
import OpenType
import Synchronization

/// The fonts that fontconfig finds outside fontd's folders, indexed by every name they match.
///
/// fontconfig's data about variable fonts is not used: axes, instances and instance names are read from the file.
package final class SystemFontIndex: Sendable {
    package let fonts: SystemFonts
    private let installedFor: InstalledFor
    private let facts: FileFactCache
    private let readVariable = Mutex<[Int: FontDescriptor]?>(nil)
    private let described = Mutex<[FontDescriptor]?>(nil)
    private let lookup = Mutex(Lookup())

    /// A face, and the instance of it that matches a name.
    private struct Place { var entry: Int, instance: Int? }

    /// What is known of the names that faces match.
    private struct Lookup {
        /// The table of all names.
        var table: [NameKind: [String: [Place]]]?
        /// The faces that may match a name, by the folded name.
        var near: [String: [(entry: Int, font: FontDescriptor)]] = [:]

        /// The number of names after which a table of all is faster; a command asks for one or two.
        static let most = 8
    }

    /// - Parameter facts: What is remembered of files, also of the variable ones.
    init(_ fonts: SystemFonts, _ paths: FontPaths, _ facts: FileFactCache) {
        (self.fonts, installedFor, self.facts) = (fonts, InstalledFor(paths), facts)
    }

    /// All faces, in fontconfig's order.
    var descriptors: [FontDescriptor] {
        described.value {
            let variable = variable
            return fonts.entries.enumerated().map { variable[$0.offset] ?? descriptor($0.element) }
        }
    }

    /// The facts of all faces and named instances that a menu of families needs, in fontconfig's order.
    ///
    /// The languages, which take longer to read than all else, are none of them.
    package var members: [FamilyMember] {
        let variable = variable
        return (0..<fonts.count).flatMap { entry in
            var font = variable[entry] ?? descriptor(fonts.entryOfMenu(entry))
            return ([nil] + font.face.instances.filter { !$0.isDefault }).map { instance in
                font.instance = instance
                return FamilyMember(font)
            }
        }
    }

    /// Returns the fonts that match one kind of name.
    package func find(_ name: String, as kind: NameKind) -> [FontDescriptor] {
        guard kind == .postscriptName else { return places(name, kind) }
        // The most common request needs no table of all names, and of the files only the variable ones.
        let named = fonts.entries(postscriptName: name).map { (index: $0, path: fonts.entryWithoutLanguages($0).path) }
        let paths = Set(named.map { ExactText($0.path) })
        // fontconfig names the default of a variable font by its own rules.
        return named.map { variable[$0.index] ?? descriptor(fonts.entry($0.index)) }
            .filter { $0.face.postscriptName == name }
            + variable.sorted { $0.key < $1.key }.map(\.value).filter {
                $0.face.postscriptName == name && !paths.contains(ExactText($0.path ?? ""))
            }
    }

    /// Returns the fonts that match a name of the best kind that has a match.
    package func answering(to name: String) -> [FontDescriptor] {
        NameKind.allCases.lazy.map { self.find(name, as: $0) }.first { !$0.isEmpty } ?? []
    }

    /// Returns the fonts of a family, by its name in any language.
    package func fonts(ofFamily name: String) -> [FontDescriptor] {
        var seen: Set<ExactText> = []
        return (find(name, as: .family) + find(name, as: .localizedFamily)).filter {
            seen.insert(ExactText("\($0.face.index) \($0.path ?? "")")).inserted
        }
    }

    /// Returns all faces in the order in which a program that uses fontconfig tries them.
    package func fallbacks(families: [String], language: String?) -> [FontDescriptor] {
        let languages = language.map { LanguageRange($0).orthographies } ?? []
        let descriptors = descriptors
        return fonts.entries(sortedFor: families, languages: languages).map { descriptors[$0] }
    }

    private func places(_ name: String, _ kind: NameKind) -> [FontDescriptor] {
        let wanted = kind.isExact ? name : LookupName.fold(name)
        if let near = near(name) {
            return near.flatMap { _, font in
                LookupName.all(of: font.face).filter { $0.kind == kind && $0.name == wanted }
                    .compactMap { Self.font(font, at: $0.instance, of: name, kind) }
            }
        }
        let descriptors = descriptors
        let table = lookup.withLock { known in
            let table = known.table ?? Self.table(of: descriptors)
            known.table = table
            return table
        }
        return (table[kind]?[wanted] ?? []).compactMap { place in
            Self.font(descriptors[place.entry], at: place.instance, of: name, kind)
        }
    }

    /// Returns a face or an instance of it, if a name of a kind means it.
    private static func font(
        _ font: FontDescriptor, at instance: Int?, of name: String, _ kind: NameKind
    ) -> FontDescriptor? {
        guard !kind.wantsRegular || font.face.isMeant(byFamily: name) else { return nil }
        var font = font
        font.instance = instance.map { font.face.instances[$0] }
        return font
    }

    /// Returns the faces that may match a name or have it as a family, and perhaps others, with their entries; nil if a
    /// look at all faces is faster.
    ///
    /// To describe a face takes a hundred times as long as to compare its names, and a machine has thousands.
    func near(_ name: String) -> [(entry: Int, font: FontDescriptor)]? {
        let start = FoldedStart(name)
        let known = lookup.withLock { known -> [(entry: Int, font: FontDescriptor)]?? in
            if let near = known.near[start.text] { return near }
            return known.table != nil || known.near.count >= Lookup.most ? .some(nil) : nil
        }
        if let known { return known }
        let variable = variable
        let near = fonts.entries(where: start.begins).map { entry in
            (entry: entry, font: variable[entry] ?? descriptor(fonts.entry(entry)))
        }
        lookup.withLock { $0.near[start.text] = near }
        return near
    }

    private static func table(of descriptors: [FontDescriptor]) -> [NameKind: [String: [Place]]] {
        var table: [NameKind: [String: [Place]]] = [:]
        for (entry, descriptor) in descriptors.enumerated() {
            for name in LookupName.all(of: descriptor.face) {
                table[name.kind, default: [:]][name.name, default: []].append(
                    Place(entry: entry, instance: name.instance))
            }
        }
        return table
    }

    /// The fonts whose files are variable, by entry.
    private var variable: [Int: FontDescriptor] {
        readVariable.value {
            var faces: [ExactText: [FontFace]] = [:]
            var read: [Int: FontDescriptor] = [:]
            for index in fonts.variableEntries {
                let entry = fonts.entry(index)
                var font = descriptor(entry)
                let path = ExactText(entry.path)
                let inFile = faces[path] ?? self.faces(inFile: entry.path)
                faces[path] = inFile
                if inFile.indices.contains(entry.face.index) {
                    font.face = inFile[entry.face.index]
                    font.face.languages = entry.face.languages
                }
                read[index] = font
            }
            return read
        }
    }

    private func descriptor(_ entry: SystemFonts.Entry) -> FontDescriptor {
        var font = FontDescriptor(face: entry.face, path: entry.path, origin: .system)
        let priority = installedFor.priority(of: entry.path)
        font.installation = priority == .system ? nil : priority
        return font
    }

    /// Returns the faces of a file as fontd's own reader reads them; empty if it cannot be read.
    private func faces(inFile path: String) -> [FontFace] {
        let key = FileFactCache.Key(path: path)
        if let known = key.flatMap(facts.known)?.variableFaces { return known }
        guard let source = try? SourceFile(opening: path), let memory = try? SealedMemory(copying: source),
            let contents = try? FontReader.read(memory.contents.bytes, contentHash: memory.sha256, file: path)
        else { return [] }
        let faces = contents.faces.map(\.face)
        if let key { facts.remember(key) { $0.variableFaces = faces } }
        return faces
    }
}

/// A cache of the loaded system fonts, which detects changes.
package final class SystemFontCache: Sendable {
    private struct State {
        var index: SystemFontIndex?
        /// The state of the store before the fonts were loaded.
        var stamp: StoreStamp?
        var lastLook: Int64 = 0
    }

    /// The time for which a check remains valid, in milliseconds; a check costs a stat per font folder.
    private static let trust: Int64 = 1_000

    let context: RegistryContext
    /// What lists remember of font files.
    package let facts: FileFactCache
    /// The folders of registered fonts, which are not system fonts.
    let registeredFolders: [String]
    /// Returns the registration for all users that shows the font at a path, if there is one.
    let owner: @Sendable (_ path: String) -> SystemRegistration?
    private let state = SleepingLock(State())

    package init(
        _ context: RegistryContext, registeredFolders: [String],
        owner: @escaping @Sendable (_ path: String) -> SystemRegistration?
    ) {
        self.context = context
        facts = FileFactCache(folder: context.paths.areOfTestRunner ? nil : context.paths.cacheHome)
        self.owner = owner
        self.registeredFolders = registeredFolders
    }

    /// Returns the current system fonts.
    ///
    /// - Parameter loadsRegistered: Whether fontconfig has the registered fonts, too, which it considers for substitutes
    ///   and in its order. To load them takes time and memory for each.
    /// - Throws: `FontError` with code `registrationFailed` (301) if fontconfig cannot be used.
    package func current(loadsRegistered: Bool) throws(FontError) -> SystemFontIndex {
        try state.withLock { (state) throws(FontError) in
            let now = MonotonicClock.milliseconds
            if let index = state.index, index.fonts.haveExcluded || !loadsRegistered {
                if now - state.lastLook < Self.trust { return index }
                if index.fonts.isUpToDate() {
                    state.lastLook = now
                    return index
                }
            }
            let stamp = StoreStamp(context.paths)
            let index = SystemFontIndex(try load(loadsRegistered: loadsRegistered), context.paths, facts)
            state = State(index: index, stamp: stamp, lastLook: MonotonicClock.milliseconds)
            return index
        }
    }

    /// Returns the current fonts with all that are registered now, which those of ``current(loadsRegistered:)`` may lack.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if fontconfig cannot be used.
    package func currentWithRegistered() throws(FontError) -> SystemFonts {
        let known = try state.withLock { (state) throws(FontError) -> SystemFonts? in
            let stamp = StoreStamp(context.paths)
            // A resolution in between may have put a deleted file back.
            if state.stamp == stamp, let fonts = state.index?.fonts, fonts.haveExcluded, fonts.isUpToDate() {
                return fonts
            }
            // A command asks several questions and ends; other processes would keep the memory of all registered fonts.
            guard context.isOfCommand else { return nil }
            let fonts = try load(loadsRegistered: true)
            let index = SystemFontIndex(fonts, context.paths, facts)
            state = State(index: index, stamp: stamp, lastLook: MonotonicClock.milliseconds)
            return fonts
        }
        if let known { return known }
        return try load(loadsRegistered: true)
    }

    /// Makes the next query check whether the fonts have changed, such as after a change of the rules by this process.
    package func lookAgain() { state.withLock { $0.lastLook = -Self.trust } }

    /// Loads the fonts anew, without keeping them; see ``current(loadsRegistered:)``.
    func load(loadsRegistered: Bool) throws(FontError) -> SystemFonts {
        // Such an entry would block fontconfig.
        for place in context.paths.misplacedAmongFonts() where place.kind == .folder || place.isBlocking {
            try place.check()
        }
        return try context.loadFonts(
            excluding: registeredFolders, loadsExcluded: loadsRegistered || registeredFolders.isEmpty)
    }

    /// The fonts that the last query saw, if there was one.
    var lastSeen: SystemFonts? { state.withLock { $0.index?.fonts } }
}
