import { LANGUAGE_NAMES } from 'mails/languages'
import { personName } from '#lib/data/person-name.ts'
import { useDeviceName } from '#lib/language/device-name.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { timeZoneName } from '#lib/language/time-zones.ts'
import { Badge } from '#ui/badge.tsx'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { FileSheet } from '#ui/overlay/file-sheet.tsx'
import { AuditTrail } from '#ui/product/audit-trail.tsx'
import { ContractSection } from './contract-section.tsx'
import { MemberActions } from './member-actions.tsx'
import { MEMBER_FILES, MEMBER_TRAILS, type MemberFile } from './members.ts'

/** One member: profile, permissions with their dates, sessions, and staff actions. */
export function MemberSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation('office')
  return (
    <FileSheet
      resource={MEMBER_FILES}
      id={id}
      title={(member) => (member ? personName(member) : t('members.one'))}
      badge={(member) =>
        member.suspended_at ? (
          <Badge tone="loss">{t('members.suspended')}</Badge>
        ) : (
          <Badge tone={member.tier === 'premium' ? 'info' : 'neutral'}>{t(`tiers.${member.tier}`)}</Badge>
        )
      }
      gone={t('members.gone')}
      onClose={onClose}
    >
      {(member) => <MemberDetail member={member} />}
    </FileSheet>
  )
}

function MemberDetail({ member }: { member: MemberFile }) {
  const { t, i18n } = useTranslation('office')
  const format = useFormat()
  const moment = (value: string | null) => <span className="tabular">{format.dateTime(value)}</span>
  const sourceName = (source: string) => t(`members.sources.${sourceOf(source)}`)
  const deviceName = useDeviceName()
  return (
    <>
      <MemberActions member={member} />
      <DetailSection title={t('members.identity')}>
        <Facts
          rows={[
            { name: t('members.username'), value: member.username },
            { name: t('members.email'), value: member.email ?? format.dash },
            { name: t('members.confirmed'), value: moment(member.email_confirmed_at) },
            {
              name: t('members.phone'),
              value: <span className="tabular">{member.phone ?? format.dash}</span>,
            },
            { name: t('members.role'), value: t(`roles.${member.staff_role ?? 'member'}`) },
            { name: t('members.created'), value: moment(member.created_at) },
            { name: t('members.lastSignIn'), value: moment(member.last_sign_in_at) },
            { name: t('members.factors'), value: format.number(member.factors) },
            {
              name: t('members.language'),
              value: `${languageName(member.locale)} · ${timeZoneName(member.time_zone, i18n.language)}`,
            },
            {
              name: t('members.disclaimer'),
              value: member.disclaimer_version ? (
                <>
                  {member.disclaimer_version} · {moment(member.disclaimer_accepted_at)}
                </>
              ) : (
                format.dash
              ),
            },
          ]}
        />
      </DetailSection>
      <ContractSection member={member} />
      <DetailSection title={t('members.access')}>
        {member.grants.length === 0 ? (
          <p className="text-muted">{t('members.noAccess')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {member.grants.map((grant) => (
              <li key={grant.id} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span>{sourceName(grant.source)}</span>
                <span className="tabular text-13 text-muted">
                  {format.parisDay(grant.starts_at)} – {format.parisDay(grant.ends_at)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </DetailSection>
      <DetailSection title={t('members.sessions')}>
        {member.sessions.length === 0 ? (
          <p className="text-muted">{t('members.noSession')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {member.sessions.map((session) => (
              <li key={session.id} className="grid gap-0.5 py-2">
                <span title={session.user_agent ?? undefined}>{deviceName(session.user_agent).name}</span>
                <span className="tabular text-13 text-muted">
                  {session.ip ?? format.dash} ·{' '}
                  {t('members.lastUsed', { time: format.dateTime(session.last_used_at) })}
                  {session.assurance === 'aal2' && ` · ${t('members.proven')}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </DetailSection>
      {member.suspensions.length > 0 && (
        <DetailSection title={t('members.suspensions')}>
          <ul className="divide-y divide-line">
            {member.suspensions.map((one) => (
              <li key={one.id} className="grid gap-0.5 py-2">
                <span className="[overflow-wrap:anywhere]">{one.reason}</span>
                <span className="tabular text-13 text-muted">
                  {format.dateTime(one.suspended_at)} – {format.dateTime(one.reinstated_at)}
                </span>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
      <DetailSection title={t('audit.trail')}>
        <AuditTrail resource={MEMBER_TRAILS} filter={{ member: member.id }} />
      </DetailSection>
    </>
  )
}

/** A language unknown to this version shows its code. */
const languageName = (locale: string) => (LANGUAGE_NAMES as Record<string, string>)[locale] ?? locale

/** Where access comes from: a decision, or a provider of payments (`provider:stripe`). */
const SOURCES = ['qualification', 'stripe', 'btcpay', 'sandbox'] as const
const sourceOf = (source: string) =>
  SOURCES.find((known) => known === source.replace(/^provider:/, '')) ?? 'granted'
