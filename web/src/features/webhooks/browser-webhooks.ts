// Owns the two webhook addresses that this browser stores (S-24), and the test whether one answers (S-25). The addresses that
// the server delivers to are separate.
import { type LeadContext, leadRecord } from '#lib/leads/lead-record.ts'

/** The storage keys of the addresses. */
export const BROWSER_WEBHOOKS = ['emailServiceWebhook', 'googleSheetsWebhook'] as const
export type BrowserWebhook = (typeof BROWSER_WEBHOOKS)[number]

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function readBrowserWebhooks(store: Pick<Store, 'getItem'>): Record<BrowserWebhook, string> {
  return {
    emailServiceWebhook: store.getItem('emailServiceWebhook') ?? '',
    googleSheetsWebhook: store.getItem('googleSheetsWebhook') ?? '',
  }
}

/** Stores both; an empty one is removed. Throws the browser's storage errors. */
export function storeBrowserWebhooks(store: Store, addresses: Record<BrowserWebhook, string>): void {
  for (const name of BROWSER_WEBHOOKS) {
    if (addresses[name] === '') store.removeItem(name)
    else store.setItem(name, addresses[name])
  }
}

/** A valid address: empty, or a web address without a password in it. */
export function isWebhookAddress(text: string): boolean {
  const url = URL.parse(text)
  return text === '' || (url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password)
}

export type TestTools = LeadContext & {
  fetch: (url: string, init: RequestInit) => Promise<{ ok: boolean }>
  /** The test's name in the record: which webhook is meant. */
  webhook: BrowserWebhook
  person: { firstName: string; lastName: string; email: string }
}

/** Posts the whole record with `test_type`, and a short one of name, email, source and timestamp; true if either is accepted. */
export async function testWebhook(address: string, tools: TestTools): Promise<boolean> {
  const { person, webhook, now, pageUrl } = tools
  const record = leadRecord({ ...person, phone: '', product: 'freemium', qualified: false }, tools)
  const short = {
    name: `${person.firstName} ${person.lastName}`.trim(),
    email: person.email,
    source: pageUrl,
    timestamp: now.toISOString(),
  }
  const bodies = [{ ...record, test_type: webhook }, short]
  const taken = await Promise.all(
    bodies.map((body) =>
      tools
        .fetch(address, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
        .then(
          ({ ok }) => ok,
          // No response counts as a refusal.
          () => false,
        ),
    ),
  )
  return taken.some(Boolean)
}
