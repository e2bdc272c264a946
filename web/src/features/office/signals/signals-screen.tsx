import { Plus, RadioTower } from 'lucide-react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { useColumns } from '#ui/table/column-kit.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import { SIGNALS, type SignalRow } from './signals.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The list of published signals: author and state. Signals are written in the composer. */
export default function SignalsScreen() {
  const { t } = useTranslation('office')
  const navigate = useNavigate()
  const { user } = useSession()
  const columns = useColumns<SignalRow>(
    (c, format) => [
      c.text('number', t('signals.number'), 90, {
        narrow: 'fact',
        cell: ({ number }) => <span className="tabular text-muted">{format.number(number)}</span>,
      }),
      c.text('name', t('signals.symbol'), 150, {
        narrow: 'name',
        cell: ({ name, timeframe }) => (
          <span className="font-medium">
            {name} <span className="text-muted">{timeframe}</span>
          </span>
        ),
      }),
      c.badge(
        'state',
        t('signals.state'),
        120,
        (row) => t(`signals.states.${row.state}`),
        () => 'neutral',
      ),
      c.number('realised_r', t('signals.result'), 110, {
        narrow: 'fact',
        cell: ({ realised_r }) => <span className="tabular">{format.r(realised_r)}</span>,
      }),
      c.text('tier', t('members.tier'), 110, { value: (row) => t(`tiers.${row.tier}`) }),
      c.text('author_name', t('signals.author'), 250, {
        cell: ({ author_name, demonstration }) => (
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate">{author_name}</span>
            {demonstration && <Badge tone="line">{t('figures.demonstration')}</Badge>}
          </span>
        ),
      }),
      c.moment('published_at', t('signals.published'), 176, { narrow: 'fact' }),
    ],
    [t],
  )
  return (
    <ResourceDesk
      resource={SIGNALS}
      title={t('places.signals')}
      purpose={t('signals.purpose')}
      columns={columns}
      onOpen={({ id }) => navigate(`/signaux?signal=${id}`)}
      action={
        <Button variant="primary" icon={<Plus {...icon} />} asChild>
          <Link to="/signaux?compose=1">{t('signals.compose')}</Link>
        </Button>
      }
      filters={[
        {
          kind: 'chips',
          at: 'pour',
          asks: 'author',
          ask: () => user?.id ?? '',
          label: t('signals.author'),
          options: [{ value: 'moi', label: t('signals.mine') }],
        },
      ]}
      empty={{
        icon: RadioTower,
        title: t('signals.none'),
        note: t('signals.noneNote'),
        noneFound: t('signals.noneMine'),
      }}
    />
  )
}
