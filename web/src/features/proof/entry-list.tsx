import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { HelpLink } from '#parts/help/help-link.tsx'
import { useKindName } from '#parts/ledger-kind/kind-name.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Entry, entriesQuery } from './queries.ts'

const HEADS = [
  ['sequence', ''],
  ['kind', ''],
  ['time', 'max-sm:hidden'],
  ['hash', 'text-right'],
] as const

/** The newest entries of the chain, sealed or readable. */
export function EntryList() {
  const { t } = useTranslation('proof')
  const query = useQuery(entriesQuery)
  return (
    <Card className="grid gap-4 p-5">
      <header>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <div className="flex items-center gap-2">
            <h2 className="text-16 font-semibold">{t('entries.title')}</h2>
            <HelpLink article="registre-et-scelle" />
          </div>
          {query.data?.demonstration && <Badge tone="line">{t('entries.demonstration')}</Badge>}
        </div>
        <p className="mt-1 text-pretty text-muted">{t('entries.text')}</p>
      </header>
      {query.isPending ? (
        <Skeleton className="h-96" />
      ) : query.isLoadingError ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : query.data.entries.length === 0 ? (
        <p className="text-13 text-muted">{t('entries.none')}</p>
      ) : (
        <table className="w-full text-13">
          <thead className="text-left text-muted">
            <tr>
              {HEADS.map(([key, look]) => (
                <th key={key} scope="col" className={classNames('pb-2 font-medium', look)}>
                  {t(`entries.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {query.data.entries.map((entry) => (
              <Row key={entry.sequence} {...entry} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

function Row({ sequence, entry, hash, number }: Entry) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const kindName = useKindName()
  return (
    <tr className="border-t border-line">
      <td className="tabular py-2 pr-3 align-top text-muted">{format.number(sequence)}</td>
      <td className="py-2 pr-3">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <span>
            {entry.kind === 'sealed' && (
              <Lock size={12} strokeWidth={2} className="mr-1.5 inline align-[-1px] text-faint" aria-hidden />
            )}
            {kindName(entry.kind)}
          </span>
          {entry.signal !== null && (
            <Link
              to={`?signal=${entry.signal}`}
              className="whitespace-nowrap text-muted underline decoration-line-strong underline-offset-3 hover:text-text pointer-coarse:py-2"
            >
              {number === null ? t('signal.unnamed') : t('signal.number', { number: format.number(number) })}
            </Link>
          )}
        </div>
      </td>
      <td className="tabular py-2 pr-3 align-top whitespace-nowrap text-muted max-sm:hidden">
        {format.dateTime(entry.at)}
      </td>
      <td className="py-2 text-right align-top">
        <code className="font-mono" title={hash}>
          {format.hash(hash)}
        </code>
      </td>
    </tr>
  )
}
