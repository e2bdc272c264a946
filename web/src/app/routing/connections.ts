// Owns to whom else than this site a page may send requests: the build hands it to the server, which says so to the browser
// (server/src/http/security-headers.ts).
import { brand } from '../brand.ts'

/** Where the addresses that an admin tests from the browser are set (S-25): nobody knows beforehand which they are. */
const TESTS_WEBHOOKS = '/admin/reglages'

export type Connections = {
  /** Sources that every document may connect to. */
  everywhere: string[]
  /** Further ones of the documents at single addresses. */
  at: Record<string, string[]>
}

/** The sources for a lead webhook of the build (S-21), and for the one screen that asks any address. */
export const connectionsFor = (leadWebhook: string): Connections => ({
  everywhere: [URL.parse(leadWebhook)?.origin ?? []].flat(),
  at: { [TESTS_WEBHOOKS]: ['https:'] },
})

export const CONNECTIONS = connectionsFor(brand.leadWebhook)

/**
 * Whether the way from one path to another leads into or out of a document that may connect elsewhere: what a document may do
 * is settled as it is loaded, so another one has to be.
 */
export const needsDocument = (from: string, to: string): boolean => asksMore(from) !== asksMore(to)

const asksMore = (path: string): boolean =>
  Object.keys(CONNECTIONS.at).includes(path.toLowerCase().replace(/(?<=.)\/+$/, ''))
