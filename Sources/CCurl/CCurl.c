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

/* The functions of libcurl that are used here: the result, the name after curl_ and the parameters of each. */
#define FUNCTIONS(USE) \
    USE(int, global_init, (long)) \
    USE(char *, version, (void)) \
    USE(void *, easy_init, (void)) \
    USE(void, easy_cleanup, (void *)) \
    USE(int, easy_setopt, (void *, int, ...)) \
    USE(int, easy_getinfo, (void *, int, ...)) \
    USE(const char *, easy_strerror, (int)) \
    USE(int, easy_pause, (void *, int)) \
    USE(const struct easy_option *, easy_option_by_name, (const char *)) \
    USE(void *, slist_append, (void *, const char *)) \
    USE(void, slist_free_all, (void *)) \
    USE(void *, mime_init, (void *)) \
    USE(void, mime_free, (void *)) \
    USE(void *, mime_addpart, (void *)) \
    USE(int, mime_name, (void *, const char *)) \
    USE(int, mime_data, (void *, const char *, size_t)) \
    USE(int, mime_filedata, (void *, const char *)) \
    USE(int, mime_filename, (void *, const char *)) \
    USE(int, mime_type, (void *, const char *)) \
    USE(int, mime_encoder, (void *, const char *)) \
    USE(void *, url, (void)) \
    USE(void, url_cleanup, (void *)) \
    USE(int, url_set, (void *, int, const char *, unsigned)) \
    USE(int, url_get, (void *, int, char **, unsigned)) \
    USE(void *, multi_init, (void)) \
    USE(int, multi_cleanup, (void *)) \
    USE(int, multi_setopt, (void *, int, ...)) \
    USE(int, multi_add_handle, (void *, void *)) \
    USE(int, multi_remove_handle, (void *, void *)) \
    USE(int, multi_socket_action, (void *, int, int, int *)) \
    USE(struct message *, multi_info_read, (void *, int *))

#define POINTER(result, name, parameters) result (*name) parameters;
#define NAME_AND_POINTER(result, name, parameters) "curl_" #name, &curl.name,

static struct { FUNCTIONS(POINTER) } curl;

static char load_error[256];
static int is_loaded;
static int is_packed;
/* The file of certificates that a packed libcurl trusts: the path that it was built with may not exist here. */
static const char *certificates;

/* The file of certificates of Debian, Red Hat or Alpine; NULL if there is none. */
static const char *find_certificates(void) {
    static const char *const files[] = {
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    };
    for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
        if (access(files[index], R_OK) == 0) return files[index];
    }
    return NULL;
}

static int load(void) {
#ifdef __APPLE__
    static const char *const names[] = {LIBRARY("curl", "4"), "/opt/homebrew/opt/curl/lib/libcurl.4.dylib", NULL};
#else
    static const char *const names[] = {LIBRARY("curl", "4"), LIBRARY("curl-gnutls", "4"), NULL};
#endif
    if (is_loaded) return 0;
    void *library = loaded_open(names, RTLD_LAZY | RTLD_LOCAL, &is_packed);
    if (!library) {
        const char *said = dlerror();
        strncpy(load_error, said ? said : "not found", sizeof load_error - 1);
        return 1;
    }
    if (!loaded_find(library, FUNCTIONS(NAME_AND_POINTER) NULL) || curl.global_init(3) != 0) {
        strncpy(load_error, "it is older than 7.73", sizeof load_error - 1);
        return 1;
    }
    if (is_packed) certificates = find_certificates();
    is_loaded = 1;
    return 0;
}

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
int ccurl_set_seek(void *easy, const char *option, ccurl_seek_callback value) { SET(value); }
int ccurl_set_trace(void *easy, const char *option, ccurl_trace_callback value) { SET(value); }

void *ccurl_form_new(void *easy) { return curl.mime_init(easy); }
void ccurl_form_free(void *form) { curl.mime_free(form); }
void *ccurl_form_add(void *form) { return curl.mime_addpart(form); }
int ccurl_part_name(void *part, const char *name) { return curl.mime_name(part, name); }
int ccurl_part_data(void *part, const char *bytes, size_t size) { return curl.mime_data(part, bytes, size); }
int ccurl_part_file(void *part, const char *path) { return curl.mime_filedata(part, path); }
int ccurl_part_filename(void *part, const char *name) { return curl.mime_filename(part, name); }
int ccurl_part_type(void *part, const char *type) { return curl.mime_type(part, type); }
int ccurl_part_encoder(void *part, const char *encoder) { return curl.mime_encoder(part, encoder); }

int ccurl_ascii_host(const char *name, char *ascii, size_t capacity) {
    char url[512];
    if (ccurl_load() != 0 || snprintf(url, sizeof url, "http://%s/", name) >= (int)sizeof url) return 0;
    /* libidn2 reads names in the charset of the locale. */
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    locale_t before = utf8 ? uselocale(utf8) : (locale_t)0;
    void *parts = curl.url();
    char *host = NULL;
    int found = parts && curl.url_set(parts, 0, url, 0) == 0
        && curl.url_get(parts, 5, &host, 1 << 12) == 0 /* CURLU_PUNYCODE */ && strlen(host) < capacity;
    if (found) strcpy(ascii, host);
    free(host); /* libcurl's allocator is the system's: no other was given to it. */
    if (parts) curl.url_cleanup(parts);
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
