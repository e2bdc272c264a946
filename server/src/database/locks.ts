/** Advisory locks that processes on one database meet at. */
/** Held while the structure changes, so that several processes may start at once. */
export const STRUCTURE_LOCK = 7_308_325_001
/** Held exclusively by a backup, shared by the sweeper: the rows and bytes of a backup belong together. */
export const BYTES_LOCK = 7_308_325_002
