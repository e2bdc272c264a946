// Owns the origins, besides our own, that a page may connect to. The build passes them to the server, which sends them in the
// content security policy (server/src/http/security-headers.ts).
import { brand } from '../brand.ts'

/** Screens where an admin tests webhook addresses from the browser (S-25): any address may be tested. */
const TESTS_WEBHOOKS = '/admin/reglages'

export type Connections = {
  /** Sources for every document. */
  everywhere: string[]
  /** Further sources for the documents at single addresses. */
  at: Record<string, string[]>
}

/** The sources for the build's lead webhook (S-21), and for the one screen that may connect to any address. */
export const connectionsFor = (leadWebhook: string): Connections => ({
  everywhere: [URL.parse(leadWebhook)?.origin ?? []].flat(),
  at: { [TESTS_WEBHOOKS]: ['https:'] },
})

export const CONNECTIONS = connectionsFor(brand.leadWebhook)

/**
 * Whether navigating between two paths crosses documents with different connection rules: the policy is fixed when a document
 * loads, so such a navigation must load a new one.
 */
export const needsDocument = (from: string, to: string): boolean => asksMore(from) !== asksMore(to)

const asksMore = (path: string): boolean =>
  Object.keys(CONNECTIONS.at).includes(path.toLowerCase().replace(/(?<=.)\/+$/, ''))
