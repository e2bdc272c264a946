import { ChevronDown } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import { useSearchParams } from '#lib/search-params.ts'
import type { Signal } from '#lib/signal.ts'
import { Chip } from '#ui/chip.tsx'
import { Menu } from '#ui/menu.tsx'
import { type Filters, GROUPS, PERIODS, writeFilters } from './filters.ts'

type Props = { filters: Filters; signals: readonly Signal[]; names: ReadonlyMap<string, string> }

export function FilterBar({ filters, signals, names }: Props) {
  const { t } = useTranslation('signals')
  const [, setSearch] = useSearchParams()
  const set = (change: Partial<Filters>) =>
    setSearch((current) => writeFilters(current, { ...filters, ...change }), { replace: true })
  const count = (group: Filters['group']) =>
    signals.filter(({ signal_states: { state } }) =>
      group === 'closed' ? state !== 'active' && state !== 'pending' : state === group,
    ).length
  const symbols = [...new Set(signals.map(({ symbol }) => symbol))].sort()
  const timeframes = [...new Set(signals.map(({ timeframe }) => timeframe))].sort()
  const pick = <T extends string | number>(
    label: string,
    value: T | null,
    options: readonly { value: T | null; label: string }[],
    choose: (value: T | null) => void,
  ) => (
    <Menu
      trigger={
        <Chip selected={value !== null}>
          {value === null ? label : (options.find((option) => option.value === value)?.label ?? label)}
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
        </Chip>
      }
      items={options.map((option) => ({
        key: String(option.value),
        label: option.label,
        selected: option.value === value,
        onSelect: () => choose(option.value),
      }))}
    />
  )
  return (
    <div
      className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 lg:mx-0 lg:px-0"
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
      <span className="mx-1 h-5 w-px shrink-0 bg-line-strong" aria-hidden />
      {pick(
        t('filters.instrument'),
        filters.symbol,
        [
          { value: null, label: t('filters.any') },
          ...symbols.map((symbol) => ({ value: symbol, label: names.get(symbol) ?? symbol })),
        ],
        (symbol) => set({ symbol }),
      )}
      {pick(
        t('filters.timeframe'),
        filters.timeframe,
        [
          { value: null, label: t('filters.any') },
          ...timeframes.map((timeframe) => ({ value: timeframe, label: timeframe })),
        ],
        (timeframe) => set({ timeframe }),
      )}
      {pick(
        t('filters.bias'),
        filters.bias,
        [
          { value: null, label: t('filters.any') },
          { value: 'buy' as const, label: t('direction.buy') },
          { value: 'sell' as const, label: t('direction.sell') },
        ],
        (bias) => set({ bias }),
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
