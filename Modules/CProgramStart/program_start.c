#include "program_start.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// Appends a text to a message; what is too long is cut.
static void add(char *message, size_t size, const char *text) {
    size_t used = strlen(message);
    while (*text && used + 1 < size) message[used++] = *text++;
    message[used] = 0;
}

static void add_number(char *message, size_t size, unsigned long long number) {
    char digits[24];
    int at = sizeof digits - 1;
    digits[at] = 0;
    do { digits[--at] = (char)('0' + number % 10); number /= 10; } while (number && at > 0);
    add(message, size, digits + at);
}

// Ends the program with a message and EX_UNAVAILABLE if a limit is below the minimum.
static void require(
    const char *program, int resource, unsigned long long minimum, const char *what, const char *option,
    const char *setting) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= minimum * 1024) return;
    char message[512] = "";
    add(message, sizeof message, program);
    add(message, sizeof message, ": This process may have only ");
    add_number(message, sizeof message, limit.rlim_cur / 1024);
    add(message, sizeof message, " KB of ");
    add(message, sizeof message, what);
    add(message, sizeof message, ", and needs ");
    add_number(message, sizeof message, minimum);
    add(message, sizeof message, ". Raise the limit: `ulimit ");
    add(message, sizeof message, option);
    add(message, sizeof message, " ");
    add_number(message, sizeof message, minimum);
    add(message, sizeof message, "`, or ");
    add(message, sizeof message, setting);
    add(message, sizeof message, "= of a systemd unit.\n");
    _exit(write(STDERR_FILENO, message, strlen(message)) < 0 ? 69 : 69);
}

// Runs after the dynamic linker and before the initialization of every library. The file's name decides, as in
// ProgramFile.
static void start(int count, char **arguments, char **environment) {
    (void)environment;
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) return;
    path[length] = 0;
    const char *slash = strrchr(path, '/');
    const char *program = slash ? slash + 1 : path;
    int is_command = strcmp(program, "fontctl") == 0;
    if (!is_command && strcmp(program, "fontd") != 0) return;
    require(program, RLIMIT_AS, FONTD_ADDRESS_SPACE_KIB, "address space", "-v", "LimitAS");
    require(program, RLIMIT_DATA, FONTD_DATA_KIB, "memory", "-d", "LimitDATA");
    require(program, RLIMIT_STACK, FONTD_STACK_KIB, "stack", "-s", "LimitSTACK");
    static const char version[] = FONTD_VERSION "\n";
    // A script that asks for the version does not wait for the runtime. If it cannot be written, the program says so.
    if (is_command && count == 2 && strcmp(arguments[1], "--version") == 0 &&
        write(STDOUT_FILENO, version, sizeof version - 1) == sizeof version - 1) {
        _exit(0);
    }
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FONTD_SANITIZED // The sanitizers are not initialized yet.
#endif
#endif

#ifdef FONTD_SANITIZED
void (*const fontd_program_start)(int, char **, char **) = start;
#else
__attribute__((section(".preinit_array"), used)) void (*const fontd_program_start)(int, char **, char **) = start;
#endif
