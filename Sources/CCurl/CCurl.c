#include "CCurl.h"

#include <dlfcn.h>
#include <string.h>

struct easy_option { const char *name; int id; int type; unsigned int flags; };
struct message { int kind; void *easy; union { void *pointer; int result; } data; };
struct wait_descriptor { int descriptor; short events; short revents; };

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
    int (*multi_perform)(void *, int *);
    int (*multi_poll)(void *, struct wait_descriptor *, unsigned int, int, int *);
    struct message *(*multi_info_read)(void *, int *);
    char *(*version)(void);
} curl;

static char load_error[256];
static int is_loaded;

static void *open_library(void) {
#ifdef __APPLE__
    static const char *const names[] = {"libcurl.4.dylib", "/opt/homebrew/opt/curl/lib/libcurl.4.dylib"};
#else
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

static int find(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol == NULL;
}

int ccurl_load(void) {
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
        + find(library, "curl_multi_perform", &curl.multi_perform)
        + find(library, "curl_multi_poll", &curl.multi_poll)
        + find(library, "curl_multi_info_read", &curl.multi_info_read)
        + find(library, "curl_version", &curl.version);
    if (missing || curl.global_init(3) != 0) {
        strncpy(load_error, "it is older than 7.73", sizeof load_error - 1);
        return 1;
    }
    is_loaded = 1;
    return 0;
}

const char *ccurl_load_error(void) { return load_error; }
const char *ccurl_version(void) { return curl.version(); }

void *ccurl_easy_new(void) { return curl.easy_init(); }
void ccurl_easy_free(void *easy) { curl.easy_cleanup(easy); }
const char *ccurl_easy_error(int code) { return curl.easy_strerror(code); }
int ccurl_easy_pause(void *easy, int mask) { return curl.easy_pause(easy, mask); }

/* libcurl goes through all of its options for each name; the few that are used here are remembered. */
static int option_id(const char *name) {
    static _Thread_local struct { char name[32]; int id; } known[64];
    unsigned place = 0;
    for (const char *letter = name; *letter; letter++) place = place * 31 + (unsigned char)*letter;
    for (unsigned tries = 0; tries < 64; tries++, place++) {
        unsigned slot = place % 64;
        if (strcmp(known[slot].name, name) == 0) return known[slot].id;
        if (known[slot].name[0]) continue;
        const struct easy_option *option = curl.easy_option_by_name(name);
        if (!option || strlen(name) >= sizeof known[slot].name) return option ? option->id : -1;
        known[slot].id = option->id;
        memcpy(known[slot].name, name, strlen(name) + 1);
        return option->id;
    }
    return -1;
}

#define SET(value) \
    int id = option_id(option); \
    return id < 0 ? 48 : curl.easy_setopt(easy, id, value)

int ccurl_set_long(void *easy, const char *option, long value) { SET(value); }
int ccurl_set_offset(void *easy, const char *option, int64_t value) { SET(value); }
int ccurl_set_text(void *easy, const char *option, const char *value) { SET(value); }
int ccurl_set_pointer(void *easy, const char *option, void *value) { SET(value); }
int ccurl_set_callback(void *easy, const char *option, ccurl_data_callback value) { SET(value); }

long ccurl_http_version(void *easy) {
    long version = 0;
    curl.easy_getinfo(easy, 0x200000 + 46, &version);
    return version;
}

void *ccurl_list_append(void *list, const char *text) { return curl.slist_append(list, text); }
void ccurl_list_free(void *list) { curl.slist_free_all(list); }

void *ccurl_multi_new(long max_per_host) {
    void *multi = curl.multi_init();
    if (multi) {
        curl.multi_setopt(multi, 7, max_per_host); /* CURLMOPT_MAX_HOST_CONNECTIONS */
        curl.multi_setopt(multi, 3, 2L);           /* CURLMOPT_PIPELINING: multiplex */
    }
    return multi;
}

void ccurl_multi_free(void *multi) { curl.multi_cleanup(multi); }
int ccurl_multi_add(void *multi, void *easy) { return curl.multi_add_handle(multi, easy); }
int ccurl_multi_remove(void *multi, void *easy) { return curl.multi_remove_handle(multi, easy); }
int ccurl_multi_perform(void *multi, int *running) { return curl.multi_perform(multi, running); }

int ccurl_multi_wait(void *multi, const int descriptors[2], int milliseconds, int readable[2]) {
    struct wait_descriptor extra[2];
    unsigned int count = 0;
    for (int index = 0; index < 2; index++) {
        if (descriptors[index] >= 0) extra[count++] = (struct wait_descriptor){descriptors[index], 1, 0};
    }
    int result = curl.multi_poll(multi, extra, count, milliseconds, NULL);
    count = 0;
    for (int index = 0; index < 2; index++) {
        readable[index] = descriptors[index] >= 0 && extra[count++].revents != 0;
    }
    return result;
}

void *ccurl_multi_ended(void *multi, int *result) {
    int left = 0;
    struct message *message;
    while ((message = curl.multi_info_read(multi, &left))) {
        if (message->kind == 1) { /* CURLMSG_DONE */
            *result = message->data.result;
            return message->easy;
        }
    }
    return NULL;
}
