#include <sqlite3.h>

/* sqlite3_db_config takes variable arguments, which Swift cannot call. */
static inline int csqlite_set_defensive(sqlite3 *database) {
    int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    return code ? code : sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}
