import { Users } from 'lucide-react'
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
import { MemberSheet } from './member-sheet.tsx'
import { MEMBERS, type Member, memberName } from './members.ts'

const TIERS = ['freemium', 'premium'] as const
const ROLES = ['member', 'analyst', 'admin'] as const
const STATES = ['active', 'suspended'] as const

/** Every account: found by words, tier, role and state, and opened to its file. */
export default function MembersScreen() {
  const { t } = useTranslation('office')
  const format = useFormat()
  const [search, setSearch] = useSearchParams()
  const words = search.get('q') ?? ''
  const tier = oneOf(TIERS, search.get('niveau'))
  const role = oneOf(ROLES, search.get('role'))
  const state = oneOf(STATES, search.get('etat'))
  const set = useCallback(
    (changes: Record<string, string | null>) =>
      setSearch((current) => withParameters(current, changes), { replace: true }),
    [setSearch],
  )
  const onWords = useCallback((value: string) => set({ q: value || null }), [set])
  const filter = useMemo(
    () => ({
      ...(words ? { q: words } : {}),
      ...(tier ? { tier } : {}),
      ...(role ? { role } : {}),
      ...(state ? { state } : {}),
    }),
    [words, tier, role, state],
  )
  const columns = useMemo(
    (): TableColumn<Member>[] => [
      {
        key: 'name',
        narrow: 'name',
        title: t('members.name'),
        value: memberName,
        cell: (row) => (
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate font-medium">{memberName(row)}</span>
            {row.suspended_at && <Badge tone="loss">{t('members.suspended')}</Badge>}
          </span>
        ),
        width: 210,
      },
      { key: 'email', narrow: 'fact', title: t('members.email'), value: ({ email }) => email, width: 250 },
      {
        key: 'phone',
        narrow: 'fact',
        title: t('members.phone'),
        value: ({ phone }) => phone,
        cell: ({ phone }) => <span className="tabular">{phone ?? format.dash}</span>,
        width: 130,
      },
      {
        key: 'tier',
        narrow: 'state',
        title: t('members.tier'),
        value: (row) => t(`tiers.${row.tier}`),
        cell: (row) => (
          <Badge tone={row.tier === 'premium' ? 'info' : 'neutral'}>{t(`tiers.${row.tier}`)}</Badge>
        ),
        width: 110,
      },
      {
        key: 'until',
        title: t('members.until'),
        value: ({ premium_until }) => premium_until,
        cell: ({ premium_until }) => <span className="tabular">{format.parisDay(premium_until)}</span>,
        width: 130,
      },
      {
        key: 'role',
        title: t('members.role'),
        value: ({ staff_role }) => t(`roles.${staff_role ?? 'member'}`),
        width: 140,
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
      resource={MEMBERS}
      title={t('places.members')}
      purpose={t('members.purpose')}
      filter={filter}
      columns={columns}
      onOpen={(row) => set({ membre: row.id })}
      filters={
        <>
          <SearchField
            label={t('members.search')}
            value={words}
            onChange={onWords}
            className="w-full sm:w-80"
          />
          <ChipMenu
            label={t('members.tier')}
            any={t('any')}
            value={tier}
            options={TIERS.map((value) => ({ value, label: t(`tiers.${value}`) }))}
            onChange={(value) => set({ niveau: value })}
          />
          <ChipMenu
            label={t('members.role')}
            any={t('any')}
            value={role}
            options={ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))}
            onChange={(value) => set({ role: value })}
          />
          <ChipMenu
            label={t('members.state')}
            any={t('any')}
            value={state}
            options={STATES.map((value) => ({ value, label: t(`members.states.${value}`) }))}
            onChange={(value) => set({ etat: value })}
          />
        </>
      }
      empty={
        <EmptyState
          icon={<Users size={20} strokeWidth={1.75} aria-hidden />}
          title={t(filtered ? 'members.noneFound' : 'members.none')}
        >
          {t(filtered ? 'noneFoundNote' : 'members.noneNote')}
        </EmptyState>
      }
    >
      <MemberSheet id={search.get('membre')} onClose={() => set({ membre: null })} />
    </ResourceDesk>
  )
}
