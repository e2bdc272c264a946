import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useCallback } from 'react'
import { CATEGORIES, IMPACTS } from '#lib/announcements/announcement.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { ImpactMark } from '#parts/announcements/impact-mark.tsx'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { ChipMenu } from '#ui/overlay/chip-menu.tsx'
import { type Filters, isFiltered, readFilters, stepped, VIEWS, writeFilters } from './filters.ts'

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const NO_FILTERS = { impacts: [], currencies: [], category: null, mine: false, text: '' } as const

type Props = {
  filters: Filters
  now: number
  currencies: readonly string[]
  /** How many shown announcements touch the reader's open signals. */
  touching: number
  onNow: () => void
}

/** What is shown of the calendar. Every choice is in the address. */
export function FilterBar({ filters, now, currencies, touching, onNow }: Props) {
  const { t } = useTranslation('announcements')
  const [, setSearch] = useSearchParams()
  const set = (change: Partial<Filters>) =>
    setSearch((current) => writeFilters(current, { ...filters, ...change }), { replace: true })
  const toggled = <T extends string>(chosen: readonly T[], one: T) =>
    chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]
  const separator = <span className="mx-1 h-5 w-px shrink-0 bg-line-strong" aria-hidden />
  return (
    <div className="grid gap-2 px-4 py-4 lg:px-6">
      <div
        className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 [scrollbar-width:none] lg:mx-0 lg:px-0"
        role="toolbar"
        aria-label={t('filters.label')}
      >
        {VIEWS.map((view) => (
          <Chip
            key={view}
            selected={filters.view === view}
            onClick={() => set({ view, day: view === 'week' || view === 'month' ? filters.day : null })}
          >
            {t(`views.${view}`)}
          </Chip>
        ))}
        {filters.view !== 'tomorrow' && (
          <span className="flex">
            {([-1, 1] as const).map((by) => (
              <Button
                key={by}
                variant="ghost"
                iconOnly
                aria-label={t(by === -1 ? 'filters.before' : 'filters.after')}
                onClick={() => set({ day: stepped(filters, by, now) })}
                icon={by === -1 ? <ChevronLeft {...ICON} /> : <ChevronRight {...ICON} />}
              />
            ))}
          </span>
        )}
        {separator}
        {IMPACTS.map((impact) => (
          <Chip
            key={impact}
            selected={filters.impacts.includes(impact)}
            onClick={() => set({ impacts: toggled(filters.impacts, impact) })}
          >
            <ImpactMark impact={impact} named={false} />
            {t(`impactShort.${impact}`)}
          </Chip>
        ))}
        {separator}
        <ChipMenu
          label={t('filters.currencies')}
          any={t('filters.any')}
          value={filters.currencies.length === 1 ? (filters.currencies[0] ?? null) : null}
          options={currencies.map((value) => ({ value, label: value }))}
          onChange={(currency) => set({ currencies: currency === null ? [] : [currency] })}
        />
        <ChipMenu
          label={t('filters.category')}
          any={t('filters.any')}
          value={filters.category}
          options={CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
          onChange={(category) => set({ category })}
        />
        <Chip selected={filters.mine} count={touching} onClick={() => set({ mine: !filters.mine })}>
          {t('filters.mine')}
        </Chip>
        {isFiltered(filters) && (
          <Chip onClick={() => set(NO_FILTERS)}>
            <X size={14} strokeWidth={1.75} aria-hidden />
            {t('filters.reset')}
          </Chip>
        )}
        <button
          type="button"
          onClick={onNow}
          className="ml-auto flex shrink-0 items-center gap-2 rounded-inner px-1 text-13 text-muted hover:text-text max-xl:hidden pointer-coarse:hidden"
        >
          <Kbd>T</Kbd>
          <span className="max-2xl:sr-only">{t('filters.toNow')}</span>
        </button>
      </div>
      <CalendarSearch filters={filters} className="lg:hidden" />
    </div>
  )
}

/** Words of a title. */
export function CalendarSearch({ filters, className }: { filters: Filters; className?: string }) {
  const { t } = useTranslation('announcements')
  const [, setSearch] = useSearchParams()
  // Not changed by a render: the field waits for the typing to pause.
  const onChange = useCallback(
    (text: string) =>
      setSearch((current) => writeFilters(current, { ...readFilters(current), text }), { replace: true }),
    [setSearch],
  )
  return (
    <search data-calendar-search className={className}>
      <SearchField label={t('filters.search')} value={filters.text} onChange={onChange} />
    </search>
  )
}
