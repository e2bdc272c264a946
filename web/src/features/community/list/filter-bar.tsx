import { useQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { memberQuery } from '#lib/community/members.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { instrumentsQuery } from '#lib/signals/live-signals.ts'
import { useMemberName } from '#parts/conversation/member-name.tsx'
import { Button } from '#ui/button.tsx'
import { Chip, FilterChip } from '#ui/chip.tsx'
import { DateRangeInput } from '#ui/date/date-range-input.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { ChipMenu } from '#ui/overlay/chip-menu.tsx'
import { useMarkAllRead } from '../forum.ts'
import { type Filters, VIEWS } from './filters.ts'
import { waitingQuery } from './threads-query.ts'

type Props = { filters: Filters; onChange: (change: Partial<Filters>) => void; searching: boolean }

/** Views sort, chips filter; both are in the address. */
export function FilterBar({ filters, onChange, searching }: Props) {
  const { t } = useTranslation('community')
  const format = useFormat()
  const { data: instruments = [] } = useQuery(instrumentsQuery)
  const { data: author } = useQuery({
    ...memberQuery(filters.author ?? ''),
    enabled: filters.author !== null,
  })
  const { data: waiting } = useQuery({ ...waitingQuery(filters.category), enabled: !searching })
  const nameOf = useMemberName()
  const mark = useMarkAllRead()
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {!searching && filters.list !== 'brouillons' && (
          <div className="max-sm:w-full">
            <Segmented
              block
              label={t('views.label')}
              value={filters.view}
              onChange={(view) => onChange({ view })}
              options={VIEWS.map((value) => ({
                value,
                label: (
                  <>
                    {t(`views.${value}`)}
                    {value === 'sans-reponse' && waiting !== undefined && (
                      <span className="tabular text-muted max-sm:hidden">
                        {format.number(waiting.unanswered)}
                      </span>
                    )}
                  </>
                ),
              }))}
            />
          </div>
        )}
        <span className="h-5 w-px bg-line-strong max-sm:hidden" aria-hidden />
        <ChipMenu
          label={t('filters.instrument')}
          any={t('filters.any')}
          value={filters.symbol}
          options={instruments.map(({ symbol, name }) => ({ value: symbol, label: name }))}
          onChange={(symbol) => onChange({ symbol })}
        />
        {!searching && (
          <Chip
            selected={filters.running !== null}
            count={waiting && format.number(waiting.running)}
            onClick={() => onChange({ running: filters.running ? null : 'en-cours' })}
          >
            {t('filters.running')}
          </Chip>
        )}
        {filters.author && (
          <FilterChip label={t('filters.withoutAuthor')} onRemove={() => onChange({ author: null })}>
            <bdi>{author ? nameOf(author) : format.dash}</bdi>
          </FilterChip>
        )}
        <Button
          variant="ghost"
          size="sm"
          className="ml-auto"
          busy={mark.isPending}
          onClick={() => mark.mutate(filters.category)}
          icon={<CheckCheck size={16} strokeWidth={1.75} aria-hidden />}
        >
          <span className="max-sm:hidden">{t('markAll')}</span>
          <span className="sm:hidden">{t('markAllShort')}</span>
        </Button>
      </div>
      {searching && (
        <DateRangeInput
          label={t('filters.period')}
          placeholder={t('filters.period')}
          className="max-w-72"
          value={filters.from && filters.to ? { from: filters.from, to: filters.to } : null}
          onChange={(period) => onChange({ from: period?.from ?? null, to: period?.to ?? null })}
        />
      )}
    </div>
  )
}
