import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Errata } from '#parts/report-error/errata.tsx'
import { ReportError } from '#parts/report-error/report-error.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type PublicStatement, statementsQuery } from './queries.ts'

const SHOWN = 6
const MORE = 20

/** The newest statements, each with its claim once that is open, and its outcome. */
export function StatementList({ className }: { className: string }) {
  const { t } = useTranslation('proof')
  const [most, setMost] = useState(SHOWN)
  const { data, isLoadingError, isFetching, refetch } = useQuery({
    ...statementsQuery(most + 1),
    placeholderData: keepPreviousData,
  })
  if (isLoadingError) return <ErrorState className={className} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className={`h-80 ${className}`} />
  if (data.length === 0) return null
  return (
    <Card className={`min-w-0 overflow-hidden ${className}`}>
      <div className="flex flex-wrap items-center justify-between gap-2 p-5">
        <h2 id="statement-list" className="text-16 font-semibold">
          {t('statements.list.title')}
        </h2>
        {data.some(({ demonstration }) => demonstration) && (
          <Badge tone="line">{t('statements.demonstration')}</Badge>
        )}
      </div>
      <ul aria-labelledby="statement-list" className="divide-y divide-line border-t border-line">
        {data.slice(0, most).map((statement) => (
          <Statement key={statement.number} {...statement} />
        ))}
      </ul>
      {data.length > most && (
        <p className="border-t border-line px-3 py-2">
          <Button variant="ghost" busy={isFetching} onClick={() => setMost(most + MORE)}>
            {t('statements.list.more')}
          </Button>
        </p>
      )}
    </Card>
  )
}

function Statement({
  number,
  author_kind: kind,
  author_name: author,
  deadline,
  terms,
  outcome,
}: PublicStatement) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const claim = useClaim()
  const figure = { kind: 'statement', number } as const
  const state =
    outcome === undefined ? (terms ? 'open' : 'sealed') : outcome === null ? 'void' : String(outcome)
  return (
    <li className="grid gap-x-4 gap-y-1 px-5 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="text-pretty">
          {terms ? (
            <>
              {claim(terms)}{' '}
              <span className="tabular text-muted">
                {t('statements.list.stated', { probability: format.percent(terms.probability) })}
              </span>
            </>
          ) : (
            <span className="text-muted">
              <Lock size={14} strokeWidth={1.75} className="mr-1.5 inline align-[-2px]" aria-hidden />
              {t('statements.list.hidden')}
            </span>
          )}
        </p>
        <p className="tabular text-13 text-muted">
          {[
            t('statements.number', { number: format.number(number) }),
            author ?? t(`statements.author.${kind}`),
            t('statements.list.until', { time: format.dateTime(deadline) }),
          ].join(' · ')}
        </p>
        <Errata figure={figure} />
      </div>
      <div className="flex items-center gap-x-4 gap-y-1 sm:flex-col sm:items-end">
        <Badge tone={state === 'true' ? 'gain' : state === 'false' ? 'loss' : 'neutral'}>
          {t(`statements.list.state.${state as 'open'}`)}
        </Badge>
        {outcome !== undefined && <ReportError figure={figure} />}
      </div>
    </li>
  )
}

/** A claim in words, such as `EUR/USD touche 1.0865`. */
function useClaim(): (terms: NonNullable<PublicStatement['terms']>) => string {
  const { t } = useTranslation('proof')
  return ({ instrument, condition }) => {
    switch (condition.kind) {
      case 'close':
        return t(`statements.claim.${condition.side}`, { instrument, level: condition.level })
      case 'touch':
        return t('statements.claim.touch', { instrument, level: condition.level })
      case 'between':
        return t('statements.claim.between', { instrument, low: condition.low, high: condition.high })
      case 'first':
        return t('statements.claim.first', { instrument, level: condition.level, other: condition.other })
    }
  }
}
