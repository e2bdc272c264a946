import { Contact } from 'lucide-react'
import { personName } from '#lib/data/person-name.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { useColumns } from '#ui/table/column-kit.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import { LeadSheet } from './lead-sheet.tsx'
import { LEADS, type Lead } from './leads.ts'

const PRODUCTS = ['freemium', 'premium'] as const
const QUALIFIED = ['oui', 'non'] as const

/** All leads: their source, their consents, and whether they were delivered by webhook. */
export default function LeadsScreen() {
  const { t } = useTranslation('office')
  const columns = useColumns<Lead>(
    (c, format) => [
      c.name(
        'username',
        t('members.name'),
        220,
        personName,
        (lead) => lead.duplicate_of && <Badge tone="warn">{t('leads.duplicate')}</Badge>,
      ),
      c.text('email', t('members.email'), 250, { narrow: 'fact' }),
      c.text('phone', t('members.phone'), 150, {
        narrow: 'fact',
        cell: ({ phone }) => <span className="tabular">{phone ?? format.dash}</span>,
      }),
      c.text('product_requested', t('leads.product'), 140, {
        value: (lead) => t(`tiers.${lead.product_requested}`),
      }),
      c.badge(
        'is_qualified',
        t('leads.qualified'),
        100,
        (lead) => t(lead.is_qualified ? 'yes' : 'no'),
        (lead) => (lead.is_qualified ? 'gain' : 'neutral'),
      ),
      c.text('campaign', t('leads.campaign'), 120, {
        value: ({ campaign }) => campaign.utm_campaign ?? campaign.utm_source ?? campaign.ref ?? null,
      }),
      c.moment('created_at', t('members.created'), 176),
    ],
    [t],
  )
  return (
    <ResourceDesk
      resource={LEADS}
      title={t('places.leads')}
      purpose={t('leads.purpose')}
      columns={columns}
      filters={[
        { kind: 'words', at: 'q', asks: 'q', label: t('leads.search') },
        {
          kind: 'menu',
          at: 'produit',
          asks: 'product',
          label: t('leads.product'),
          options: PRODUCTS.map((value) => ({ value, label: t(`tiers.${value}`) })),
        },
        {
          kind: 'menu',
          at: 'qualifie',
          asks: 'qualified',
          label: t('leads.qualified'),
          options: QUALIFIED.map((value) => ({ value, label: t(value === 'oui' ? 'yes' : 'no') })),
        },
      ]}
      file={{ at: 'lead', sheet: (id, close) => <LeadSheet id={id} onClose={close} /> }}
      empty={{
        icon: Contact,
        title: t('leads.none'),
        note: t('leads.noneNote'),
        noneFound: t('leads.noneFound'),
      }}
    />
  )
}
