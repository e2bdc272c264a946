import { useMemo } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateRangeInput } from '#ui/date/date-range-input.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import type { TableFilter } from './table-column.ts'
import { isOpen } from './table-filter.ts'

type Props = {
  title: string
  filter: TableFilter
  choices: () => readonly string[]
  onFilter: (filter: TableFilter | null) => void
}

/** The filter controls of a column; they apply immediately, without a confirm button. */
export function TableFilterForm({ title, filter, choices, onFilter }: Props) {
  const { t } = useTranslation('ui')
  return (
    <div className="grid gap-4">
      {filter.kind === 'text' && (
        <Field label={t('table.filter.contains', { column: title })}>
          <Input
            size_="md"
            type="search"
            value={filter.text}
            onChange={({ target }) => onFilter({ kind: 'text', text: target.value })}
          />
        </Field>
      )}
      {filter.kind === 'range' && (
        <div className="grid grid-cols-2 gap-3">
          {(['from', 'to'] as const).map((end) => (
            <Field key={end} label={t(`table.filter.${end}`)}>
              <Input
                size_="md"
                inputMode="decimal"
                value={filter[end]}
                onChange={({ target }) => onFilter({ ...filter, [end]: target.value })}
              />
            </Field>
          ))}
        </div>
      )}
      {filter.kind === 'dates' && (
        <Field label={title}>
          <DateRangeInput
            value={filter.from === '' ? null : { from: filter.from, to: filter.to }}
            onChange={(period) => onFilter(period && { kind: 'dates', ...period })}
          />
        </Field>
      )}
      {filter.kind === 'choice' && (
        <Choices title={title} chosen={filter.values} choices={choices} onFilter={onFilter} />
      )}
      <Button size="sm" variant="ghost" disabled={isOpen(filter)} onClick={() => onFilter(null)}>
        {t('table.filter.remove')}
      </Button>
    </div>
  )
}

function Choices({
  title,
  chosen,
  choices,
  onFilter,
}: Pick<Props, 'title' | 'choices' | 'onFilter'> & { chosen: readonly string[] }) {
  const { t } = useTranslation('ui')
  // The choices must not change while the reader chooses.
  // biome-ignore lint/correctness/useExhaustiveDependencies: computed once, when the form opens
  const offered = useMemo(() => choices(), [])
  return (
    <fieldset className="grid max-h-80 gap-3 overflow-y-auto">
      <legend className="mb-3 text-13 font-medium text-muted">{title}</legend>
      {offered.map((value) => (
        <Checkbox
          key={value}
          checked={chosen.includes(value)}
          onCheckedChange={(on) =>
            onFilter({
              kind: 'choice',
              values: on === true ? [...chosen, value] : chosen.filter((other) => other !== value),
            })
          }
        >
          {value === '' ? t('table.filter.empty') : value}
        </Checkbox>
      ))}
    </fieldset>
  )
}
