import FontRegistry

/// The faults of the stored files of registrations, each of which is read once.
///
/// Nothing that an explanation does changes them, as it does the files that programs see.
final class StoredFaults: Sendable {
    private let context: RegistryContext
    private let known = SleepingLock<[String: OnDemand<Result<StoredFileFault?, FontError>>]>([:])

    init(_ context: RegistryContext) { self.context = context }

    /// Returns the fault of the stored file of a registration; nil if it is intact.
    ///
    /// - Throws: `registrationFailed` (301) if the file cannot be read.
    func fault(of registration: Registration) throws(FontError) -> StoredFileFault? {
        let fault = known.withLock { known in
            let fault =
                known[registration.id]
                ?? OnDemand { [context] in
                    Result { () throws(FontError) in try RegistrationFacts.faultOfObject(of: registration, in: context)
                    }
                }
            known[registration.id] = fault
            return fault
        }
        return try fault.value.get()
    }
}
