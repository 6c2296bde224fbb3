#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <stdint.h>

#include "CCoding.h"
#include "CSuffixes.h"

/* libcurl, opened when the first transfer starts. The functions declared here have had the same ABI since soname 4, and
   the library itself gives the number of an option by its name: so no header of libcurl is needed to build. */

/* Opens the library once; threads that ask meanwhile wait. 0 on success, otherwise ccurl_load_error has the message of
   the loader. */
int ccurl_load(void);
const char *ccurl_load_error(void);
/* The versions of the loaded library and of the libraries that it uses. */
const char *ccurl_version(void);
/* 0 if the loaded library is the system's, which is preferred; 1 if it was packed with this program. The packed
   one trusts the first certificate file that exists at the paths of Debian, Red Hat and Alpine. */
int ccurl_is_packed(void);

typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);
/* Moves to an offset in the body that is sent: 0 on success, 1 on failure, 2 if the body can't seek. */
typedef int (*ccurl_seek_callback)(void *context, int64_t offset, int origin);
/* Receives a transfer's trace: kind 0 is a message of libcurl, 1 a received head, 2 a sent head; others are content. */
typedef int (*ccurl_trace_callback)(void *easy, int kind, char *bytes, size_t size, void *context);

void *ccurl_easy_new(void);
void ccurl_easy_free(void *easy);
const char *ccurl_easy_error(int code);
int ccurl_easy_pause(void *easy, int mask);

/* Each sets an option by its name without CURLOPT_; 48 (unknown option) if the library does not have the option. */
int ccurl_set_long(void *easy, const char *option, long value);
int ccurl_set_offset(void *easy, const char *option, int64_t value);
int ccurl_set_text(void *easy, const char *option, const char *value);
int ccurl_set_pointer(void *easy, const char *option, void *value);
int ccurl_set_callback(void *easy, const char *option, ccurl_data_callback value);
int ccurl_set_seek(void *easy, const char *option, ccurl_seek_callback value);
int ccurl_set_trace(void *easy, const char *option, ccurl_trace_callback value);

/* A form (RFC 7578) for the option MIMEPOST; it must outlive the handle that it was made for. NULL if there is no
   memory, or the library has no forms. Each function that sets a property of a part returns a CURLcode. ccurl_part_file reads
   the file while it is sent, and gives the part the file's name; ccurl_part_filename replaces that name, or removes it
   with NULL. */
void *ccurl_form_new(void *easy);
void ccurl_form_free(void *form);
void *ccurl_form_add(void *form);
int ccurl_part_name(void *part, const char *name);
int ccurl_part_data(void *part, const char *bytes, size_t size);
int ccurl_part_file(void *part, const char *path);
int ccurl_part_filename(void *part, const char *name);
int ccurl_part_type(void *part, const char *type);
int ccurl_part_encoder(void *part, const char *encoder);

/* Writes the ASCII form (RFC 5890) of a host's UTF-8 name; 0 if the library can't convert it. */
int ccurl_ascii_host(const char *name, char *ascii, size_t capacity);

/* Facts about the last transfer of a handle, by the numbers of libcurl's CURLINFO. */
enum ccurl_fact {
    ccurl_http_version = 46,          /* 1 for HTTP/1.0, 2 for 1.1, 3 for 2, 30 for 3; 0 if not known */
    ccurl_connect_status = 22,        /* the status of a proxy's answer to CONNECT; 0 for none */
    ccurl_os_error = 25,              /* the errno of a failed connection; 0 for none */
    ccurl_verify_result = 13,         /* for the origin's certificate, a number of the TLS library; 0 is good */
    ccurl_proxy_verify_result = 47,
    ccurl_head_bytes = 11,
    ccurl_request_bytes = 12,
    ccurl_connects = 26,
    ccurl_remote_port = 40,
    ccurl_local_port = 42
};
long ccurl_fact(void *easy, enum ccurl_fact fact);

/* Facts of 64 bits; times are in microseconds. */
enum ccurl_figure {
    ccurl_bytes_sent = 7,
    ccurl_speed_sent = 10,
    ccurl_time_total = 50,
    ccurl_time_name_lookup = 51,
    ccurl_time_connect = 52,
    ccurl_time_pretransfer = 53,
    ccurl_time_first_byte = 54,
    ccurl_time_tls = 56
};
int64_t ccurl_figure(void *easy, enum ccurl_figure figure);

/* The addresses of the connection's other end, and of this end; NULL if there is none. */
const char *ccurl_remote_address(void *easy);
const char *ccurl_local_address(void *easy);

void *ccurl_list_append(void *list, const char *text);
void ccurl_list_free(void *list);

void *ccurl_multi_new(long max_per_host);
void ccurl_multi_free(void *multi);
int ccurl_multi_add(void *multi, void *easy);
int ccurl_multi_remove(void *multi, void *easy);
/* Whether a timer of libcurl is due; adding a transfer sets one that is due at once. */
int ccurl_multi_is_due(void *multi);
/* Has libcurl act on the timers that are due. */
void ccurl_multi_act(void *multi);
/* Waits until a socket of the transfers or one of two more descriptors is ready, or the time is over, and has libcurl
   act on the ready sockets. A descriptor of -1 is ignored; readable says which of the two can be read. */
void ccurl_multi_wait(void *multi, const int descriptors[2], int milliseconds, int readable[2]);
/* The next transfer that ended, with its result; NULL if there is none. */
void *ccurl_multi_ended(void *multi, int *result);

#endif
