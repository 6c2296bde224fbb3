#ifndef CSUFFIXES_H
#define CSUFFIXES_H

/* Whether a host may set a cookie for a domain, by the list of public suffixes of libpsl, which is loaded when it is first
   asked: 1 where it may, 0 where it may not, -1 where there is no list. */
int csuffixes_accept(const char *host, const char *domain);

#endif
