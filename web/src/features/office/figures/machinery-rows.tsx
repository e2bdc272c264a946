import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { FeedRow } from './feed-row.tsx'
import { LONG_MS, type Machinery } from './machinery.ts'

type Props = { machinery: Machinery; admin: boolean }

/** Jobs, the ledger, mails and backups, each by its oldest debt or its last success. What nobody stores is said to be unknown. */
export function MachineryRows({ machinery, admin }: Props) {
  return (
    <>
      <Jobs jobs={machinery.jobs} admin={admin} />
      <Ledger ledger={machinery.ledger} />
      {machinery.mails && <Mails mails={machinery.mails} admin={admin} />}
      <Backup backup={machinery.backup} />
    </>
  )
}

const WARN = { tone: 'font-semibold text-warn' } as const

/** Admins have a screen for it. */
const Name = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to === null ? (
    children
  ) : (
    <Link to={to} className="rounded-inner underline-offset-4 hover:underline">
      {children}
    </Link>
  )
const joined = (facts: readonly (string | false | null)[]) => facts.filter(Boolean).join(' · ')

function Jobs({ jobs, admin }: { jobs: Machinery['jobs']; admin: boolean }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const now = useNow()
  const waited = jobs.oldest_at === null ? 0 : now - Date.parse(jobs.oldest_at)
  return (
    <FeedRow
      name={<Name to={admin ? '/admin/taches' : null}>{t('machinery.jobs')}</Name>}
      value={t('machinery.queued', { count: jobs.waiting })}
      {...(waited > LONG_MS || jobs.given_up > 0 ? WARN : {})}
    >
      {joined([
        jobs.oldest_at !== null && t('machinery.oldest', { time: format.duration(waited) }),
        jobs.failing > 0 && t('machinery.failing', { count: jobs.failing }),
        jobs.given_up > 0 && t('machinery.givenUp', { count: jobs.given_up }),
      ]) || t('machinery.noneFailed')}
    </FeedRow>
  )
}

function Ledger({ ledger }: { ledger: Machinery['ledger'] }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const now = useNow()
  const { entries, size, signed_at, stamped_at, cosigned_at } = ledger
  const outside = [stamped_at, cosigned_at].flatMap((at) => (at === null ? [] : [Date.parse(at)]))
  const after = (entries ?? 0) - (size ?? 0)
  return (
    <FeedRow
      name={<Name to="/preuve">{t('machinery.ledger')}</Name>}
      value={outside.length === 0 ? format.dash : format.duration(now - Math.max(...outside))}
      {...(outside.length === 0 ? { tone: 'text-muted' } : {})}
    >
      {joined([
        outside.length === 0 && t('machinery.noStamp'),
        size !== null &&
          signed_at !== null &&
          t('machinery.head', {
            size: format.number(size),
            time: format.duration(now - Date.parse(signed_at)),
          }),
        after > 0 && t('machinery.since', { count: after }),
      ])}
    </FeedRow>
  )
}

function Mails({ mails, admin }: { mails: NonNullable<Machinery['mails']>; admin: boolean }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const now = useNow()
  const waited = mails.oldest_at === null ? 0 : now - Date.parse(mails.oldest_at)
  return (
    <FeedRow
      name={<Name to={admin ? '/admin/e-mails' : null}>{t('machinery.mails')}</Name>}
      value={t('machinery.queued', { count: mails.waiting })}
      {...(waited > LONG_MS || mails.failed > 0 ? WARN : {})}
    >
      {joined([
        mails.oldest_at !== null && t('machinery.oldest', { time: format.duration(waited) }),
        mails.retried > 0 && t('machinery.failing', { count: mails.retried }),
        mails.failed > 0 && t('machinery.failed', { count: mails.failed }),
        mails.sent_at !== null &&
          t('machinery.lastSent', { time: format.duration(now - Date.parse(mails.sent_at)) }),
      ])}
    </FeedRow>
  )
}

function Backup({ backup }: { backup: Machinery['backup'] }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const now = useNow()
  const age = (at: string) => format.duration(now - Date.parse(at))
  const base = backup?.base_at ?? null
  const failing = backup?.failed_at ?? null
  return (
    <FeedRow
      name={t('machinery.backup')}
      value={base === null ? format.dash : age(base)}
      {...(failing !== null || backup?.configured === false
        ? { tone: 'text-warn' }
        : base === null
          ? { tone: 'text-muted' }
          : {})}
    >
      {backup === null
        ? t('machinery.backupUnknown')
        : joined([
            !backup.configured && t('machinery.backupNone'),
            failing !== null && t('machinery.backupFailing', { time: age(failing) }),
            base !== null && t('machinery.backupBase', { when: format.moment(base, now) }),
            backup.configured &&
              backup.copied_at !== null &&
              t('machinery.backupLog', { time: age(backup.copied_at) }),
          ])}
    </FeedRow>
  )
}
