import { Decimal } from 'decimal.js'
import { Radio } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import type { Signal } from '#lib/signals/signal.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ClosedRow } from './closed-row.tsx'
import { groupOf } from './filters.ts'
import { SignalCard } from './signal-card.tsx'

type Props = {
  signals: readonly Signal[]
  opened: string | null
  onOpen: (signal: Signal) => void
  instruments: readonly MarketInstrument[]
  filtered: boolean
  /** Ended signals are read page by page: their total, and how to load more. */
  closed: { count: number; hasMore: boolean; busy: boolean; failed: boolean; onMore: () => void }
}

/** The number shown of each group before "show more": the first render stays small, however many are active. */
const FIRST = { active: 20, pending: 20 } as const
type Group = keyof typeof FIRST
/**
 * A card renders within its slot, with space for the focus ring: the browser need not check what it covers while it slides,
 * and skips its layout and paint while it is far from the window.
 */
const PLACE =
  'overflow-clip [overflow-clip-margin:--spacing(2)] [contain-intrinsic-block-size:auto_136px] [content-visibility:auto]'

const placeOf = (signal: Signal) => `${groupOf(signal)} ${signal.id}`

/** The list, grouped by state. */
export function SignalList({ signals, opened, onOpen, instruments, filtered, closed: pages }: Props) {
  const { t } = useTranslation('signals')
  const [whole, setWhole] = useState<readonly Group[]>([])
  /** The signals present at the first render: any other arrives in view of the reader. */
  const [there] = useState(() => new Set(signals.map(placeOf)))
  const first = (group: Group, all: readonly Signal[]) =>
    whole.includes(group) ? all : all.slice(0, FIRST[group])
  const instrumentOf = (symbol: string) => instruments.find((instrument) => instrument.symbol === symbol)
  const open = {
    active: signals.filter((signal) => groupOf(signal) === 'active'),
    pending: signals.filter((signal) => groupOf(signal) === 'pending'),
  }
  const closed = signals
    .filter(({ signal_states: { closed_at } }) => closed_at !== null)
    .sort(
      (one, other) =>
        Date.parse(other.signal_states.closed_at as string) -
        Date.parse(one.signal_states.closed_at as string),
    )
  if (signals.length === 0) {
    return (
      <EmptyState
        icon={<Radio size={28} strokeWidth={1.5} aria-hidden />}
        title={filtered ? t('empty.filtered') : t('empty.title')}
      >
        {filtered ? t('empty.filteredText') : t('empty.text')}
      </EmptyState>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {(['active', 'pending'] as const).map(
        (group) =>
          open[group].length > 0 && (
            <section key={group} aria-labelledby={`group-${group}`}>
              <GroupTitle id={`group-${group}`} title={t(`groups.${group}`)} count={open[group].length} />
              <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
                {first(group, open[group]).map((signal) => (
                  <li key={signal.id} className={PLACE}>
                    <SignalCard
                      signal={signal}
                      instrument={instrumentOf(signal.symbol)}
                      selected={signal.id === opened}
                      isNew={!there.has(placeOf(signal))}
                      onOpen={onOpen}
                    />
                  </li>
                ))}
              </ul>
              <More group={group} count={open[group].length} whole={whole} onMore={setWhole} />
            </section>
          ),
      )}
      {closed.length > 0 && (
        <section aria-labelledby="group-closed">
          <GroupTitle id="group-closed" title={t('groups.closed')} count={pages.count}>
            <LastResults closed={closed} />
          </GroupTitle>
          <Card>
            <ul>
              {closed.map((signal) => (
                <li key={signal.id} className="border-line not-first:border-t">
                  <ClosedRow
                    signal={signal}
                    name={instrumentOf(signal.symbol)?.name ?? signal.symbol}
                    selected={signal.id === opened}
                    onOpen={onOpen}
                  />
                </li>
              ))}
            </ul>
          </Card>
          {pages.failed && (
            <p role="alert" className="mt-2 text-13 text-loss">
              {t('read.moreFailed')}
            </p>
          )}
          {pages.hasMore && (
            <Button variant="ghost" block className="mt-2" busy={pages.busy} onClick={pages.onMore}>
              {t('read.seeMore', { count: Math.max(0, pages.count - closed.length) })}
            </Button>
          )}
        </section>
      )}
    </div>
  )
}

function More({
  group,
  count,
  whole,
  onMore,
}: {
  group: Group
  count: number
  whole: readonly Group[]
  onMore: (whole: readonly Group[]) => void
}) {
  const { t } = useTranslation('signals')
  if (whole.includes(group) || count <= FIRST[group]) return null
  return (
    <Button variant="ghost" block className="mt-2" onClick={() => onMore([...whole, group])}>
      {t('more', { count: count - FIRST[group] })}
    </Button>
  )
}

type TitleProps = { id: string; title: string; count: number; children?: ReactNode }

function GroupTitle({ id, title, count, children }: TitleProps) {
  return (
    <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-muted">
      <h2 id={id} className="font-medium">
        {title} <span className="tabular text-faint">{count}</span>
      </h2>
      {children}
    </div>
  )
}

const LAST = 5

/** The sum of the newest results, good and bad; nothing while there are fewer. */
function LastResults({ closed }: { closed: readonly Signal[] }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const results = closed.flatMap(({ signal_states: { realised_r } }) => realised_r ?? []).slice(0, LAST)
  if (results.length < LAST) return null
  const sum = results.reduce((total, r) => total.plus(r), new Decimal(0))
  return (
    <p>
      {t('lastResults')} <b className="tabular font-semibold text-text">{format.r(sum)}</b>
    </p>
  )
}
