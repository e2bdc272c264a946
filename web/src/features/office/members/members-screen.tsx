import { Users } from 'lucide-react'
import { personName } from '#lib/data/person-name.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { useColumns } from '#ui/table/column-kit.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import { MemberSheet } from './member-sheet.tsx'
import { MEMBERS, type Member } from './members.ts'

const TIERS = ['freemium', 'premium'] as const
const ROLES = ['member', 'analyst', 'admin'] as const
const STATES = ['active', 'suspended'] as const

/** All accounts, with a search and filters by tier, role and state; a row opens the member's file. */
export default function MembersScreen() {
  const { t } = useTranslation('office')
  const columns = useColumns<Member>(
    (c, format) => [
      c.name(
        'username',
        t('members.name'),
        210,
        personName,
        (row) => row.suspended_at && <Badge tone="loss">{t('members.suspended')}</Badge>,
      ),
      c.text('email', t('members.email'), 250, { narrow: 'fact' }),
      c.text('phone', t('members.phone'), 130, {
        narrow: 'fact',
        cell: ({ phone }) => <span className="tabular">{phone ?? format.dash}</span>,
      }),
      c.badge(
        'tier',
        t('members.tier'),
        110,
        ({ tier }) => t(`tiers.${tier}`),
        ({ tier }) => (tier === 'premium' ? 'info' : 'neutral'),
      ),
      c.parisDay('premium_until', t('members.until'), 130),
      c.text('staff_role', t('members.role'), 140, {
        value: (row) => t(`roles.${row.staff_role ?? 'member'}`),
      }),
      c.moment('created_at', t('members.created'), 176),
    ],
    [t],
  )
  return (
    <ResourceDesk
      resource={MEMBERS}
      title={t('places.members')}
      purpose={t('members.purpose')}
      columns={columns}
      filters={[
        { kind: 'words', at: 'q', asks: 'q', label: t('members.search') },
        {
          kind: 'menu',
          at: 'niveau',
          asks: 'tier',
          label: t('members.tier'),
          options: TIERS.map((value) => ({ value, label: t(`tiers.${value}`) })),
        },
        {
          kind: 'menu',
          at: 'role',
          asks: 'role',
          label: t('members.role'),
          options: ROLES.map((value) => ({ value, label: t(`roles.${value}`) })),
        },
        {
          kind: 'menu',
          at: 'etat',
          asks: 'state',
          label: t('members.state'),
          options: STATES.map((value) => ({ value, label: t(`members.states.${value}`) })),
        },
      ]}
      file={{ at: 'membre', sheet: (id, close) => <MemberSheet id={id} onClose={close} /> }}
      empty={{
        icon: Users,
        title: t('members.none'),
        note: t('members.noneNote'),
        noneFound: t('members.noneFound'),
      }}
    />
  )
}
