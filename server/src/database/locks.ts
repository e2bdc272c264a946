/** Advisory locks shared by all processes on one database. */
/** Held during structure changes, so that several processes can start at once. */
export const STRUCTURE_LOCK = 7_308_325_001
/** Held exclusively by a backup and shared by the sweeper, so that a backup's rows and blobs match. */
export const BYTES_LOCK = 7_308_325_002
