import { useQuery } from '@tanstack/react-query'
import { FileJson } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { rulesQuery, shieldQuery } from './public-queries.ts'

/** The rules in force, how they are applied, and where to reach us. */
export function RulesPart() {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  const language = useLanguage()
  const { data, isLoadingError, refetch } = useQuery(rulesQuery)
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-120 w-full" />
  const tongues = new Intl.DisplayNames([language], { type: 'language' })
  return (
    <div className="grid gap-6">
      <p className="text-16 font-semibold text-balance">{t('rules.never')}</p>
      <Card>
        <ol className="divide-y divide-line">
          {data.rules.map(({ number, title, words }) => (
            <li key={number} className="grid grid-cols-[40px_minmax(0,1fr)] gap-x-2 px-4 py-3 md:px-6">
              <span className="tabular text-muted">{number}</span>
              <div>
                <h2 className="font-semibold">{title[language]}</h2>
                <p className="text-pretty text-muted">{words[language]}</p>
              </div>
            </li>
          ))}
        </ol>
        <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-3 text-13 text-muted md:px-6">
          {t('rules.since', { day: format.day(data.version) })}
          <a
            href="/rest/v1/rpc/moderation_rules_json"
            className="flex items-center gap-1.5 py-1 underline decoration-line-strong underline-offset-3 hover:text-text pointer-coarse:py-3"
          >
            <FileJson size={16} strokeWidth={1.75} aria-hidden />
            {t('rules.machine')}
          </a>
        </p>
      </Card>
      <Card>
        <DetailSection title={t('rules.how')}>
          <p className="text-pretty text-muted">{t('rules.person')}</p>
          <p className="mt-1 text-pretty text-muted">{t('rules.redress')}</p>
        </DetailSection>
        <DetailSection title={t('rules.contact')}>
          <Facts
            rows={[
              { name: t('rules.authorities'), value: <Mailbox address={data.contact.authorities} /> },
              { name: t('rules.recipients'), value: <Mailbox address={data.contact.recipients} /> },
              {
                name: t('rules.languages'),
                value: data.contact.languages.map((one) => tongues.of(one)).join(', '),
              },
              { name: t('rules.body'), value: data.redress.dispute_body ?? t('rules.anyBody') },
            ]}
          />
        </DetailSection>
        <ShieldSection />
      </Card>
    </div>
  )
}

function Mailbox({ address }: { address: string | null }) {
  const format = useFormat()
  return address ? (
    <a
      href={`mailto:${address}`}
      className="underline decoration-line-strong underline-offset-3 wrap-anywhere"
    >
      {address}
    </a>
  ) : (
    format.dash
  )
}

/** How often the shield warned, how often a person disagreed, and the dates of its lists. */
function ShieldSection() {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  const { data } = useQuery(shieldQuery)
  if (!data) return null
  return (
    <DetailSection title={t('shield.title')}>
      <Facts
        rows={[
          {
            name: t('shield.warnings', { count: data.warnings }),
            value: t('shield.unfounded', { count: data.unfounded, total: data.reviewed }),
          },
          {
            name: t('shield.lists'),
            value:
              data.lists.length === 0
                ? t('shield.none')
                : data.lists.map(({ source, list_date, entries }) => (
                    <span key={source} className="block">
                      {t('shield.list', {
                        source: source.toUpperCase(),
                        day: format.day(list_date),
                        count: entries,
                      })}
                    </span>
                  )),
          },
        ]}
      />
    </DetailSection>
  )
}
