#ifndef CSUFFIXES_H
#define CSUFFIXES_H

/* Whether a host may set a cookie for a domain: 1 if it may, 0 if it may not, -1 if there is no list. The list
   of public suffixes is that of libpsl, which the first call loads. */
int csuffixes_accept(const char *host, const char *domain);

#endif
