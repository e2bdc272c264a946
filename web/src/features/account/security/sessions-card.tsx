import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useDeviceName } from '#lib/language/device-name.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { signOutEverywhere } from '#lib/session/auth.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type OwnSession, SESSIONS_KEY, sessionsQuery, useEndSession } from '../queries.ts'
import { SettingCard, SettingRow } from '../setting-row.tsx'
import { endOtherSessions } from './auth-calls.ts'
import { useAttempt } from './use-attempt.ts'

/** The devices that are signed in: the current browser first. */
export function SessionsCard() {
  const { t } = useTranslation('account')
  const { t: sentence } = useTranslation('auth')
  const sessions = useQuery(sessionsQuery)
  const client = useQueryClient()
  const { refusal, busy, run } = useAttempt()
  const others = sessions.data?.some(({ is_current }) => !is_current) ?? false
  const endOthers = () =>
    run(async () => {
      await endOtherSessions()
      await client.invalidateQueries({ queryKey: SESSIONS_KEY })
    })
  return (
    <SettingCard title={t('sessions.title')} help="appareils-et-sessions" purpose={t('sessions.purpose')}>
      {sessions.isPending ? <Skeleton className="m-4 h-16" /> : null}
      {sessions.isLoadingError ? <ErrorState onRetry={() => void sessions.refetch()} /> : null}
      {sessions.data?.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
      <div className="grid gap-3 px-4 py-4 md:px-6">
        {refusal ? <Notice refusal>{sentence(`errors.${refusal}`)}</Notice> : null}
        <div className="flex flex-wrap gap-2">
          {others ? (
            <Button variant="outline" disabled={busy} onClick={() => void endOthers()}>
              {t('sessions.endOthers')}
            </Button>
          ) : null}
          <Button variant="danger" disabled={busy} onClick={() => void run(signOutEverywhere)}>
            {t('sessions.endAll')}
          </Button>
        </div>
      </div>
    </SettingCard>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const end = useEndSession()
  const { name, phone } = useDeviceName()(session.user_agent)
  return (
    <SettingRow
      icon={phone ? Smartphone : Monitor}
      title={
        <>
          {name}
          {session.is_current ? <Badge tone="gain">{t('sessions.current')}</Badge> : null}
          {session.assurance === 'aal2' ? <Badge tone="line">{t('sessions.strong')}</Badge> : null}
        </>
      }
      action={
        session.is_current ? null : (
          <Button
            variant="outline"
            size="sm"
            busy={end.isPending}
            disabled={end.isPending}
            aria-label={t('sessions.endOne', { name })}
            onClick={() => end.mutate(session.id)}
          >
            {t('sessions.end')}
          </Button>
        )
      }
    >
      {end.isError ? <span className="block text-loss">{t('sessions.notEnded')}</span> : null}
      <span className="block">
        {session.is_current
          ? t('sessions.since', { time: format.dateTime(session.started_at) })
          : t('sessions.used', { time: format.dateTime(session.last_used_at) })}
      </span>
      {session.ip ? <span className="tabular">{session.ip}</span> : null}
    </SettingRow>
  )
}
