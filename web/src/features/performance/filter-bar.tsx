import { X } from 'lucide-react'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Chip } from '#ui/chip.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { ChipMenu } from '#ui/overlay/chip-menu.tsx'
import {
  FILTER_NAMES,
  type FilterName,
  type Filters,
  isFiltered,
  NO_FILTERS,
  PERIODS,
  writeFilters,
} from './filters.ts'
import { useNaming } from './naming.ts'
import type { Part } from './queries.ts'

/** Every filter of the record; the choices are those found in the period. */
export function FilterBar({ filters, parts }: { filters: Filters; parts: readonly Part[] }) {
  const { t } = useTranslation('performance')
  const [, setSearch] = useSearchParams()
  const name = useNaming(parts)
  const set = (changes: Partial<Filters>) =>
    setSearch((current) => writeFilters(current, changes), { replace: true })
  const choices = (dimension: FilterName) => {
    const held = parts.filter((part) => part.dimension === dimension).map(({ value }) => value)
    const chosen = filters[dimension]
    const values = chosen !== null && !held.includes(chosen) ? [...held, chosen] : held
    return values.map((value) => ({ value, label: name(dimension, value) }))
  }
  return (
    <div className="grid gap-3 lg:flex lg:items-center lg:justify-between lg:gap-6">
      <div
        role="toolbar"
        aria-label={t('filters.label')}
        className="-mx-4 flex min-w-0 items-center gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:px-0"
      >
        {FILTER_NAMES.map((dimension) => (
          <ChipMenu
            key={dimension}
            label={t(`dimension.${dimension}`)}
            any={t('filters.any')}
            value={filters[dimension] as string | null}
            options={choices(dimension)}
            onChange={(value) => set({ [dimension]: value })}
          />
        ))}
        {isFiltered(filters) && (
          <Chip onClick={() => set(NO_FILTERS)}>
            <X size={14} strokeWidth={1.75} aria-hidden />
            {t('filters.reset')}
          </Chip>
        )}
      </div>
      <div className="max-lg:order-first">
        <Segmented
          label={t('filters.period')}
          value={filters.period}
          onChange={(period) => set({ period })}
          options={PERIODS.map((value) => ({
            value,
            label: value === 'tout' ? t('filters.whole') : t('filters.days', { count: value }),
          }))}
        />
      </div>
    </div>
  )
}
