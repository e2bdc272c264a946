/** Kept once the client of the auth service has been fetched, by whatever part of the page: its events are to be followed then. */
export const authPresence = Promise.withResolvers<void>()
