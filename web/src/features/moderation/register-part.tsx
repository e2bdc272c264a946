import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { type RegisterEntry, registerQuery } from './public-queries.ts'

/** Every measure, with the hash of its text: nothing can be taken out of the chain. */
export default function RegisterPart() {
  const { t } = useTranslation('moderation')
  const { data, isLoadingError, refetch } = useQuery(registerQuery)
  return (
    <div className="grid gap-4">
      <p className="max-w-160 text-pretty text-muted">
        {t('register.note')} <Link to="/preuve">{t('register.verify')}</Link>
      </p>
      {isLoadingError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-60 w-full" />
      ) : data.length === 0 ? (
        <EmptyState
          icon={<BadgeCheck size={20} strokeWidth={1.75} aria-hidden />}
          title={t('register.none')}
        />
      ) : (
        <Card>
          <ul aria-label={t('register.label')} className="divide-y divide-line">
            {data.map((entry) => (
              <Entry key={entry.number} entry={entry} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

function Entry({ entry }: { entry: RegisterEntry }) {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[48px_minmax(0,1fr)_auto] md:px-6">
      <span className="tabular text-muted">
        {t('register.number')} {entry.number}
      </span>
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium">
          {entry.act === 'reversed' && entry.of_number !== null
            ? t('register.reverses', { number: entry.of_number })
            : t(`measures.${entry.measure}`)}
        </p>
        <p className="text-13 text-pretty text-muted">
          {[
            entry.ground.join(', '),
            t('register.people', { count: entry.people }),
            entry.automation === 'detection' && t('register.detected'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {entry.commitment && (
          <p className="text-12 text-muted">
            {t('register.hash')}{' '}
            <code className="font-mono wrap-anywhere select-all">{entry.commitment}</code>
          </p>
        )}
      </div>
      <p className="text-13 text-muted md:text-right">
        <span className="tabular">{format.dateTime(entry.at)}</span>
        <span className="block max-md:ml-2 max-md:inline">
          {t('register.event', { number: entry.sequence })}
        </span>
      </p>
    </li>
  )
}
