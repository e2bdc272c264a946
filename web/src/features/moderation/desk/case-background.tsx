import { CircleUserRound, Flag, Scale, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { reasonKey } from '../reasons.ts'
import type { CaseFile } from './cases.ts'
import { SanctionList } from './sanction-list.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Why a case is here: what the product found, and who reported it. */
export function OriginCard({ about }: { about: CaseFile }) {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  const now = useNow()
  const name = (reason: string) => t(`reasons.${reasonKey(reason)}`)
  const held = about.reasons.filter((reason) => !about.findings.some(({ rule }) => rule === reason))
  return (
    <FactCard title={t('case.why')}>
      {about.findings.length > 0 && (
        <Fact icon={<ShieldAlert {...icon} />} at={format.moment(about.opened_at, now)}>
          <strong>{t('case.found', { count: about.findings.length })}</strong>{' '}
          {[...new Set(about.findings.map(({ rule }) => name(rule)))].join(', ')}
        </Fact>
      )}
      {about.findings.length === 0 && held.length > 0 && about.notices.length === 0 && (
        <Fact icon={<ShieldAlert {...icon} />} at={format.moment(about.opened_at, now)}>
          {held.map(name).join(', ')}
        </Fact>
      )}
      {about.notices.map((notice) => (
        <Fact key={notice.id} icon={<Flag {...icon} />} at={format.moment(notice.filed_at, now)}>
          <strong className="wrap-anywhere">{notice.words || name(notice.reason)}</strong>{' '}
          {notice.words && name(notice.reason)} ·{' '}
          {notice.member
            ? t('case.reporter', { count: notice.member.filed, upheld: notice.member.upheld })
            : t('case.visitor')}{' '}
          {notice.crime && <Badge tone="loss">{t('case.crime')}</Badge>}
          {notice.place && <span className="block wrap-anywhere">{notice.place}</span>}
        </Fact>
      ))}
    </FactCard>
  )
}

/** What the author's file holds: time, posts, and measures before this one. */
export function AuthorCard({ about: { author, author_file: file } }: { about: CaseFile }) {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  const now = useNow()
  if (!file) return null
  return (
    <FactCard title={t('case.author')}>
      <Fact icon={<CircleUserRound {...icon} />}>
        <strong>{t('case.posts', { count: file.posts })}</strong> {t('case.days', { count: file.days })}
      </Fact>
      {file.decisions.map((past) => (
        <Fact key={past.id} icon={<Scale {...icon} />} at={format.moment(past.at, now)}>
          <strong>{t(`measures.${past.measure}`)}</strong>{' '}
          {past.reasons.map((reason) => t(`reasons.${reasonKey(reason)}`)).join(', ')},{' '}
          {t(past.appealed ? 'case.contested' : 'case.uncontested')}
        </Fact>
      ))}
      {author && !author.gone && <SanctionList member={author.id} />}
      {file.decisions.length === 0 && <Fact icon={<Scale {...icon} />}>{t('case.noMeasure')}</Fact>}
    </FactCard>
  )
}

const TRAIL = [
  'opened',
  'flagged',
  'noticed',
  'seen',
  'asked',
  'opinion',
  'approved',
  'decided',
  'seconded',
  'declined',
  'undone',
  'sent',
  'appealed',
  'confirmed',
  'reversed',
  'lifted',
] as const

/** All that happened to a case: who saw it, who decided, with which words. */
export function TrailList({ trail }: Pick<CaseFile, 'trail'>) {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  return (
    <ol className="grid gap-1.5 py-2 pl-6">
      {trail.map(({ at, kind, who, words }) => (
        <li key={`${at} ${kind}`} className="flex flex-wrap gap-x-2">
          <span className="tabular">{format.dateTime(at)}</span>
          <span className="text-text">{t(`trail.${TRAIL.find((known) => known === kind) ?? 'opened'}`)}</span>
          {who && <bdi>{who}</bdi>}
          {words && kind !== 'decided' && <q className="w-full text-pretty wrap-anywhere">{words}</q>}
        </li>
      ))}
    </ol>
  )
}

const FactCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <h3 className="px-5 pt-3 pb-1 font-semibold">{title}</h3>
    <ul className="divide-y divide-line">{children}</ul>
  </Card>
)

const Fact = ({ icon: mark, at, children }: { icon: ReactNode; at?: string; children: ReactNode }) => (
  <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-4 px-5 py-2.5 text-13">
    <span className="mt-0.5 text-muted">{mark}</span>
    <p className="text-pretty text-muted [&>strong]:font-medium [&>strong]:text-text">{children}</p>
    <span className="tabular text-muted">{at}</span>
  </li>
)
