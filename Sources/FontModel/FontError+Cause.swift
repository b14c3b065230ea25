public import SystemPackage

extension FontError {
    /// The underlying cause of an error.
    ///
    /// An error with the code ``Code/registrationFailed`` (301) always has one, and its ``FontError/recovery`` follows
    /// it.
    public enum Cause: Sendable, Hashable, Codable {
        /// A system call failed.
        case errno(Errno)
        /// A file or folder could not be read or written.
        case file(FileFailure)
        /// The memory is exhausted, while a single font is read or, if `concernsStore`, in the store as a whole.
        case memory(concernsStore: Bool)
        /// A table is inconsistent with itself or with the file.
        case table(tag: String, offset: Int, reason: String)
        /// FreeType refused a face with an error number.
        case freeType(code: Int)
        /// The store is unusable; the detail is the message of the database.
        case store(StoreFault, detail: String)
        /// The font service cannot be used; the detail is the message of D-Bus.
        case service(ServiceFault, detail: String)
        /// The process that inspects untrusted files did not do so, for a reason other than the file.
        case worker(WorkerFault)
        /// A configuration file is damaged; the path is nil if fontconfig does not name it.
        case configuration(Configuration, path: String?)
        /// The file has a lower `head.fontRevision` than the registered font it would replace.
        case olderRevision(registered: Double, offered: Double)
        /// An upright font and an italic have one PostScript name, which is wrong for the italic.
        case nameOfOtherSlope
        /// The user's policy for a provider forbids the operation; the member is the setting that decides.
        case policy(provider: String, member: PolicyMember)
        /// The user has disabled the registration with this id.
        case disabledByUser(id: String)
        /// A catalogue is not accepted; what was trusted before stays trusted. The detail names the document.
        case catalog(CatalogFault, detail: String)
        /// A server could not be reached, or did not deliver a file; the detail names the address and the reason.
        case network(NetworkFault, detail: String)
        /// A downloaded file is not the one that the catalogue names; the detail names the address.
        case download(DownloadFault, detail: String)
    }

    /// The reason for which a file could not be fetched.
    ///
    /// What arrived of it is kept, so that the next download continues.
    public enum NetworkFault: String, Sendable, Hashable, Codable, CaseIterable {
        /// The server cannot be reached: no connection, or no address for its name.
        case unreachable
        /// The server does not prove its identity.
        case tls
        /// The proxy cannot be used.
        case proxy
        /// The server answers with a status other than success.
        case status
        /// The server redirects to an address that is not followed.
        case redirect
        /// The whole transfer took too long.
        case timedOut = "timed-out"
        /// The server sends less than 1 KB/s.
        case stalled
        /// The connection ended before the end of the file.
        case cut
        /// The program that fetches files is not installed, or not as a whole.
        case missing
        /// The program that fetches files is installed and could not be started, or its service on the session bus could
        /// not be used.
        case notStarted = "not-started"
    }

    /// The reason for which a downloaded file was refused and deleted.
    public enum DownloadFault: String, Sendable, Hashable, Codable, CaseIterable {
        /// The file is longer than the catalogue says.
        case tooLong = "too-long"
        /// The file is shorter than the catalogue says.
        case tooShort = "too-short"
        /// The file has another hash than the catalogue says.
        case hash
        /// The compressed form of the file is damaged, or contains other bytes.
        case unpacking
    }

    /// The reason for which a document of a catalogue is not accepted.
    public enum CatalogFault: String, Sendable, Hashable, Codable, CaseIterable {
        /// A document does not have enough valid signatures.
        case signature
        /// A document has expired.
        case expired
        /// A document is older than one that is known.
        case rollback
        /// Documents do not belong together.
        case mixed
        /// A document has another type or belongs to another role.
        case wrongType = "wrong-type"
        /// A document has another form than its type.
        case malformed
        /// A document is longer than allowed.
        case tooLong = "too-long"
        /// A document that another one lists is missing.
        case missing
        /// The catalogue is not the one that the address names: its first root has another hash.
        case root
    }

