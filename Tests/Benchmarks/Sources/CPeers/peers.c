#define _GNU_SOURCE
#include "peers.h"

#include <errno.h>
#include <fcntl.h>
#include <fontconfig/fontconfig.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int64_t peers_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static int64_t ns(struct timeval t) { return t.tv_sec * 1000000000LL + t.tv_usec * 1000LL; }

int peers_run(const char *program, char *const *arguments, char *const *environment, const char *output,
              struct peers_cost *cost) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, output ? output : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    // Blocks no signals, as from a shell; Dispatch's threads block almost all.
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    int64_t start = peers_now();
    pid_t child;
    int failure = posix_spawn(&child, program, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failure != 0) return failure;
    int status;
    struct rusage usage;
    while (wait4(child, &status, 0, &usage) < 0) {
        if (errno != EINTR) return errno;
    }
    cost->wall_ns = peers_now() - start;
    cost->cpu_ns = ns(usage.ru_utime) + ns(usage.ru_stime);
    cost->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return 0;
}

static int64_t high_water_mark(pid_t process) {
    char name[64], line[256];
    snprintf(name, sizeof name, "/proc/%d/status", process);
    FILE *file = fopen(name, "re");
    if (!file) return -1;
    long kib = -1;
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "VmHWM: %ld", &kib) == 1) break;
    }
    fclose(file);
    return kib;
}

int64_t peers_peak_memory(const char *program, char *const *arguments, char *const *environment) {
    pid_t child = fork();
    if (child < 0) return -1;
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);
        if (null < 0) _exit(127);
        dup2(null, 0);
        dup2(null, 1);
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        execve(program, arguments, environment);
        _exit(127);
    }
    int status;
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return -1;
    ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)(long)(PTRACE_O_TRACEEXIT | PTRACE_O_EXITKILL));
    int64_t peak = -1;
    int pass = 0;
    for (;;) {
        ptrace(PTRACE_CONT, child, NULL, (void *)(long)pass);
        // Threads are not traced: only the process's first thread reports here.
        if (waitpid(child, &status, 0) != child) return -1;
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? peak : -1;
        }
        pass = 0;
        if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXIT << 8)) {
            peak = high_water_mark(child);
        } else if (WSTOPSIG(status) != SIGTRAP) {
            pass = WSTOPSIG(status);
        }
    }
}

int peers_watch(const char *folder) {
    int queue = inotify_init1(IN_CLOEXEC);
    if (queue >= 0 && inotify_add_watch(queue, folder, IN_MOVED_TO) < 0) {
        close(queue);
        return -1;
    }
    return queue;
}

int64_t peers_wait_for(int queue, const char *name) {
    _Alignas(struct inotify_event) char buffer[16384];
    for (;;) {
        ssize_t count = read(queue, buffer, sizeof buffer);
        int64_t now = peers_now();
        if (count <= 0) return -1;
        for (ssize_t at = 0; at < count;) {
            const struct inotify_event *event = (const struct inotify_event *)(buffer + at);
            if (event->len && strcmp(event->name, name) == 0) return now;
            at += (ssize_t)sizeof *event + event->len;
        }
    }
}

struct peers_fontconfig {
    FcConfig *config;
    FcObjectSet *objects;
};

struct peers_fontconfig *peers_fontconfig_open(const char *file) {
    FcConfig *config = FcConfigCreate();
    if (!config) return NULL;
    struct peers_fontconfig *made = malloc(sizeof *made);
    if (!made || !FcConfigParseAndLoad(config, (const FcChar8 *)file, FcTrue) || !FcConfigBuildFonts(config)) {
        free(made);
        FcConfigDestroy(config);
        return NULL;
    }
    made->config = config;
    made->objects = FcObjectSetBuild(FC_POSTSCRIPT_NAME, FC_FILE, FC_INDEX, (char *)0);
    return made;
}

void peers_fontconfig_close(struct peers_fontconfig *config) {
    FcObjectSetDestroy(config->objects);
    FcConfigDestroy(config->config);
    free(config);
}

int peers_fontconfig_count(const struct peers_fontconfig *config) {
    FcFontSet *set = FcConfigGetFonts(config->config, FcSetSystem);
    return set ? set->nfont : 0;
}

static int bears(FcPattern *pattern, const char *name) {
    FcChar8 *found;
    return FcPatternGetString(pattern, FC_POSTSCRIPT_NAME, 0, &found) == FcResultMatch &&
           strcmp((const char *)found, name) == 0;
}

int peers_fontconfig_match(struct peers_fontconfig *config, const char *name) {
    FcPattern *asked = FcPatternCreate();
    FcPatternAddString(asked, FC_POSTSCRIPT_NAME, (const FcChar8 *)name);
    FcConfigSubstitute(config->config, asked, FcMatchPattern);
    FcDefaultSubstitute(asked);
    FcResult result;
    FcPattern *answer = FcFontMatch(config->config, asked, &result);
    int found = answer && bears(answer, name);
    if (answer) FcPatternDestroy(answer);
    FcPatternDestroy(asked);
    return found;
}

int peers_fontconfig_list(struct peers_fontconfig *config, const char *name) {
    FcPattern *asked = FcPatternCreate();
    FcPatternAddString(asked, FC_POSTSCRIPT_NAME, (const FcChar8 *)name);
    FcFontSet *answers = FcFontList(config->config, asked, config->objects);
    int found = answers && answers->nfont > 0 && bears(answers->fonts[0], name);
    if (answers) FcFontSetDestroy(answers);
    FcPatternDestroy(asked);
    return found;
}

int peers_fontconfig_list_all(struct peers_fontconfig *config) {
    FcPattern *asked = FcPatternCreate();
    FcObjectSet *facts = FcObjectSetBuild(
        FC_POSTSCRIPT_NAME, FC_FAMILY, FC_FAMILYLANG, FC_STYLE, FC_STYLELANG, FC_FULLNAME, FC_FULLNAMELANG, FC_FILE, FC_INDEX,
        FC_WEIGHT, FC_WIDTH, FC_SLANT, FC_SPACING, FC_COLOR, FC_VARIABLE, FC_FONTFORMAT, FC_FONTVERSION, FC_LANG, (char *)0);
    FcFontSet *answers = FcFontList(config->config, asked, facts);
    int count = answers ? answers->nfont : 0;
    if (answers) FcFontSetDestroy(answers);
    FcObjectSetDestroy(facts);
    FcPatternDestroy(asked);
    return count;
}

int peers_fontconfig_version(void) { return FcGetVersion(); }
