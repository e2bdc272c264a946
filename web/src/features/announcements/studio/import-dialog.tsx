import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FeedError } from 'trading/announcements/claim'
import { claimsOfCsv } from 'trading/announcements/csv'
import { claimsOfIcal } from 'trading/announcements/ical'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { countsOf, indicatorsQuery, type Taken, useImport } from './announcement-rows.ts'

/** Larger files are no calendar of a few months. */
const MOST_BYTES = 2_000_000
const SHOWN = 50

type Read = { claims: readonly unknown[]; problems: readonly { line: number; problem: string }[] }

/** The rows of a file, its times without a zone on the reader's clock; a file that is no calendar has none. */
function readFile(text: string): Read {
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
  try {
    return /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text) ? claimsOfIcal(text, { zone }) : claimsOfCsv(text, zone)
  } catch (error) {
    if (error instanceof FeedError) return { claims: [], problems: [] }
    throw error
  }
}

/** Imports a CSV or iCalendar file: first what it would change, row by row, then the change itself. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('announcements-studio')
  const preview = useImport()
  const take = useImport()
  const [read, setRead] = useState<Read | null>(null)
  const [tooLarge, setTooLarge] = useState(false)
  const choose = async (file: File | undefined) => {
    setRead(null)
    preview.reset()
    setTooLarge(file !== undefined && file.size > MOST_BYTES)
    if (!file || file.size > MOST_BYTES) return
    const found = readFile(await file.text())
    setRead(found)
    if (found.claims.length > 0) preview.mutate({ claims: found.claims, dry: true })
  }
  const would = preview.data
  const total = would ? totalOf(would) : 0
  return (
    <FormDialog
      title={t('import.title')}
      description={t('import.text')}
      submit={would && total > 0 ? t('import.take', { count: total }) : t('import.takeNothing')}
      busy={preview.isPending || take.isPending}
      incomplete={total === 0}
      refusal={preview.isError || take.isError ? t('import.failed') : undefined}
      onSubmit={() =>
        read &&
        take.mutate(
          { claims: read.claims, dry: false },
          {
            onSuccess: (taken) => {
              toast({ title: t('import.taken', { count: totalOf(taken) }) })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <Field
        label={t('import.file')}
        error={tooLarge ? t('import.tooLarge') : undefined}
        hint={t('import.columns')}
      >
        <Input
          type="file"
          accept=".csv,.ics,text/csv,text/calendar"
          className="pt-2 text-13"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </Field>
      {read && read.claims.length === 0 && <p className="text-13 text-warn">{t('import.empty')}</p>}
      {would && <Preview would={would} />}
      {read && <Problems read={read} would={would} />}
    </FormDialog>
  )
}

function totalOf(taken: Taken): number {
  const { added, changed, moved } = countsOf(taken).counts
  return added + changed + moved
}

function Preview({ would }: { would: Taken }) {
  const { t } = useTranslation('announcements-studio')
  const format = useFormat()
  const language = useLanguage()
  const { data: indicators = [] } = useQuery(indicatorsQuery)
  const nameOf = (slug: string | null) => indicators.find((one) => one.slug === slug)?.title[language] ?? slug
  const { asked, samples, counts } = countsOf(would)
  const done = (['added', 'changed', 'moved'] as const).flatMap((kind) =>
    counts[kind] > 0 ? [t(`import.would.${kind}`, { count: counts[kind] })] : [],
  )
  return (
    <div className="grid gap-2 text-13">
      <p className="tabular">{done.length > 0 ? done.join(', ') : t('import.would.none')}</p>
      {samples > 0 && <p className="text-muted">{t('import.samples', { count: samples })}</p>}
      <ul
        aria-label={t('import.changes')}
        className="max-h-60 divide-y divide-line overflow-y-auto rounded-control border border-line"
      >
        {asked.slice(0, SHOWN).map(({ id, change, becomes }) => (
          <li key={id} className="tabular flex gap-3 px-3 py-1.5">
            <span className="w-16 shrink-0 text-muted">{t(`import.kinds.${change}`)}</span>
            <span className="shrink-0">{format.dateTime(becomes.starts_at)}</span>
            <span className="truncate">
              {becomes.currency} {becomes.title ?? nameOf(becomes.indicator)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Problems({ read, would }: { read: Read; would: Taken | undefined }) {
  const { t } = useTranslation('announcements-studio')
  const problems = [
    ...read.problems.map(({ line }) => ({ at: t('import.line', { line }), problem: t('import.unreadable') })),
    ...(would?.problems ?? []).map(({ key, problem, field }) => ({
      at: key,
      problem:
        problem === 'unknown_indicator'
          ? t('import.unknownIndicator')
          : t('import.refused', { column: field === 'at' ? 'date' : field }),
    })),
  ]
  if (problems.length === 0) return null
  return (
    <details className="text-13">
      <summary className="cursor-pointer text-warn">
        {t('import.problems', { count: problems.length })}
      </summary>
      <ul className="mt-1 grid max-h-40 gap-1 overflow-y-auto">
        {problems.slice(0, SHOWN).map(({ at, problem }) => (
          <li key={`${at} ${problem}`} className="flex gap-3">
            <span className="w-24 shrink-0 truncate text-muted">{at}</span>
            <span>{problem}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
