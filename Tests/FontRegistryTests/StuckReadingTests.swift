import FontModel
import Foundation
import TestSupport
import Testing

@testable import FontFiles
@testable import FontRegistry

/// Files whose reads do not return, like those of a pipe without a writer.
@Suite(.tags(.unsafeMemory)) struct StuckReadingTests {
    /// Returns a read that returns when the test writes to the pipe.
    private static func byte(of pipe: Pipe) -> @Sendable () throws(FontError) -> UInt8 {
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        return { () throws(FontError) in
            var byte: UInt8 = 0
            guard read(descriptor, &byte, 1) == 1 else { throw FontError(.registrationFailed, "No byte came.") }
            return byte
        }
    }

    @Test func stuckReaderDoesNotBlockOthers() async throws {
        let limit = ReadingLimit(.milliseconds(50))
        let pipe = Pipe()
        let late = await #expect(throws: FontError.self) {
            _ = try await limit.perform(for: "stuck", "a.otf", Self.byte(of: pipe))
        }
        #expect(late?.code == .registrationFailed)
        // No second thread is used for the provider, while files of other providers are read.
        let refused = await #expect(throws: FontError.self) {
            _ = try await limit.perform(for: "stuck", "b.otf") { () throws(FontError) in 1 }
        }
        #expect(refused?.message.contains("still being read") == true)
        // A long limit, because a thread can be late with the short one.
        let other = Pipe()
        try other.fileHandleForWriting.write(contentsOf: Data([7]))
        let patient = ReadingLimit(.seconds(3_600))
        #expect(try await patient.perform(for: "other", "c.otf", Self.byte(of: other)) == 7)
        try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
        while (try? await limit.perform(for: "stuck", "d.otf") { () throws(FontError) in 1 }) == nil {
            await Task.yield()
        }
        withExtendedLifetime((pipe, other)) {}
    }
}
