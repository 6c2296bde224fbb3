#define _GNU_SOURCE
#include "CCurl.h"
#include "loaded.h"

#include <dlfcn.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

struct easy_option { const char *name; int id; int type; unsigned int flags; };
struct message { int kind; void *easy; union { void *pointer; int result; } data; };

static struct {
    int (*global_init)(long);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    const char *(*easy_strerror)(int);
    int (*easy_pause)(void *, int);
    const struct easy_option *(*easy_option_by_name)(const char *);
    void *(*slist_append)(void *, const char *);
    void (*slist_free_all)(void *);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *);
    int (*multi_setopt)(void *, int, ...);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_socket_action)(void *, int, int, int *);
    struct message *(*multi_info_read)(void *, int *);
    char *(*version)(void);
} curl;

static char load_error[256];
static int is_loaded;
static void *loaded;
static int is_packed;
/* The file of certificates that a packed libcurl trusts: the path that it was built with may not exist here. */
static const char *certificates;

/* The file of certificates of Debian, Red Hat or Alpine; NULL where there is none. */
static const char *find_certificates(void) {
    static const char *const files[] = {
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    };
    for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
        if (access(files[index], R_OK) == 0) return files[index];
    }
    return NULL;
}

static void *open_library(void) {
#ifdef __APPLE__
    static const char *const names[] = {"libcurl.4.dylib", "/opt/homebrew/opt/curl/lib/libcurl.4.dylib"};
#else
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        void *library = loaded_open(names[index], RTLD_LAZY | RTLD_LOCAL, &is_packed);
        if (library) return library;
    }
    return NULL;
}

static int find(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol == NULL;
}

static int load(void) {
    if (is_loaded) return 0;
    void *library = open_library();
    if (!library) {
        const char *said = dlerror();
        strncpy(load_error, said ? said : "not found", sizeof load_error - 1);
        return 1;
    }
    int missing = find(library, "curl_global_init", &curl.global_init)
        + find(library, "curl_easy_init", &curl.easy_init)
        + find(library, "curl_easy_cleanup", &curl.easy_cleanup)
        + find(library, "curl_easy_setopt", &curl.easy_setopt)
        + find(library, "curl_easy_getinfo", &curl.easy_getinfo)
        + find(library, "curl_easy_strerror", &curl.easy_strerror)
        + find(library, "curl_easy_pause", &curl.easy_pause)
        + find(library, "curl_easy_option_by_name", &curl.easy_option_by_name)
        + find(library, "curl_slist_append", &curl.slist_append)
        + find(library, "curl_slist_free_all", &curl.slist_free_all)
        + find(library, "curl_multi_init", &curl.multi_init)
        + find(library, "curl_multi_cleanup", &curl.multi_cleanup)
        + find(library, "curl_multi_setopt", &curl.multi_setopt)
        + find(library, "curl_multi_add_handle", &curl.multi_add_handle)
        + find(library, "curl_multi_remove_handle", &curl.multi_remove_handle)
        + find(library, "curl_multi_socket_action", &curl.multi_socket_action)
        + find(library, "curl_multi_info_read", &curl.multi_info_read)
        + find(library, "curl_version", &curl.version);
    if (missing || curl.global_init(3) != 0) {
        strncpy(load_error, "it is older than 7.73", sizeof load_error - 1);
        return 1;
    }
    loaded = library;
    if (is_packed) certificates = find_certificates();
    is_loaded = 1;
    return 0;
}

int ccurl_find(const char *name, void *function) { return loaded ? find(loaded, name, function) : 1; }

int ccurl_load(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    int code = load();
    pthread_mutex_unlock(&lock);
    return code;
}

const char *ccurl_load_error(void) { return load_error; }
const char *ccurl_version(void) { return curl.version(); }
int ccurl_is_packed(void) { return is_packed; }

void ccurl_easy_free(void *easy) { curl.easy_cleanup(easy); }
const char *ccurl_easy_error(int code) { return curl.easy_strerror(code); }
int ccurl_easy_pause(void *easy, int mask) { return curl.easy_pause(easy, mask); }

/* libcurl searches all of its options for each name: keep the IDs of the few that are used here. */
static int option_id(const char *name) {
    static _Thread_local struct { char name[32]; int id; } known[64];
    unsigned place = 0;
    for (const char *letter = name; *letter; letter++) place = place * 31 + (unsigned char)*letter;
    for (unsigned tries = 0; tries < 64; tries++, place++) {
        unsigned slot = place % 64;
        if (strcmp(known[slot].name, name) == 0) return known[slot].id;
        if (known[slot].name[0] && tries < 63) continue;
        const struct easy_option *option = curl.easy_option_by_name(name);
        if (!option || strlen(name) >= sizeof known[slot].name) return option ? option->id : -1;
        known[slot].id = option->id;
        memcpy(known[slot].name, name, strlen(name) + 1);
        return option->id;
    }
    return -1;
}

