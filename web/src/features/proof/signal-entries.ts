// Owns reading one signal's entries in the chain, the minutes of ended signals, statements and ideas and the banks of daily tests, for
// the page and its worker.
import type { LedgerRow } from 'trading/proof/ledger'
import { listOf, objectOf } from 'trading/proof/proof-format'
import type { MinutesPart } from 'trading/signal-minutes'
import { publicRows } from '#lib/data/public-rpc.ts'

export const ENTRY = 'sequence,entry,previous_hash,hash'
/** Days per request: two megabytes at most. */
const PAGE = 40

/**
 * All entries of the chain about one signal, in order: its own, and the seals that its end opened. `asked` is its id, or its
 * number as shared cards show it.
 */
export async function readSignalEntries(asked: string, signal?: AbortSignal): Promise<LedgerRow[]> {
  const id = /^\d+$/.test(asked) ? await idOf(asked, signal) : asked
  if (id === null) return []
  const own = await publicRows<LedgerRow>(
    `ledger?select=${ENTRY}&signal_id=eq.${encodeURIComponent(id)}&order=sequence`,
    signal,
  )
  const sealed = own
    .flatMap(({ entry }) => listOf(entry.data.events))
    .flatMap((event) => objectOf(event)?.sealed ?? [])
  const seals =
    sealed.length === 0
      ? []
      : await publicRows<LedgerRow>(
          `ledger?select=${ENTRY}&kind=eq.sealed&sequence=in.(${sealed.map(Number).join(',')})`,
          signal,
        )
  return [...own, ...seals].sort((one, other) => one.sequence - other.sequence)
}

async function idOf(number: string, signal?: AbortSignal): Promise<string | null> {
  const [row] = await publicRows<{ signal_id: string }>(
    `ledger?select=signal_id&kind=eq.published&entry->data->>number=eq.${number}`,
    signal,
  )
  return row?.signal_id ?? null
}

/** The minutes that decided an ended signal, a statement or an idea, by day. */
export async function readMinutesOf(id: string, about: About): Promise<MinutesPart[]> {
  const parts: MinutesPart[] = []
  const own = `${COLUMNS[about]}=eq.${encodeURIComponent(id)}`
  for await (const page of pages(about, own, 'day', ({ day }) => `day=gt.${day}`)) parts.push(...page)
  return parts
}

/** The bank that the daily test of a day was drawn from. */
export async function readBankOf(day: string): Promise<unknown> {
  const [row] = await publicRows<{ bank: unknown }>(`daily_tests?select=bank&day=eq.${day}`)
  return row?.bank ?? null
}

/** The minutes of every ended signal, statement and idea, one page at a time. */
export async function* readAllMinutes(): AsyncGenerator<MinutesPart[]> {
  for (const about of ['signal', 'statement', 'idea'] as const) {
    const column = COLUMNS[about]
    yield* pages(about, '', `${column},day`, (last) => {
      const id = (last as unknown as Record<string, string>)[column]
      return `or=(${column}.gt.${id},and(${column}.eq.${id},day.gt.${last.day}))`
    })
  }
}

const COLUMNS = { signal: 'signal_id', statement: 'statement_id', idea: 'idea' } as const
type About = keyof typeof COLUMNS

async function* pages(
  about: About,
  filter: string,
  order: string,
  after: (last: MinutesPart) => string,
): AsyncGenerator<MinutesPart[]> {
  let behind = ''
  for (;;) {
    const columns = `select=${COLUMNS[about]},day,minutes`
    const query = [columns, filter, behind, `order=${order}`, `limit=${PAGE}`].filter(Boolean)
    const page = await publicRows<MinutesPart>(`${about}_minutes?${query.join('&')}`)
    yield page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    behind = after(last)
  }
}
