// Owns reading one signal's entries in the chain and the minutes behind ended signals, for the page and its worker.
import type { LedgerRow } from 'trading/proof/ledger'
import { listOf, objectOf } from 'trading/proof/proof-format'
import type { MinutesPart } from 'trading/signal-minutes'
import { publicRows } from '#lib/data/public-rpc.ts'

export const ENTRY = 'sequence,entry,previous_hash,hash'
const MINUTES = 'signal_id,day,minutes'
/** Days read at once: two megabytes at most. */
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

/** The minutes of an ended signal, by day. */
export async function readSignalMinutes(id: string): Promise<MinutesPart[]> {
  const parts: MinutesPart[] = []
  for await (const page of pages(
    `signal_id=eq.${encodeURIComponent(id)}`,
    'day',
    ({ day }) => `day=gt.${day}`,
  ))
    parts.push(...page)
  return parts
}

/** The minutes of every ended signal, page by page. */
export function readAllMinutes(): AsyncGenerator<MinutesPart[]> {
  return pages(
    '',
    'signal_id,day',
    ({ signal_id: id, day }) => `or=(signal_id.gt.${id},and(signal_id.eq.${id},day.gt.${day}))`,
  )
}

async function* pages(
  filter: string,
  order: string,
  after: (last: MinutesPart) => string,
): AsyncGenerator<MinutesPart[]> {
  let behind = ''
  for (;;) {
    const query = [`select=${MINUTES}`, filter, behind, `order=${order}`, `limit=${PAGE}`].filter(Boolean)
    const page = await publicRows<MinutesPart>(`signal_minutes?${query.join('&')}`)
    yield page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    behind = after(last)
  }
}
