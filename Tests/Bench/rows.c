/* The floor below a store of this form, without a cache around it:
   `rows read DATABASE` reads every body that lies in a row, each by its own look-up; `rows delete DATABASE COUNT`
   deletes the least recently used entries and their bodies in one transaction. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sqlite3 *database;

static void check(int code) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    fprintf(stderr, "rows: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v2(database, sql, -1, &statement, NULL));
    return statement;
}

static void read_all(void) {
    sqlite3_stmt *keys = prepared("SELECT uri FROM entries");
    sqlite3_stmt *body = prepared("SELECT body FROM bodies JOIN entries USING (id) WHERE uri = ? AND method = 'GET'");
    long long sum = 0;
    while (sqlite3_step(keys) == SQLITE_ROW) {
        check(sqlite3_bind_text(body, 1, (const char *)sqlite3_column_text(keys, 0), -1, SQLITE_TRANSIENT));
        while (sqlite3_step(body) == SQLITE_ROW) {
            const unsigned char *bytes = sqlite3_column_blob(body, 0);
            sum += bytes ? bytes[sqlite3_column_bytes(body, 0) - 1] : 0;
        }
        check(sqlite3_reset(body));
    }
    printf("%lld\n", sum);
}

static void delete_oldest(const char *count) {
    char sql[512];
    snprintf(sql, sizeof sql,
             "BEGIN IMMEDIATE;"
             "CREATE TEMP TABLE gone AS SELECT id FROM entries ORDER BY last_used_at LIMIT %s;"
             "DELETE FROM bodies WHERE id IN (SELECT id FROM gone);"
             "DELETE FROM entries WHERE id IN (SELECT id FROM gone);"
             "COMMIT", count);
    check(sqlite3_exec(database, sql, NULL, NULL, NULL));
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    check(sqlite3_open(argv[2], &database));
    if (strcmp(argv[1], "read") == 0) read_all();
    else if (argc > 3) delete_oldest(argv[3]);
    else return 2;
    check(sqlite3_close_v2(database));
    return 0;
}
