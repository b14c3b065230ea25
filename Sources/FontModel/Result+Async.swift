extension Result {
    /// Creates the result of an asynchronous body, as `Result.init(catching:)` does of a synchronous one.
    package init(catching body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
