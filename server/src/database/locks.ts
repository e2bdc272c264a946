/** Advisory locks that processes on one database meet at. */
/** Held by whoever changes the structure, so that several may start at once. */
export const STRUCTURE_LOCK = 7_308_325_001
/** Held by a backup, shared by whoever removes bytes that no row names: rows and bytes of a backup belong together. */
export const BYTES_LOCK = 7_308_325_002
