// C helpers of the benchmarks: processes with as little overhead as possible, and fontconfig as used by C programs.
#ifndef FONTD_PEERS_H
#define FONTD_PEERS_H

#include <stdint.h>

/// Returns CLOCK_MONOTONIC in nanoseconds, which is the same in all processes.
int64_t peers_now(void);

/// The cost of a process from its start until it was reaped.
struct peers_cost {
    int64_t wall_ns;
    int64_t cpu_ns;
    int status; // exit status, or 128 + signal
};

/// Runs a program by absolute path to its end; its output goes to `output`, or is discarded if that is NULL.
int peers_run(const char *_Nonnull program, char *_Nullable const *_Nonnull arguments,
              char *_Nullable const *_Nonnull environment, const char *_Nullable output,
              struct peers_cost *_Nonnull cost);

/// Runs a program and returns its own peak of resident memory (VmHWM) in KiB at its exit; -1 on failure. ru_maxrss is
/// unsuitable, because it starts with the size of the process that called exec.
int64_t peers_peak_memory(const char *_Nonnull program, char *_Nullable const *_Nonnull arguments,
                          char *_Nullable const *_Nonnull environment);

/// Waits until a file of this name is moved into the folder that `queue` watches; returns the time, or -1.
int peers_watch(const char *_Nonnull folder);
int64_t peers_wait_for(int queue, const char *_Nonnull name);

/// A fontconfig configuration with its fonts, read from one file.
struct peers_fontconfig;
struct peers_fontconfig *_Nullable peers_fontconfig_open(const char *_Nonnull file);
void peers_fontconfig_close(struct peers_fontconfig *_Nonnull config);
int peers_fontconfig_count(const struct peers_fontconfig *_Nonnull config);
/// Looks up a font by PostScript name as C programs do; returns 1 if the result has that name.
int peers_fontconfig_match(struct peers_fontconfig *_Nonnull config, const char *_Nonnull name);
int peers_fontconfig_list(struct peers_fontconfig *_Nonnull config, const char *_Nonnull name);
/// Lists all fonts with the facts that a face of fontd has, and returns their number.
int peers_fontconfig_list_all(struct peers_fontconfig *_Nonnull config);
int peers_fontconfig_version(void);

#endif
