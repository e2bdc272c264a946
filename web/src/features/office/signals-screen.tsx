import { Plus, RadioTower } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { Link } from '#lib/browser/router-link.tsx'
import { withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import { SIGNALS, type SignalRow } from './signals.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The studio of signals: what was published, by whom, and where it stands. Writing one is the composer's part. */
export default function SignalsScreen() {
  const { t } = useTranslation('office')
  const format = useFormat()
  const navigate = useNavigate()
  const { user } = useSession()
  const [search, setSearch] = useSearchParams()
  const mine = search.get('pour') === 'moi'
  const me = user?.id
  const filter = useMemo((): Record<string, string> => (mine && me ? { author: me } : {}), [mine, me])
  const toggle = useCallback(
    () => setSearch((current) => withParameters(current, { pour: mine ? null : 'moi' }), { replace: true }),
    [setSearch, mine],
  )
  const columns = useMemo(
    (): TableColumn<SignalRow>[] => [
      {
        key: 'number',
        narrow: 'fact',
        title: t('signals.number'),
        value: ({ number }) => number,
        cell: ({ number }) => <span className="tabular text-muted">{format.number(number)}</span>,
        width: 90,
      },
      {
        key: 'symbol',
        narrow: 'name',
        title: t('signals.symbol'),
        value: ({ name }) => name,
        cell: ({ name, timeframe }) => (
          <span className="font-medium">
            {name} <span className="text-muted">{timeframe}</span>
          </span>
        ),
        width: 150,
      },
      {
        key: 'state',
        narrow: 'state',
        title: t('signals.state'),
        value: (row) => t(`signals.states.${row.state}`),
        cell: (row) => <Badge>{t(`signals.states.${row.state}`)}</Badge>,
        width: 120,
      },
      {
        key: 'r',
        narrow: 'fact',
        title: t('signals.result'),
        value: ({ realised_r }) => realised_r,
        cell: ({ realised_r }) => <span className="tabular">{format.r(realised_r)}</span>,
        numeric: true,
        width: 110,
      },
      { key: 'tier', title: t('members.tier'), value: (row) => t(`tiers.${row.tier}`), width: 110 },
      {
        key: 'author',
        title: t('signals.author'),
        value: ({ author_name }) => author_name,
        cell: ({ author_name, demonstration }) => (
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate">{author_name}</span>
            {demonstration && <Badge tone="line">{t('figures.demonstration')}</Badge>}
          </span>
        ),
        width: 250,
      },
      {
        key: 'published',
        narrow: 'fact',
        title: t('signals.published'),
        value: ({ published_at }) => published_at,
        cell: ({ published_at }) => <span className="tabular">{format.dateTime(published_at)}</span>,
        width: 176,
      },
    ],
    [t, format],
  )
  return (
    <ResourceDesk
      resource={SIGNALS}
      title={t('places.signals')}
      purpose={t('signals.purpose')}
      filter={filter}
      columns={columns}
      onOpen={({ id }) => void navigate(`/signaux?signal=${id}`)}
      action={
        <Button variant="primary" icon={<Plus {...icon} />} asChild>
          <Link to="/signaux?compose=1">{t('signals.compose')}</Link>
        </Button>
      }
      filters={
        <Chip selected={mine} onClick={toggle}>
          {t('signals.mine')}
        </Chip>
      }
      empty={
        <EmptyState
          icon={<RadioTower size={20} strokeWidth={1.75} aria-hidden />}
          title={t(mine ? 'signals.noneMine' : 'signals.none')}
        >
          {t('signals.noneNote')}
        </EmptyState>
      }
    />
  )
}
