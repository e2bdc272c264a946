import { Link } from '#lib/browser/router-link.tsx'
import { personName } from '#lib/data/person-name.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { FileSheet } from '#ui/overlay/file-sheet.tsx'
import { AuditTrail } from '#ui/product/audit-trail.tsx'
import { LEAD_FILES, type LeadFile } from './leads.ts'

const TONES = { pending: 'info', delivered: 'gain', failed: 'loss' } as const

/** One lead: their details, their consents with dates, and the proof of each delivery. */
export function LeadSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation('office')
  return (
    <FileSheet
      resource={LEAD_FILES}
      id={id}
      title={(lead) => (lead ? personName(lead) : t('leads.one'))}
      badge={(lead) => lead.is_qualified && <Badge tone="gain">{t('leads.qualified')}</Badge>}
      gone={t('leads.gone')}
      onClose={onClose}
    >
      {(lead) => <LeadDetail lead={lead} />}
    </FileSheet>
  )
}

function LeadDetail({ lead }: { lead: LeadFile }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const campaign = Object.entries(lead.campaign)
  return (
    <>
      <div className="flex flex-wrap gap-2 border-b border-line px-4 py-3 md:px-6">
        <Button variant="outline" asChild>
          <Link to={`/admin/membres?membre=${lead.user_id}`}>{t('leads.member')}</Link>
        </Button>
        {lead.duplicate_of && (
          <Button variant="outline" asChild>
            <Link to={`/admin/leads?lead=${lead.duplicate_of}`}>{t('leads.first')}</Link>
          </Button>
        )}
      </div>
      <DetailSection title={t('members.identity')}>
        <Facts
          rows={[
            { name: t('members.username'), value: lead.username },
            { name: t('members.email'), value: lead.email ?? format.dash },
            { name: t('members.phone'), value: <span className="tabular">{lead.phone ?? format.dash}</span> },
            { name: t('leads.product'), value: t(`tiers.${lead.product_requested}`) },
            {
              name: t('leads.qualified'),
              value: lead.qualified_at ? (
                <span className="tabular">{format.dateTime(lead.qualified_at)}</span>
              ) : (
                t('no')
              ),
            },
            {
              name: t('leads.source'),
              value: <span className="[overflow-wrap:anywhere]">{lead.source || format.dash}</span>,
            },
            {
              name: t('leads.campaign'),
              value:
                campaign.length === 0
                  ? format.dash
                  : campaign.map(([name, value]) => `${name} ${value}`).join(' · '),
            },
            {
              name: t('leads.consent'),
              value: lead.consent_at ? (
                <span className="tabular">
                  {t('leads.consentGiven', {
                    version: lead.consent_version ?? format.dash,
                    language: lead.consent_locale ?? format.dash,
                    time: format.dateTime(lead.consent_at),
                  })}
                </span>
              ) : (
                t('leads.noConsent')
              ),
            },
            { name: t('leads.integration'), value: <code className="text-13">{lead.integration_id}</code> },
          ]}
        />
      </DetailSection>
      <DetailSection title={t('places.deliveries')}>
        {lead.deliveries.length === 0 ? (
          <p className="text-muted">{t('leads.noDelivery')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {lead.deliveries.map((delivery) => (
              <li key={delivery.id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
                <Link
                  to={`/admin/livraisons?envoi=${delivery.id}`}
                  className="rounded-inner underline decoration-line-strong underline-offset-4 hover:decoration-current"
                >
                  {delivery.endpoint?.name ?? format.dash}
                </Link>
                <span className="flex items-center gap-2">
                  <span className="tabular text-13 text-muted">{format.dateTime(delivery.created_at)}</span>
                  <Badge tone={TONES[delivery.state]}>{t(`deliveries.states.${delivery.state}`)}</Badge>
                </span>
              </li>
            ))}
          </ul>
        )}
      </DetailSection>
      <DetailSection title={t('audit.trail')}>
        <AuditTrail filter={{ table: 'leads', row: lead.id }} />
      </DetailSection>
    </>
  )
}
