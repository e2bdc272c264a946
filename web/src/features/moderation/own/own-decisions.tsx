import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { HelpLink } from '#parts/help/help-link.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { StatementCard } from '../desk/statement-card.tsx'
import { AppealPart } from './appeal-part.tsx'
import { type OwnDecision, ownDecisionsQuery } from './own-queries.ts'

/** The decisions about the reader, each with its statement of reasons and the removed words. */
export default function OwnDecisions() {
  const { t } = useTranslation('moderation')
  const { data, isLoadingError, refetch } = useQuery(ownDecisionsQuery)
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80 w-full" />
  if (data.length === 0)
    return (
      <EmptyState icon={<Scale size={20} strokeWidth={1.75} aria-hidden />} title={t('own.none')}>
        {t('own.noneNote')}
      </EmptyState>
    )
  return (
    <ul className="grid gap-10">
      {data.map((decision) => (
        <Decision key={decision.id} decision={decision} />
      ))}
    </ul>
  )
}

function Decision({ decision }: { decision: OwnDecision }) {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header>
        <div className="flex items-center gap-2">
          <h2 className="text-16 font-semibold">{t(`measures.${decision.measure}`)}</h2>
          <HelpLink article="contester-une-decision" />
        </div>
        {decision.reversed_at ? (
          <p className="text-13 text-gain">
            {t('own.reversed', { at: format.dateTime(decision.reversed_at) })}
          </p>
        ) : (
          decision.until && (
            <p className="text-13 text-muted">{t('own.until', { at: format.dateTime(decision.until) })}</p>
          )
        )}
      </header>
      {decision.text && (
        <figure>
          <figcaption className="mb-1 text-13 text-muted">{t('own.text')}</figcaption>
          <blockquote className="rounded-card border border-line bg-well p-4 text-pretty wrap-anywhere whitespace-pre-line">
            {decision.text}
          </blockquote>
        </figure>
      )}
      <StatementCard
        title={t('decided.statement', { at: format.dateTime(decision.decided_at) })}
        statement={decision.statement}
      />
      <AppealPart decision={decision.id} until={decision.appeal_until} appeal={decision.appeal} />
      {decision.commitment && decision.number !== null && (
        <details className="text-13 text-muted">
          <summary className="min-h-8 cursor-pointer py-1.5">
            {t('own.entry', { number: decision.number })} {format.hash(decision.commitment)}
          </summary>
          <code className="block font-mono wrap-anywhere select-all">{decision.commitment}</code>
          <p className="mt-2">
            {t('own.nonce')} <code className="font-mono wrap-anywhere select-all">{decision.nonce}</code>
          </p>
        </details>
      )}
    </li>
  )
}
