package import FontModel

/// The size of a store, and the time of its last change.
package struct StoreState: Sendable, Hashable {
    /// The number of stored files; nil if only root may read them.
    package var files: Int?
    /// Their total size in bytes.
    package var bytes: Int?
    /// The time of the last change, in seconds since 1970-01-01 UTC; nil if nothing was changed yet.
    package var changedAt: Double?
    /// Whether delayed touches of the last change are still to come.
    package var hasPendingTouches: Bool

    package init(files: Int?, bytes: Int?, changedAt: Double?, hasPendingTouches: Bool) {
        (self.files, self.bytes) = (files, bytes)
        self.changedAt = changedAt
        self.hasPendingTouches = hasPendingTouches
    }

    /// Reads the state of a store.
    ///
    /// - Throws: `registrationFailed` (301) if a folder of it cannot be read.
    package init(_ paths: FontPaths) throws(FontError) {
        if !paths.isReadOnly {
            let objects = ObjectStore(paths)
            let sizes = try objects.all().compactMap { Fingerprint(of: objects.path($0)).map { Int($0.size) } }
            (files, bytes) = (sizes.count, sizes.reduce(0, +))
        }
        (changedAt, hasPendingTouches) = Self.lastChange(paths)
    }

    /// Returns the number of files that stay hidden in the font folders until running programs have ended.
    package static func keptFiles(in context: RegistryContext) throws(FontError) -> Int {
        try Registrar(context).read { database, _ in try database?.hiddenFiles().count ?? 0 }
    }

    /// Returns the time of the last change, and whether its delayed touches are still to come.
    ///
    /// The process that makes them may be any, but all are done in a known time after the generation was published.
    package static func lastChange(_ paths: FontPaths) -> (changedAt: Double?, hasPendingTouches: Bool) {
        guard let file = Fingerprint(of: paths.generationFile) else { return (nil, false) }
        let changedAt = Double(file.seconds) + Double(file.nanoseconds) / 1e9
        let age = WallClock.now() - changedAt
        return (changedAt, age >= 0 && age < Double(DelayedTouch.duration.components.seconds))
    }
}
