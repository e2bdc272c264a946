import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useDecidedToday } from './decided-today.ts'
import { personName } from './queue-columns.tsx'

/** Below what waits: what was decided today, and how long it had waited. */
export function TodayList({ onShow }: { onShow: (id: string) => void }) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const now = useNow()
  const { today, median } = useDecidedToday(now)
  if (median === null) return null
  return (
    <section aria-labelledby="decided-today" className="max-w-160 text-13">
      <div className="flex flex-wrap items-baseline gap-x-2 border-b border-line pb-2">
        <h2 id="decided-today" className="font-medium">
          {t('today.title')}
        </h2>
        <span className="tabular text-faint">{format.number(today.length)}</span>
        <span className="tabular ml-auto text-muted">
          {t('today.median', { time: format.duration(median) })}
        </span>
      </div>
      <ul className="max-h-60 overflow-y-auto">
        {today.map(({ id, state, member, decided_at }) => (
          <li key={id} className="border-b border-line">
            <button
              type="button"
              onClick={() => onShow(id)}
              className="flex min-h-9 w-full flex-wrap items-center justify-between gap-x-4 py-1.5 text-left text-muted transition-colors -outline-offset-2 hover:bg-raised hover:text-text"
            >
              <span className="min-w-0 wrap-anywhere">{personName(member)}</span>
              <span className="tabular">
                {t(`today.${state as 'approved' | 'rejected'}`, {
                  when: format.atMoment(decided_at ?? '', now),
                })}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="pt-2 text-muted">{t('today.undo')}</p>
    </section>
  )
}
