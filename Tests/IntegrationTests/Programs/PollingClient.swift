import Foundation
import TestSupport
import Testing

/// A running program that regularly asks fontconfig whether its fonts are up to date, as Firefox does.
enum PollingClient {
    /// A program that prints fontconfig's version if it has no arguments, and otherwise waits for a family.
    ///
    /// It prints `ready <second>` after its first look, then `up-to-date <second>` or `changed <second>` per poll,
    /// `seen <poll>` when it finds the family, or `blind` if it never does.
    private static let source = """
        #include <fontconfig/fontconfig.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <time.h>

        static void sleep_until(struct timespec when) {
            while (clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &when, NULL) != 0) {}
        }

        static int has_family(const char *family) {
            FcPattern *pattern = FcPatternBuild(NULL, FC_FAMILY, FcTypeString, (const FcChar8 *)family, (char *)NULL);
            FcObjectSet *objects = FcObjectSetBuild(FC_FAMILY, (char *)NULL);
            FcFontSet *set = FcFontList(FcConfigGetCurrent(), pattern, objects);
            int found = set->nfont > 0;
            FcFontSetDestroy(set);
            FcObjectSetDestroy(objects);
            FcPatternDestroy(pattern);
            return found;
        }

        int main(int count, char **arguments) {
            if (count == 1) return printf("%d\\n", FcGetVersion()) < 0;
            if (count != 4) return 2;
            long interval = atol(arguments[2]), polls = atol(arguments[3]);
            struct timespec when;
            /* Early enough in a second: what happens next falls into the same one. */
            clock_gettime(CLOCK_REALTIME, &when);
            when.tv_sec += 1;
            when.tv_nsec = 300000000;
            sleep_until(when);
            if (!FcInit()) return 3;
            has_family(arguments[1]);
            FcConfigUptoDate(NULL);
            printf("ready %ld\\n", (long)time(NULL));
            fflush(stdout);
            for (long poll = 1; poll <= polls; poll++) {
                when.tv_nsec += interval % 1000 * 1000000;
                when.tv_sec += interval / 1000 + when.tv_nsec / 1000000000;
                when.tv_nsec %= 1000000000;
                sleep_until(when);
                int fresh = FcConfigUptoDate(NULL);
                printf("%s %ld\\n", fresh ? "up-to-date" : "changed", (long)time(NULL));
                if (!fresh) FcInitReinitialize();
                if (has_family(arguments[1])) {
                    printf("seen %ld\\n", poll);
                    return 0;
                }
            }
            printf("blind\\n");
            return 1;
        }
        """

    /// The program, compiled once per test run, or the error of the compiler.
    private static let executable = Result {
        try CompiledProgram.compile(source, name: "client", options: ["-lfontconfig"] + linkage)
    }

    /// DT_RPATH, which takes precedence over `LD_LIBRARY_PATH`; that variable selects fontd's own release.
    private static let linkage =
        FontconfigReleases.programsFolder.map { ["-Wl,--disable-new-dtags,-rpath,\($0)/lib"] } ?? []

    /// Returns the version of fontconfig that the client uses, as a number of `FcGetVersion`.
    static func fontconfigVersion(in home: PrivateHome) throws -> Int? {
        try home.run(try executable.get(), []).lines.first.flatMap { Int($0) }
    }

    /// The result of a registration in the second of the client's last look.
    struct Report {
        /// The number of the poll that found the family; nil if none did.
        var poll: Int?
        /// The output of the client.
        var lines: [String]
    }

    /// Starts a client and makes a change in the second of its first look.
    ///
    /// On a busy machine the change may be too late; then the method tries again in another home.
    /// - Parameters:
    ///   - milliseconds: The interval between polls.
    ///   - change: Creates a home without the family and returns a closure that registers it.
    static func watch(
        for family: String, every milliseconds: Int, polls: Int,
        whileChanging change: () async throws -> (home: PrivateHome, act: () async throws -> Void)
    ) async throws -> Report {
        let program = try executable.get()
        for _ in 0..<60 {
            let (home, act) = try await change()
            let client = try LiveProgram(
                program, [family, "\(milliseconds)", "\(polls)"], environment: home.environment)
            let ready = try #require(client.line())
            try await act()
            let second = Int(Date().timeIntervalSince1970)
            guard ready == "ready \(second)" else { continue }
            var lines: [String] = []
            while let line = client.line() { lines.append(line) }
            let seen = lines.last?.split(separator: " ")
            return Report(poll: seen?.first == "seen" ? seen?.last.flatMap { Int($0) } : nil, lines: lines)
        }
        throw CancellationError()
    }
}
