/* Lets system calls fail, or end the process, as a test wants; preloaded into the program.

   Counted are writes, truncations and syncs of files below one folder, and what is sent to a server.
   Beside that the folder has a capacity: what would make its files longer than that finds no room.
   Where the power is lost the files go back to what was in them when they were last synced. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { NOTHING, KILL_BEFORE, KILL_AFTER, HALF, IO_ERROR, NO_ROOM, POWER_LOST };

static char folder[PATH_MAX];
static char capacity[PATH_MAX];
static int kind = NOTHING;
static long at = 0;
static long *count = NULL;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_send)(int, const void *, size_t, int);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);

static void find(void) {
    if (real_write != NULL) return;
    real_pwrite = dlsym(RTLD_NEXT, "pwrite");
    real_send = dlsym(RTLD_NEXT, "send");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate");
    real_write = dlsym(RTLD_NEXT, "write");
}

/* Watch the files below a folder; where `where` names a file, it holds the folder's capacity. */
void mailref_watch(const char *path, const char *where) {
    snprintf(folder, sizeof folder, "%s", path);
    snprintf(capacity, sizeof capacity, "%s", where);
}

/* Let the call of this number, counted from 1, go wrong in a way. */
void mailref_arm(int how, long number) {
    kind = how;
    at = number;
    if (count == NULL)
        count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    *count = 0;
}

long mailref_counted(void) { return count == NULL ? 0 : *count; }

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("MAILREF_FAULT_FOLDER"), *where = getenv("MAILREF_FAULT_CAPACITY");
    find();
    if (path != NULL) mailref_watch(path, where == NULL ? "" : where);
}

static int is_watched(int fd) {
    char link[64], path[PATH_MAX];
    ssize_t length;
    if (folder[0] == '\0') return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = '\0';
    return strncmp(path, folder, strlen(folder)) == 0 && strstr(path, ".log") == NULL;
}

static int is_far_server(int fd) {
    struct sockaddr_storage peer;
    socklen_t length = sizeof peer;
    return getpeername(fd, (struct sockaddr *)&peer, &length) == 0 && peer.ss_family == AF_INET;
}

static long long used(void) {
    long long total = 0;
    struct dirent *entry;
    struct stat found;
    char path[PATH_MAX + 300];
    DIR *listing = opendir(folder);
    if (listing == NULL) return 0;
    while ((entry = readdir(listing)) != NULL) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (stat(path, &found) == 0 && S_ISREG(found.st_mode)) total += found.st_size;
    }
    closedir(listing);
    return total;
}

/* Return how long the folder's files may be in all; -1: as long as they like. */
static long long most_of(void) {
    FILE *file;
    long long most = -1;
    if (capacity[0] == '\0' || (file = fopen(capacity, "r")) == NULL) return -1;
    if (fscanf(file, "%lld", &most) != 1) most = -1;
    fclose(file);
    return most;
}

/* Tell whether there is room to make a file so long. */
static int has_room(int fd, long long end) {
    struct stat found;
    long long most = most_of();
    if (most < 0 || fstat(fd, &found) != 0 || end <= found.st_size) return 1;
    return used() + end - found.st_size <= most;
}

/* A full disk says so to whoever asks how much is free. */
int statvfs(const char *path, struct statvfs *found) {
    int (*real)(const char *, struct statvfs *) = dlsym(RTLD_NEXT, "statvfs");
    int done = real(path, found);
    long long most = most_of(), left = most - used();
    if (done == 0 && most >= 0 && strncmp(path, folder, strlen(folder)) == 0)
        found->f_bavail = found->f_bfree = left > 0 ? (fsblkcnt_t)left / found->f_frsize : 0;
    return done;
}

int statvfs64(const char *path, struct statvfs64 *found) {
    int (*real)(const char *, struct statvfs64 *) = dlsym(RTLD_NEXT, "statvfs64");
    int done = real(path, found);
    long long most = most_of(), left = most - used();
    if (done == 0 && most >= 0 && strncmp(path, folder, strlen(folder)) == 0)
        found->f_bavail = found->f_bfree = left > 0 ? (fsblkcnt64_t)left / found->f_frsize : 0;
    return done;
}

/* Copy a file of the folder beside itself, or back; what is not there has no copy. */
static void copy(const char *from, const char *to) {
    char block[65536];
    ssize_t length;
    int in = open(from, O_RDONLY | O_CLOEXEC), out;
    if (in < 0) return;
    if ((out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) >= 0) {
        while ((length = read(in, block, sizeof block)) > 0) real_write(out, block, (size_t)length);
        close(out);
    }
    close(in);
}

static const char *const LASTS = ".synced";