void *ccurl_easy_new(void) {
    void *easy = curl.easy_init();
    /* A user's option is set later, and replaces these. */
    if (easy && certificates) {
        ccurl_set_text(easy, "CAINFO", certificates);
        ccurl_set_text(easy, "PROXY_CAINFO", certificates);
    }
    return easy;
}

#define SET(value) \
    int id = option_id(option); \
    return id < 0 ? 48 : curl.easy_setopt(easy, id, value)

int ccurl_set_long(void *easy, const char *option, long value) { SET(value); }
int ccurl_set_offset(void *easy, const char *option, int64_t value) { SET(value); }
int ccurl_set_text(void *easy, const char *option, const char *value) { SET(value); }
int ccurl_set_pointer(void *easy, const char *option, void *value) { SET(value); }
int ccurl_set_callback(void *easy, const char *option, ccurl_data_callback value) { SET(value); }
int ccurl_set_seek(void *easy, ccurl_seek_callback value) {
    const char *option = "SEEKFUNCTION";
    SET(value);
}

int ccurl_set_trace(void *easy, ccurl_trace_callback value) {
    const char *option = "DEBUGFUNCTION";
    SET(value);
}

int ccurl_ascii_host(const char *name, char *ascii, size_t capacity) {
    char url[512];
    if (ccurl_load() != 0 || snprintf(url, sizeof url, "http://%s/", name) >= (int)sizeof url) return 0;
    void *(*make)(void);
    void (*release)(void *);
    int (*set)(void *, int, const char *, unsigned);
    int (*get)(void *, int, char **, unsigned);
    if (find(loaded, "curl_url", &make) + find(loaded, "curl_url_cleanup", &release)
        + find(loaded, "curl_url_set", &set) + find(loaded, "curl_url_get", &get)) return 0;
    /* libidn2 reads names in the charset of the locale. */
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    locale_t before = utf8 ? uselocale(utf8) : (locale_t)0;
    void *parts = make();
    char *host = NULL;
    int found = parts && set(parts, 0, url, 0) == 0 && get(parts, 5, &host, 1 << 12) == 0 /* CURLU_PUNYCODE */
        && strlen(host) < capacity;
    if (found) strcpy(ascii, host);
    free(host); /* libcurl's allocator is the system's: no other was given to it. */
    if (parts) release(parts);
    if (before) uselocale(before);
    if (utf8) freelocale(utf8);
    return found;
}

long ccurl_fact(void *easy, enum ccurl_fact fact) {
    long value = 0;
    curl.easy_getinfo(easy, 0x200000 + (int)fact, &value);
    return value;
}

int64_t ccurl_figure(void *easy, enum ccurl_figure figure) {
    int64_t value = 0;
    curl.easy_getinfo(easy, 0x600000 + (int)figure, &value);
    return value;
}

static const char *text_fact(void *easy, int fact) {
    const char *value = NULL;
    curl.easy_getinfo(easy, 0x100000 + fact, &value);
    return value;
}

const char *ccurl_remote_address(void *easy) { return text_fact(easy, 32); }
const char *ccurl_local_address(void *easy) { return text_fact(easy, 41); }

void *ccurl_list_append(void *list, const char *text) { return curl.slist_append(list, text); }
void ccurl_list_free(void *list) { curl.slist_free_all(list); }

/* libcurl's own loop goes through all transfers at each call. Its "socket action", which is used here, touches only the
   transfers whose sockets are ready. */
struct multi {
    void *handle;
    struct pollfd *sockets;
    size_t count, capacity;
    int64_t due; /* when libcurl's next timer is due, in milliseconds; -1 for never */
};

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int watch_socket(void *easy, int socket, int what, void *context, void *unused) {
    struct multi *multi = context;
    size_t place = 0;
    (void)easy;
    (void)unused;
    while (place < multi->count && multi->sockets[place].fd != socket) place++;
    if (what == 4) { /* CURL_POLL_REMOVE */
        if (place < multi->count) multi->sockets[place] = multi->sockets[--multi->count];
        return 0;
    }
    if (place == multi->capacity) {
        size_t capacity = multi->capacity ? multi->capacity * 2 : 16;
        struct pollfd *sockets = realloc(multi->sockets, (capacity + 2) * sizeof *sockets);
        if (!sockets) return -1;
        multi->sockets = sockets;
        multi->capacity = capacity;
    }
    if (place == multi->count) multi->count++;
    short events = (short)((what & 1 ? POLLIN : 0) | (what & 2 ? POLLOUT : 0));
    multi->sockets[place] = (struct pollfd){socket, events, 0};
    return 0;
}

