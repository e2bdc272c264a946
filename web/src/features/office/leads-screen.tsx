import { Contact } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { ChipMenu } from '#ui/overlay/chip-menu.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import { LeadSheet } from './lead-sheet.tsx'
import { LEADS, type Lead } from './leads.ts'

const PRODUCTS = ['freemium', 'premium'] as const
const QUALIFIED = ['oui', 'non'] as const

/** Whoever signed up: whence they came, what they agreed to, and whether the record of them was sent. */
export default function LeadsScreen() {
  const { t } = useTranslation('office')
  const format = useFormat()
  const [search, setSearch] = useSearchParams()
  const email = search.get('q') ?? ''
  const product = oneOf(PRODUCTS, search.get('produit'))
  const qualified = oneOf(QUALIFIED, search.get('qualifie'))
  const set = useCallback(
    (changes: Record<string, string | null>) =>
      setSearch((current) => withParameters(current, changes), { replace: true }),
    [setSearch],
  )
  const onEmail = useCallback((value: string) => set({ q: value.trim() || null }), [set])
  const filter = useMemo(
    () => ({
      ...(email ? { email } : {}),
      ...(product ? { product } : {}),
      ...(qualified ? { qualified } : {}),
    }),
    [email, product, qualified],
  )
  const columns = useMemo(
    (): TableColumn<Lead>[] => [
      {
        key: 'name',
        narrow: 'name',
        title: t('members.name'),
        value: (lead) => `${lead.first_name} ${lead.last_name}`.trim() || lead.username,
        cell: (lead) => (
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate font-medium">
              {`${lead.first_name} ${lead.last_name}`.trim() || lead.username}
            </span>
            {lead.duplicate_of && <Badge tone="warn">{t('leads.duplicate')}</Badge>}
          </span>
        ),
        width: 220,
      },
      {
        key: 'email',
        narrow: 'fact',
        title: t('members.email'),
        value: ({ email: address }) => address,
        width: 240,
      },
      {
        key: 'product',
        narrow: 'fact',
        title: t('leads.product'),
        value: (lead) => t(`tiers.${lead.product_requested}`),
        width: 110,
      },
      {
        key: 'qualified',
        narrow: 'state',
        title: t('leads.qualified'),
        value: (lead) => t(lead.is_qualified ? 'yes' : 'no'),
        cell: (lead) =>
          lead.is_qualified ? <Badge tone="gain">{t('yes')}</Badge> : <Badge>{t('no')}</Badge>,
        width: 100,
      },
      {
        key: 'campaign',
        title: t('leads.campaign'),
        value: ({ campaign }) => campaign.utm_campaign ?? campaign.utm_source ?? campaign.ref ?? null,
        width: 150,
      },
      {
        key: 'created',
        title: t('members.created'),
        value: ({ created_at }) => created_at,
        cell: ({ created_at }) => <span className="tabular">{format.dateTime(created_at)}</span>,
        width: 176,
      },
    ],
    [t, format],
  )
  const filtered = Object.keys(filter).length > 0
  return (
    <ResourceDesk
      resource={LEADS}
      title={t('places.leads')}
      purpose={t('leads.purpose')}
      filter={filter}
      columns={columns}
      onOpen={(lead) => set({ lead: lead.id })}
      filters={
        <>
          <SearchField
            label={t('leads.search')}
            value={email}
            onChange={onEmail}
            className="w-full sm:w-80"
          />
          <ChipMenu
            label={t('leads.product')}
            any={t('any')}
            value={product}
            options={PRODUCTS.map((value) => ({ value, label: t(`tiers.${value}`) }))}
            onChange={(value) => set({ produit: value })}
          />
          <ChipMenu
            label={t('leads.qualified')}
            any={t('any')}
            value={qualified}
            options={QUALIFIED.map((value) => ({ value, label: t(value === 'oui' ? 'yes' : 'no') }))}
            onChange={(value) => set({ qualifie: value })}
          />
        </>
      }
      empty={
        <EmptyState
          icon={<Contact size={20} strokeWidth={1.75} aria-hidden />}
          title={t(filtered ? 'leads.noneFound' : 'leads.none')}
        >
          {t(filtered ? 'noneFoundNote' : 'leads.noneNote')}
        </EmptyState>
      }
    >
      <LeadSheet id={search.get('lead')} onClose={() => set({ lead: null })} />
    </ResourceDesk>
  )
}
