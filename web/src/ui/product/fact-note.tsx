import { Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { type FactNote, isExpired } from '#lib/content/dated-fact.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'

/** Marks a figure that was read too long ago, with the day on which it was. Nothing of one that still holds. */
export function ExpiredMark({ fact, short = false }: { fact: FactNote | undefined; short?: boolean }) {
  const { t } = useTranslation('guides')
  const format = useFormat()
  if (!fact || !isExpired(fact)) return null
  return (
    <Badge tone="warn" icon={<Hourglass size={12} strokeWidth={1.75} aria-hidden />}>
      {short ? t('fact.toVerify') : t('fact.expired', { date: format.day(fact.read_on) })}
    </Badge>
  )
}

/** A fact with where and when it was read below it. */
export function DatedFact({ fact, children }: { fact: FactNote | undefined; children: ReactNode }) {
  const { t } = useTranslation('guides')
  const format = useFormat()
  if (!fact) return children
  const source = t('fact.read', { source: fact.source, date: format.day(fact.read_on) })
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {children}
        <ExpiredMark fact={fact} />
      </span>
      <span className="block text-12 text-muted">
        {fact.source_url ? (
          <a
            href={fact.source_url}
            target="_blank"
            rel="nofollow noopener noreferrer"
            className="underline decoration-line-strong underline-offset-3 hover:decoration-current"
          >
            {source}
            <span className="sr-only"> {t('site.newTab')}</span>
          </a>
        ) : (
          source
        )}
      </span>
    </>
  )
}