    /// A failed operation on a file or folder.
    public struct FileFailure: Sendable, Hashable, Codable {
        /// The error of the system.
        public var errno: Errno
        /// The operation in words, such as "write the font into the store".
        public var operation: String
        /// The path of the file or folder.
        public var path: String
        /// Whether the failure concerns the store or the process as a whole, and not a single font.
        public var concernsStore: Bool

        package init(errno: Errno, operation: String, path: String, concernsStore: Bool = false) {
            self.errno = errno
            self.operation = operation
            self.path = path
            self.concernsStore = concernsStore
        }
    }

    /// A fault of the font service or of its bus.
    public enum ServiceFault: String, Sendable, Hashable, Codable, CaseIterable {
        /// There is no session bus, or the connection to it has ended.
        case noBus = "no-bus"
        /// No service is installed, or it could not be started.
        case absent
        /// The service did not answer in time, or ended before it answered.
        case unresponsive
        /// The service has too many calls of this program.
        case busy
        /// The bus or the service refused the call.
        case refused
        /// The service does not answer as its interface says, since it is of another release.
        case incompatible
    }

    /// A fault of the process that inspects untrusted files.
    public enum WorkerFault: String, Sendable, Hashable, Codable, CaseIterable {
        /// Its program is not installed.
        case missing
        /// It could not be started.
        case notStarted = "not-started"
        /// It does not lock itself in, or belongs to another release.
        case incompatible
        /// It had too little processor time.
        case timedOut = "timed-out"
        /// Another process ended it.
        case ended
    }

    /// A configuration file that the operation needs.
    public enum Configuration: String, Sendable, Hashable, Codable, CaseIterable {
        /// The configuration of fontconfig.
        case fontconfig
        /// The user's policy for providers.
        case policy
    }

    /// A setting of the user's policy for a provider.
    public enum PolicyMember: String, Sendable, Hashable, Codable, CaseIterable {
        /// Whether the provider may register fonts.
        case install
        /// Whether the provider may look up fonts.
        case use
        /// The maximum number of fonts that the provider may have registered.
        case maxFonts
        /// The maximum size of all fonts of the provider, in bytes.
        case maxBytes
        /// Whether fonts are activated for the provider.
        case activation
        /// Whether fonts are downloaded for the provider.
        case download
        /// Whether the provider acts for the user.
        case manage
    }

    /// A fault of the store as a whole, which leaves the store unchanged.
    public enum StoreFault: String, Sendable, Hashable, Codable, CaseIterable {
        /// There is no home folder, the store's folder could not be created in it, or the service cannot be used.
        case unavailable
        /// The store exists but cannot be written.
        case readOnly = "read-only"
        /// The disk is full, or the user's quota is used up.
        case full
        /// The file system does not support locks, or another process holds the lock for too long.
        case locked
        /// The database is damaged, or missing although there are stored fonts.
        case damaged
        /// The database was written by a newer version of fontd.
        case newerSchema = "newer-schema"
        /// The database was written by a development version of fontd, whose format is not read.
        case developmentStore = "development-store"

        /// Creates the fault for an error of a system call on the store.
        package init(_ errno: Errno) {
            switch errno {
            case .noSpace, .diskQuotaExceeded: self = .full
            case .readOnlyFileSystem, .permissionDenied, .notPermitted: self = .readOnly
            case .noLocks, .notSupported: self = .locked
            default: self = .unavailable
            }
        }
    }

    /// The fault of the store, if the error concerns the store or the service and not a single font.
    public var storeFault: StoreFault? {
        switch cause {
        case .store(let fault, _): fault
        case .file(let failure) where failure.concernsStore: StoreFault(failure.errno)
        case .memory(concernsStore: true), .service: .unavailable
        default: nil
        }
    }
}
