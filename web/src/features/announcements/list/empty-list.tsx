import { CalendarX2, FilterX } from 'lucide-react'
import { type Announcement, dayOf } from '#lib/announcements/announcement.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useTitle } from '#parts/announcements/use-announcement-words.ts'
import { Button } from '#ui/button.tsx'
import { FilterChip } from '#ui/chip.tsx'
import { EmptyState } from '#ui/states.tsx'
import { dayName, type Filters, isFiltered, passes } from './filters.ts'

type Props = {
  filters: Filters
  upcoming: readonly Announcement[]
  touched: ReadonlySet<string>
  onChange: (change: Partial<Filters>) => void
}

/** Nothing passes: the filters as chips that can be taken away, and the nearest announcement that would. */
export function EmptyList({ filters, upcoming, touched, onChange }: Props) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const titleOf = useTitle()
  const now = useNow()
  const nearest = upcoming.find(
    (one) => one.kind !== 'holiday' && Date.parse(one.starts_at) > now && passes(one, filters, touched),
  )
  const filtered = isFiltered(filters)
  const chips: readonly { key: string; label: string; change: Partial<Filters> }[] = [
    ...filters.impacts.map((impact) => ({
      key: impact,
      label: t(`impactShort.${impact}`),
      change: { impacts: filters.impacts.filter((other) => other !== impact) },
    })),
    ...filters.currencies.map((currency) => ({
      key: currency,
      label: currency,
      change: { currencies: filters.currencies.filter((other) => other !== currency) },
    })),
    ...(filters.category
      ? [{ key: 'category', label: t(`category.${filters.category}`), change: { category: null } }]
      : []),
    ...(filters.mine ? [{ key: 'mine', label: t('filters.mine'), change: { mine: false } }] : []),
    ...(filters.text ? [{ key: 'text', label: filters.text, change: { text: '' } }] : []),
  ]
  return (
    <div className="p-4 lg:p-6">
      <EmptyState
        icon={
          filtered ? (
            <FilterX size={20} strokeWidth={1.75} aria-hidden />
          ) : (
            <CalendarX2 size={20} strokeWidth={1.75} aria-hidden />
          )
        }
        title={t(filtered ? 'empty.filtered' : 'empty.title')}
        action={
          (chips.length > 0 || nearest) && (
            <span className="flex flex-wrap items-center gap-2">
              {chips.map(({ key, label, change }) => (
                <FilterChip
                  key={key}
                  label={t('empty.without', { filter: label })}
                  onRemove={() => onChange(change)}
                >
                  {label}
                </FilterChip>
              ))}
              {nearest && (
                <Button
                  size="sm"
                  variant="ghost"
                  onClick={() => onChange({ view: 'today', day: dayName(dayOf(nearest)) })}
                >
                  {t('empty.goTo', { day: format.dayMonth(dayOf(nearest)) })}
                </Button>
              )}
            </span>
          )
        }
      >
        {nearest
          ? t('empty.nearest', { title: titleOf(nearest), when: format.atMoment(nearest.starts_at, now) })
          : t('empty.text')}
      </EmptyState>
    </div>
  )
}
