import { ChevronDown, X } from 'lucide-react'
import { STYLES, TIMEFRAMES } from 'trading/signal'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import type { Signal } from '#lib/signals/signal.ts'
import { Chip } from '#ui/chip.tsx'
import { ChipMenu } from '#ui/overlay/chip-menu.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { CLASSES, type Filters, GROUPS, groupOf, PERIODS, writeFilters } from './filters.ts'

type Props = {
  filters: Filters
  signals: readonly Signal[]
  /** The number of ended signals, counted by the database; null until known. */
  closed: number | null
  instruments: readonly MarketInstrument[]
}

const NO_FILTERS = { kind: null, symbol: null, timeframe: null, style: null, bias: null, author: null }

/** The filters of the list. The choices are those that can occur in it; analysts are those with signals in it. */
export function FilterBar({ filters, signals, closed, instruments }: Props) {
  const { t } = useTranslation('signals')
  const [, setSearch] = useSearchParams()
  const set = (change: Partial<Filters>) =>
    setSearch((current) => writeFilters(current, { ...filters, ...change }), { replace: true })
  const count = (group: Filters['group']) =>
    group === 'closed'
      ? (closed ?? undefined)
      : closed === null
        ? undefined
        : signals.filter((signal) => groupOf(signal) === group).length
  const symbols = instruments.filter(({ class: kind }) => filters.kind === null || kind === filters.kind)
  const authors = new Map(signals.map(({ author_id, author_name }) => [author_id, author_name]))
  if (filters.author && !authors.has(filters.author)) authors.set(filters.author, t('read.filters.author'))
  const narrowed = Object.keys(NO_FILTERS).some((name) => filters[name as keyof typeof NO_FILTERS] !== null)
  const any = t('filters.any')
  return (
    <div
      className="-mx-4 flex items-center gap-1.5 overflow-x-auto px-4 lg:mx-0 lg:px-0"
      role="toolbar"
      aria-label={t('filters.label')}
    >
      <Chip selected={filters.group === null} onClick={() => set({ group: null })}>
        {t('filters.all')}
      </Chip>
      {GROUPS.map((group) => (
        <Chip
          key={group}
          selected={filters.group === group}
          count={count(group)}
          onClick={() => set({ group: filters.group === group ? null : group })}
        >
          {t(`filters.${group}`)}
        </Chip>
      ))}
      <span className="mx-0.5 h-5 w-px shrink-0 bg-line-strong" aria-hidden />
      <ChipMenu
        label={t('read.filters.kind')}
        any={any}
        value={filters.kind}
        options={CLASSES.map((value) => ({ value, label: t(`read.kinds.${value}`) }))}
        // An instrument of another class would leave no results.
        onChange={(kind) => set({ kind, symbol: null })}
      />
      <ChipMenu
        label={t('filters.instrument')}
        any={any}
        value={filters.symbol}
        options={symbols.map(({ symbol, name }) => ({ value: symbol, label: name }))}
        onChange={(symbol) => set({ symbol })}
      />
      <ChipMenu
        label={t('filters.timeframe')}
        any={any}
        value={filters.timeframe}
        options={TIMEFRAMES.map((value) => ({ value, label: value }))}
        onChange={(timeframe) => set({ timeframe })}
      />
      <ChipMenu
        label={t('read.filters.style')}
        any={any}
        value={filters.style}
        options={STYLES.map((value) => ({ value, label: t(`style.${value}`) }))}
        onChange={(style) => set({ style })}
      />
      <ChipMenu
        label={t('filters.bias')}
        any={any}
        value={filters.bias}
        options={(['buy', 'sell'] as const).map((value) => ({ value, label: t(`direction.${value}`) }))}
        onChange={(bias) => set({ bias })}
      />
      <ChipMenu
        label={t('read.filters.author')}
        any={any}
        value={filters.author}
        options={[...authors].map(([value, label]) => ({ value, label }))}
        onChange={(author) => set({ author })}
      />
      {narrowed && (
        <Chip onClick={() => set(NO_FILTERS)}>
          <X size={14} strokeWidth={1.75} aria-hidden />
          {t('read.filters.reset')}
        </Chip>
      )}
      <span className="ml-auto">
        <Menu
          align="end"
          trigger={
            <Chip>
              {t('filters.days', { count: filters.days })}
              <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
            </Chip>
          }
          items={PERIODS.map((days) => ({
            key: String(days),
            label: t('filters.days', { count: days }),
            selected: days === filters.days,
            onSelect: () => set({ days }),
          }))}
        />
      </span>
    </div>
  )
}
