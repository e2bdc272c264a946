/** The message of `backup` and `restore` for an external database. */
export const OWN_TOOLS = `DATABASE_URL names a PostgreSQL of your own, which this command cannot copy: it lies on another machine or under another user.
Use that server's tools: pg_basebackup with an archive of its log (archive_command, pgBackRest, WAL-G), or the snapshots of the service that
runs it. Copy DATA_DIR/storage after the database, never before. Afterwards npm run storage:check compares files and rows.`
