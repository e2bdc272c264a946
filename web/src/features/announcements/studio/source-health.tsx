import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { sourcesQuery } from './announcement-rows.ts'

const TONES = { ok: 'gain', failing: 'loss', off: 'neutral' } as const
/** Sources that nobody fetches. */
const BY_HAND: readonly string[] = ['staff', 'import', 'sample']

/** How each source fares: its last success, the next try, and why the last one failed. Those that fail come first. */
export function SourceHealth() {
  const { t } = useTranslation('announcements-studio')
  const format = useFormat()
  const now = useNow()
  const { data = [] } = useQuery(sourcesQuery)
  const shown = data
    .filter(({ source }) => !BY_HAND.includes(source))
    .toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
  return (
    <Card className="overflow-hidden">
      <details open={shown.some(({ state }) => state === 'failing')}>
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
          <h2 className="font-semibold">{t('sources.title')}</h2>
          <span className="tabular text-13 text-muted">
            {t('sources.counts', {
              ok: shown.filter(({ state }) => state === 'ok').length,
              failing: shown.filter(({ state }) => state === 'failing').length,
              off: shown.filter(({ state }) => state === 'off').length,
            })}
          </span>
        </summary>
        <ul className="divide-y divide-line border-t border-line text-13">
          {shown.map(({ source, name, licence, state, good_at, next_at, error, entries }) => (
            <li key={source} className="grid gap-x-4 gap-y-1 px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
              <span className="min-w-0">
                <b className="font-medium">{name}</b> <span className="text-muted">{licence}</span>
                {error && <span className="block text-pretty text-loss">{error}</span>}
              </span>
              <span className="tabular flex flex-wrap items-center gap-x-3 text-muted sm:justify-end">
                {good_at && t('sources.good', { when: format.moment(good_at, now), count: entries })}
                {state !== 'off' && next_at && (
                  <span>{t('sources.next', { when: format.moment(next_at, now) })}</span>
                )}
                <Badge tone={TONES[state]}>{t(`sources.states.${state}`)}</Badge>
              </span>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  )
}

const ORDER = ['failing', 'ok', 'off']
