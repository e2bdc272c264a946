/** The message of `backup` and `restore` for an external database. */
export const OWN_TOOLS = `DATABASE_URL names an external PostgreSQL, whose files this command cannot copy.
Use that server's tools: pg_basebackup with WAL archiving (archive_command, pgBackRest, WAL-G), or the snapshots of its hosting service. Copy DATA_DIR/storage after the database, never before. Afterwards npm run storage:check compares files and rows.`