/* Let what lies in the folder now last, or lose what was written since it was last synced. */
static void each_file(int is_lost) {
    struct dirent *entry;
    char path[PATH_MAX + 300], kept[PATH_MAX + 320];
    DIR *listing = opendir(folder);
    while (listing != NULL && (entry = readdir(listing)) != NULL) {
        size_t length = strlen(entry->d_name), end = strlen(LASTS);
        if (entry->d_type != DT_REG || strstr(entry->d_name, ".log") != NULL) continue;
        if (length > end && strcmp(entry->d_name + length - end, LASTS) == 0) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        snprintf(kept, sizeof kept, "%s%s", path, LASTS);
        if (!is_lost) copy(path, kept);
        else if (access(kept, F_OK) == 0) copy(kept, path);
        else unlink(path);
    }
    if (listing != NULL) closedir(listing);
}

/* Note that what was written to this file lasts from now on. */
static void lasts(int fd) {
    char link[64], path[PATH_MAX], kept[PATH_MAX + 20];
    struct stat found;
    ssize_t length;
    if (kind != POWER_LOST || fstat(fd, &found) != 0 || !S_ISREG(found.st_mode)) return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    if ((length = readlink(link, path, sizeof path - 1)) < 0) return;
    path[length] = '\0';
    snprintf(kept, sizeof kept, "%s%s", path, LASTS);
    copy(path, kept);
}

static void die(void) { kill(getpid(), SIGKILL); for (;;) pause(); }

/* Return what is to happen at this call. */
static int due(void) {
    if (count == NULL) return NOTHING;
    long number = ++*count;
    if (kind == NO_ROOM && number >= at) return NO_ROOM;
    if (kind == POWER_LOST && number == 1) each_file(0);
    if (kind == POWER_LOST && number == at) { each_file(1); die(); }
    return number == at ? kind : NOTHING;
}

static int fails(int what) {
    if (what == KILL_BEFORE) die();
    if (what == IO_ERROR) { errno = EIO; return 1; }
    if (what == NO_ROOM) { errno = ENOSPC; return 1; }
    return 0;
}

ssize_t write(int fd, const void *data, size_t size) {
    find();
    if (!is_watched(fd)) return real_write(fd, data, size);
    int what = due();
    if (fails(what)) return -1;
    if (!has_room(fd, lseek(fd, 0, SEEK_CUR) + (long long)size)) { errno = ENOSPC; return -1; }
    if (what == HALF) { real_write(fd, data, size / 2); die(); }
    ssize_t done = real_write(fd, data, size);
    if (what == KILL_AFTER) die();
    return done;
}

static ssize_t place(int fd, const void *data, size_t size, off_t offset) {
    find();
    if (!is_watched(fd)) return real_pwrite(fd, data, size, offset);
    int what = due();
    if (fails(what)) return -1;
    if (!has_room(fd, (long long)offset + (long long)size)) { errno = ENOSPC; return -1; }
    if (what == HALF) { real_pwrite(fd, data, size / 2, offset); die(); }
    ssize_t done = real_pwrite(fd, data, size, offset);
    if (what == KILL_AFTER) die();
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) {
    return place(fd, data, size, offset);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
    return place(fd, data, size, (off_t)offset);
}

static int settle(int fd, int (*real)(int)) {
    if (!is_watched(fd)) return real(fd);
    int what = due();
    if (what == NO_ROOM) what = NOTHING;
    if (fails(what)) return -1;
    int done = real(fd);
    if (done == 0) lasts(fd);
    if (what == KILL_AFTER || what == HALF) die();
    return done;
}

int fsync(int fd) { find(); return settle(fd, real_fsync); }

int fdatasync(int fd) { find(); return settle(fd, real_fdatasync); }

static int cut(int fd, off_t size) {
    find();
    if (!is_watched(fd)) return real_ftruncate(fd, size);
    int what = due();
    if (fails(what)) return -1;
    if (!has_room(fd, (long long)size)) { errno = ENOSPC; return -1; }
    int done = real_ftruncate(fd, size);
    if (what == KILL_AFTER || what == HALF) die();
    return done;
}

int ftruncate(int fd, off_t size) { return cut(fd, size); }

int ftruncate64(int fd, off64_t size) { return cut(fd, (off_t)size); }

ssize_t send(int fd, const void *data, size_t size, int flags) {
    find();
    if (count == NULL || !is_far_server(fd)) return real_send(fd, data, size, flags);
    int what = due();
    if (what == KILL_BEFORE) die();
    if (what == IO_ERROR) {
        shutdown(fd, SHUT_RDWR);
        errno = ECONNRESET;
        return -1;
    }
    if (what == HALF) { real_send(fd, data, size / 2, flags); die(); }
    ssize_t done = real_send(fd, data, size, flags);
    if (what == KILL_AFTER) die();
    return done;
}
