#include "CCurl.h"
#include "loaded.h"

#include <pthread.h>

static struct {
    void *(*init)(void *);
    void (*release)(void *);
    void *(*add)(void *);
    int (*name)(void *, const char *);
    int (*data)(void *, const char *, size_t);
    int (*file)(void *, const char *);
    int (*filename)(void *, const char *);
    int (*type)(void *, const char *);
    int (*encoder)(void *, const char *);
    int is_there;
} mime;

static void load(void) {
    mime.is_there = ccurl_find("curl_mime_init", &mime.init) + ccurl_find("curl_mime_free", &mime.release)
        + ccurl_find("curl_mime_addpart", &mime.add) + ccurl_find("curl_mime_name", &mime.name)
        + ccurl_find("curl_mime_data", &mime.data) + ccurl_find("curl_mime_filedata", &mime.file)
        + ccurl_find("curl_mime_filename", &mime.filename) + ccurl_find("curl_mime_type", &mime.type)
        + ccurl_find("curl_mime_encoder", &mime.encoder) == 0;
}

void *ccurl_form_new(void *easy) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return mime.is_there ? mime.init(easy) : NULL;
}

void ccurl_form_free(void *form) { mime.release(form); }
void *ccurl_form_add(void *form) { return mime.add(form); }
int ccurl_part_name(void *part, const char *name) { return mime.name(part, name); }
int ccurl_part_data(void *part, const char *bytes, size_t size) { return mime.data(part, bytes, size); }
int ccurl_part_file(void *part, const char *path) { return mime.file(part, path); }
int ccurl_part_filename(void *part, const char *name) { return mime.filename(part, name); }
int ccurl_part_type(void *part, const char *type) { return mime.type(part, type); }
int ccurl_part_encoder(void *part, const char *encoder) { return mime.encoder(part, encoder); }