static int watch_time(void *handle, long after, void *context) {
    struct multi *multi = context;
    (void)handle;
    multi->due = after < 0 ? -1 : after == 0 ? 0 : milliseconds() + after;
    return 0;
}

void *ccurl_multi_new(long max_per_host) {
    struct multi *multi = calloc(1, sizeof *multi);
    if (!multi) return NULL;
    multi->due = -1;
    multi->sockets = malloc(2 * sizeof *multi->sockets);
    multi->handle = curl.multi_init();
    if (!multi->handle || !multi->sockets) {
        free(multi->sockets);
        free(multi);
        return NULL;
    }
    curl.multi_setopt(multi->handle, 7, max_per_host);      /* CURLMOPT_MAX_HOST_CONNECTIONS */
    curl.multi_setopt(multi->handle, 3, 2L);                /* CURLMOPT_PIPELINING: multiplex */
    curl.multi_setopt(multi->handle, 20001, watch_socket);  /* CURLMOPT_SOCKETFUNCTION */
    curl.multi_setopt(multi->handle, 10002, (void *)multi); /* CURLMOPT_SOCKETDATA */
    curl.multi_setopt(multi->handle, 20004, watch_time);    /* CURLMOPT_TIMERFUNCTION */
    curl.multi_setopt(multi->handle, 10005, (void *)multi); /* CURLMOPT_TIMERDATA */
    return multi;
}

void ccurl_multi_free(void *context) {
    struct multi *multi = context;
    curl.multi_cleanup(multi->handle);
    free(multi->sockets);
    free(multi);
}

int ccurl_multi_add(void *multi, void *easy) { return curl.multi_add_handle(((struct multi *)multi)->handle, easy); }
int ccurl_multi_remove(void *multi, void *easy) {
    return curl.multi_remove_handle(((struct multi *)multi)->handle, easy);
}

int ccurl_multi_is_due(void *context) {
    struct multi *multi = context;
    return multi->due == 0 || (multi->due > 0 && multi->due <= milliseconds());
}

void ccurl_multi_act(void *context) {
    struct multi *multi = context;
    int running = 0;
    if (!ccurl_multi_is_due(multi)) return;
    multi->due = -1;
    curl.multi_socket_action(multi->handle, -1, 0, &running); /* CURL_SOCKET_TIMEOUT */
}

/* The events of poll as those of libcurl: CURL_CSELECT_IN, _OUT and _ERR. */
static int happened(short events) {
    return (events & (POLLIN | POLLHUP) ? 1 : 0) | (events & POLLOUT ? 2 : 0) | (events & (POLLERR | POLLNVAL) ? 4 : 0);
}

void ccurl_multi_wait(void *context, const int descriptors[2], int longest, int readable[2]) {
    struct multi *multi = context;
    if (multi->due >= 0) {
        int64_t left = multi->due == 0 ? 0 : multi->due - milliseconds();
        if (left < longest) longest = left > 0 ? (int)left : 0;
    }
    size_t count = multi->count;
    for (int index = 0; index < 2; index++) {
        multi->sockets[count + (size_t)index] = (struct pollfd){descriptors[index], POLLIN, 0};
    }
    int ready = poll(multi->sockets, count + 2, longest);
    for (int index = 0; index < 2; index++) {
        readable[index] = ready > 0 && multi->sockets[count + (size_t)index].revents != 0;
    }
    /* An action on one socket can change the table: search it from the start again. */
    for (size_t place = 0; ready > 0 && place < multi->count;) {
        struct pollfd *item = &multi->sockets[place];
        short events = item->revents;
        if (!events) {
            place++;
            continue;
        }
        int running = 0;
        item->revents = 0;
        curl.multi_socket_action(multi->handle, item->fd, happened(events), &running);
        place = 0;
    }
}

void *ccurl_multi_ended(void *multi, int *result) {
    int left = 0;
    struct message *message;
    while ((message = curl.multi_info_read(((struct multi *)multi)->handle, &left))) {
        if (message->kind == 1) { /* CURLMSG_DONE */
            *result = message->data.result;
            return message->easy;
        }
    }
    return NULL;
}
