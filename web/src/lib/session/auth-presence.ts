/** Set once any part of the page has fetched the auth client: its events are followed from then on. */
export const authPresence = Promise.withResolvers<void>()
