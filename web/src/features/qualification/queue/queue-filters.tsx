import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Chip } from '#ui/chip.tsx'
import { ChipMenu } from '#ui/overlay/chip-menu.tsx'
import { brokersQuery, type RequestState, STATES } from '../queries.ts'
import { KeyHints } from './key-hints.tsx'
import type { QueueView } from './use-queue-view.ts'

type Props = {
  view: QueueView
  counts: Readonly<Record<RequestState, number>> | undefined
  /** How many open requests are the reader's. */
  own: number
}

/** The states with their counts, the reader's own requests, the partners; and the keys. */
export function QueueFilters({ view, counts, own }: Props) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const brokers = useQuery(brokersQuery)
  return (
    <div className="@container border-b border-line px-4 py-4 md:px-6">
      <div className="flex flex-wrap items-center gap-2">
        {STATES.map((one) => (
          <Chip
            key={one}
            selected={one === view.state}
            count={counts && format.number(counts[one])}
            onClick={() => view.filter({ etat: one === 'pending' ? null : one })}
          >
            {t(`filters.${one}`)}
          </Chip>
        ))}
        <span className="mx-1 h-5 w-px bg-line-strong max-sm:hidden" aria-hidden />
        <Chip
          selected={view.mine}
          count={format.number(own)}
          onClick={() => view.filter({ pour: view.mine ? null : 'moi' })}
        >
          {t('mine')}
        </Chip>
        <ChipMenu
          label={t('columns.broker')}
          any={t('anyBroker')}
          value={view.broker}
          options={(brokers.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={(broker) => view.filter({ partenaire: broker })}
        />
        <KeyHints />
      </div>
    </div>
  )
}
