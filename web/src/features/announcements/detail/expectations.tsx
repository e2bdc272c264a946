import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { type Announcement, hasFigure, type Indicator, isTimed } from '#lib/announcements/announcement.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useSession } from '#lib/session/session.tsx'
import { Errata } from '#parts/report-error/errata.tsx'
import { ReportError } from '#parts/report-error/report-error.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Select } from '#ui/form/select.tsx'
import {
  type Expectation,
  expectationRefusal,
  expectationsQuery,
  recordsQuery,
  useSealExpectation,
} from './expectation-queries.ts'
import { SIGNS, type Sign } from './reaction-chart.tsx'

/** Fewer than these are too few to conclude from. */
const ENOUGH = 30
const PROBABILITIES = ['0.4', '0.5', '0.6', '0.7', '0.8', '0.9'] as const

/** What analysts expect of the release: sealed before, opened and graded after, with the record of each. */
export function Expectations({
  announcement,
  indicator,
}: {
  announcement: Announcement
  indicator: Indicator
}) {
  const { t } = useTranslation('announcements')
  const { staffRole } = useSession()
  const now = useNow()
  const { data: expectations = [] } = useQuery(expectationsQuery(announcement.id))
  const { data: records = [] } = useQuery({ ...recordsQuery, enabled: expectations.length > 0 })
  const open =
    isTimed(announcement) &&
    hasFigure(announcement) &&
    announcement.actual === null &&
    Date.parse(announcement.starts_at) > now
  const mine = expectations.some(
    ({ expectation_terms, expectation_outcomes }) => expectation_terms && !expectation_outcomes,
  )
  const asks = staffRole !== null && open && !mine
  if (expectations.length === 0 && !asks) return null
  return (
    <section className="grid gap-3 border-t border-line px-5 py-4 max-lg:px-4">
      <h3 className="font-semibold">{t('expectation.title')}</h3>
      {expectations.length > 0 && (
        <ul className="grid gap-3">
          {expectations.map((one) => (
            <Row
              key={one.id}
              expectation={one}
              record={records.find(({ author }) => author === one.author_name)}
            />
          ))}
        </ul>
      )}
      {asks && <SealForm announcement={announcement.id} currency={indicator.currency} />}
    </section>
  )
}

function Row({
  expectation: {
    number,
    author_name,
    made_at,
    demonstration,
    commitment,
    expectation_terms,
    expectation_outcomes,
  },
  record,
}: {
  expectation: Expectation
  record: { n: number; right: number; brier: string | null } | undefined
}) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const terms = expectation_terms?.terms
  const outcome = expectation_outcomes?.outcome ?? null
  const figure = { kind: 'expectation', number } as const
  return (
    <li className="grid gap-0.5 text-13">
      <p className="flex flex-wrap items-center gap-x-2">
        <b className="font-semibold">{author_name}</b>
        {terms ? (
          <span>
            {t('expectation.said', {
              direction: t(`reaction.signs.${terms.direction}`).toLowerCase(),
              probability: format.percent(terms.probability),
            })}
          </span>
        ) : (
          <span className="flex items-center gap-1 text-muted">
            <LockKeyhole size={12} strokeWidth={2} aria-hidden />
            {t('expectation.sealed')}
          </span>
        )}
        {outcome !== null && (
          <Badge tone={outcome ? 'gain' : 'loss'}>
            {t(outcome ? 'expectation.right' : 'expectation.wrong')}
          </Badge>
        )}
        {demonstration && <Badge tone="line">{t('sample.short')}</Badge>}
      </p>
      <p className="tabular text-12 text-muted">
        {t('expectation.when', { number, time: format.dateTime(made_at), hash: format.hash(commitment) })}
        {' · '}
        {record && record.n >= ENOUGH && record.brier !== null
          ? t('expectation.record', {
              right: record.right,
              of: record.n,
              brier: format.number(record.brier, 2),
            })
          : t('expectation.few', { count: record?.n ?? 0 })}
      </p>
      <Errata figure={figure} />
      {expectation_outcomes && <ReportError figure={figure} className="justify-self-start" />}
    </li>
  )
}

function SealForm({ announcement, currency }: { announcement: string; currency: string }) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const seal = useSealExpectation(announcement)
  const [direction, setDirection] = useState<Sign>('in_line')
  const [probability, setProbability] = useState<string>('0.6')
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        seal.mutate({ direction, probability })
      }}
    >
      <p className="text-13 text-pretty text-muted">{t('expectation.text', { currency })}</p>
      <Segmented
        block
        label={t('expectation.direction')}
        value={direction}
        onChange={setDirection}
        options={SIGNS.map((value) => ({ value, label: t(`reaction.signs.${value}`) }))}
      />
      <Field
        label={t('expectation.probability')}
        error={seal.isError ? t(`expectation.refused.${expectationRefusal(seal.error)}`) : undefined}
      >
        <Select value={probability} onChange={({ target }) => setProbability(target.value)}>
          {PROBABILITIES.map((value) => (
            <option key={value} value={value}>
              {format.percent(value)}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" variant="outline" className="justify-self-start" busy={seal.isPending}>
        {t('expectation.seal')}
      </Button>
    </form>
  )
}
