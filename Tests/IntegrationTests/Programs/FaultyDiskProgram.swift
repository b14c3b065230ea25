import Foundation
import TestSupport

/// The program behind ``FaultyDisk``, in C with libfuse.
enum FaultyDiskProgram {
    /// A program that mounts a folder over itself; every call first checks the control file.
    private static let source = """
        #define FUSE_USE_VERSION 31
        #include <fuse.h>
        #include <dirent.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdio.h>
        #include <string.h>
        #include <sys/file.h>
        #include <sys/mman.h>
        #include <sys/statvfs.h>
        #include <unistd.h>

        /* The error, how many calls still succeed, how many calls there were. */
        static volatile int *control;
        static int below;

        static int fault(void) {
            control[2]++;
            if (control[0] == 0) return 0;
            if (control[1] > 0) { control[1]--; return 0; }
            return -control[0];
        }
        #define CHECK { int error = fault(); if (error) return error; }
        #define ANSWER(call) CHECK return (call) < 0 ? -errno : 0
        static const char *at(const char *path) { return path[1] ? path + 1 : "."; }

        static void *disk_init(struct fuse_conn_info *connection, struct fuse_config *config) {
            (void)connection;
            config->use_ino = 1;
            config->hard_remove = 1;
            config->nullpath_ok = 1;
            config->entry_timeout = config->attr_timeout = config->negative_timeout = 0;
            return NULL;
        }
        static int disk_getattr(const char *path, struct stat *into, struct fuse_file_info *file) {
            CHECK
            if (file) return fstat((int)file->fh, into) < 0 ? -errno : 0;
            return fstatat(below, at(path), into, AT_SYMLINK_NOFOLLOW) < 0 ? -errno : 0;
        }
        static int disk_readlink(const char *path, char *into, size_t size) {
            CHECK
            ssize_t count = readlinkat(below, at(path), into, size - 1);
            if (count < 0) return -errno;
            into[count] = 0;
            return 0;
        }
        static int disk_mkdir(const char *path, mode_t mode) { ANSWER(mkdirat(below, at(path), mode)); }
        static int disk_unlink(const char *path) { ANSWER(unlinkat(below, at(path), 0)); }
        static int disk_rmdir(const char *path) { ANSWER(unlinkat(below, at(path), AT_REMOVEDIR)); }
        static int disk_symlink(const char *to, const char *path) { ANSWER(symlinkat(to, below, at(path))); }
        static int disk_rename(const char *from, const char *to, unsigned flags) {
            ANSWER(renameat2(below, at(from), below, at(to), flags));
        }
        static int disk_link(const char *from, const char *to) { ANSWER(linkat(below, at(from), below, at(to), 0)); }
        static int disk_chmod(const char *path, mode_t mode, struct fuse_file_info *file) {
            CHECK
            return (file ? fchmod((int)file->fh, mode) : fchmodat(below, at(path), mode, 0)) < 0 ? -errno : 0;
        }
        static int disk_truncate(const char *path, off_t size, struct fuse_file_info *file) {
            CHECK
            if (file) return ftruncate((int)file->fh, size) < 0 ? -errno : 0;
            int opened = openat(below, at(path), O_WRONLY);
            if (opened < 0) return -errno;
            int result = ftruncate(opened, size) < 0 ? -errno : 0;
            close(opened);
            return result;
        }
        static int disk_utimens(const char *path, const struct timespec times[2], struct fuse_file_info *file) {
            CHECK
            int result = file ? futimens((int)file->fh, times) : utimensat(below, at(path), times, AT_SYMLINK_NOFOLLOW);
            return result < 0 ? -errno : 0;
        }
        static int disk_create(const char *path, mode_t mode, struct fuse_file_info *file) {
            CHECK
            int opened = openat(below, at(path), (file->flags & ~O_NOFOLLOW) | O_CREAT, mode);
            if (opened < 0) return -errno;
            file->fh = (uint64_t)opened;
            return 0;
        }
        static int disk_open(const char *path, struct fuse_file_info *file) {
            CHECK
            int opened = openat(below, at(path), file->flags & ~O_NOFOLLOW);
            if (opened < 0) return -errno;
            file->fh = (uint64_t)opened;
            return 0;
        }
        static int disk_read(const char *path, char *into, size_t size, off_t place, struct fuse_file_info *file) {
            CHECK
            (void)path;
            ssize_t count = pread((int)file->fh, into, size, place);
            return count < 0 ? -errno : (int)count;
        }
        static int disk_write(const char *path, const char *from, size_t size, off_t place, struct fuse_file_info *file) {
            CHECK
            (void)path;
            ssize_t count = pwrite((int)file->fh, from, size, place);
            return count < 0 ? -errno : (int)count;
        }
        static int disk_statfs(const char *path, struct statvfs *into) { (void)path; ANSWER(fstatvfs(below, into)); }
        static int disk_release(const char *path, struct fuse_file_info *file) {
            (void)path;
            close((int)file->fh);
            return 0;
        }
        static int disk_fsync(const char *path, int data, struct fuse_file_info *file) {
            (void)path; (void)data;
            ANSWER(fsync((int)file->fh));
        }
        static int disk_opendir(const char *path, struct fuse_file_info *file) {
            CHECK
            int opened = openat(below, at(path), O_RDONLY | O_DIRECTORY);
            if (opened < 0) return -errno;
            file->fh = (uint64_t)opened;
            return 0;
        }
        static int disk_readdir(const char *path, void *into, fuse_fill_dir_t fill, off_t place,
                                struct fuse_file_info *file, enum fuse_readdir_flags flags) {
            (void)path; (void)place; (void)flags;
            CHECK
            int copy = dup((int)file->fh);
            DIR *stream = fdopendir(copy);
            if (!stream) { close(copy); return -errno; }
            rewinddir(stream);
            struct dirent *entry;
            while ((entry = readdir(stream))) fill(into, entry->d_name, NULL, 0, 0);
            closedir(stream);
            return 0;
        }
        static int disk_fsyncdir(const char *path, int data, struct fuse_file_info *file) {
            return disk_fsync(path, data, file);
        }
        static int disk_lock(const char *path, struct fuse_file_info *file, int command, struct flock *lock) {
            (void)path; (void)file; (void)command; (void)lock;
            return -ENOLCK;
        }
        static int disk_flock(const char *path, struct fuse_file_info *file, int operation) {
            (void)path; (void)file; (void)operation;
            return -ENOLCK;
        }

        int main(int count, char **arguments) {
            if (count != 4) return 2;
            int file = open(arguments[2], O_RDWR);
            below = open(arguments[1], O_RDONLY | O_DIRECTORY);
            control = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
            if (file < 0 || below < 0 || control == MAP_FAILED) return 3;
            struct fuse_operations calls = {
                .init = disk_init, .getattr = disk_getattr, .readlink = disk_readlink, .mkdir = disk_mkdir,
                .unlink = disk_unlink, .rmdir = disk_rmdir, .symlink = disk_symlink, .rename = disk_rename,
                .link = disk_link, .chmod = disk_chmod, .truncate = disk_truncate, .utimens = disk_utimens,
                .create = disk_create, .open = disk_open, .read = disk_read, .write = disk_write,
                .statfs = disk_statfs, .release = disk_release, .fsync = disk_fsync, .opendir = disk_opendir,
                .readdir = disk_readdir, .releasedir = disk_release, .fsyncdir = disk_fsyncdir,
            };
            if (strcmp(arguments[3], "work") != 0) calls.lock = disk_lock;
            if (strcmp(arguments[3], "fail") == 0) calls.flock = disk_flock;
            char *options[] = {arguments[0], "-f", "-s", "-o", "default_permissions,allow_other", arguments[1], NULL};
            return fuse_main(6, options, &calls, NULL);
        }
        """

    /// The program, compiled once per test run, or the error of the compiler.
    static let executable = Result {
        try CompiledProgram.compile(
            source, name: "disk", options: ["-D_FILE_OFFSET_BITS=64", "-I/usr/include/fuse3", "-lfuse3"])
    }
}
