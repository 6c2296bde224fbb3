#ifndef CSUFFIXES_H
#define CSUFFIXES_H

/* Whether a host may set a cookie for a domain: 1 where it may, 0 where it may not, -1 where there is no list. The list
   of public suffixes is that of libpsl, which the first call loads. */
int csuffixes_accept(const char *host, const char *domain);

#endif
