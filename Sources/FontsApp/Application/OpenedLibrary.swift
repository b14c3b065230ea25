internal import FontCatalog
internal import FontModel
internal import FontRegistry
internal import FontsModel

/// The library of the user, or the reason for which there is none.
///
/// It is read from the start of the program on, while GTK is loaded.
struct OpenedLibrary: Sendable {
    /// The manager, for pictures and what no command of the model is for.
    let manager: FontManager?
    /// Nil if not even its place is known, as with a variable that is not UTF-8 (``failure``).
    let library: (any FontLibrary)?
    let catalogs: (any CatalogLibrary)?
    let feed: LibraryFeed?
    let failure: FontError?

    /// Opens the library without reading it.
    init() {
        let locale = FontsModel.Translation.locale
        do throws(FontError) {
            var context = try RegistryContext.user(reading: .isolated)
            context.reportsUsers = true
            let manager = FontManager(provider: FontManager.userProvider, authority: .user, context: context)
            let catalogs = (try? FontCatalogs(manager)).map { ManagerCatalogs($0, locale: locale) }
            let library = ManagerLibrary(manager, in: context, locale: locale, catalogs: catalogs)
            (self.manager, self.library, self.catalogs) = (manager, library, catalogs)
            (feed, failure) = (LibraryFeed(library, locale: locale), nil)
        } catch {
            (manager, library, catalogs, feed, failure) = (nil, nil, nil, nil, error)
        }
    }

    /// Begins to read it and to follow its changes.
    func start() {
        guard let feed else { return }
        Task(executorPreference: TaskExecution.executor) { await feed.start() }
    }
}
