import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'

const SHOWN = 4

/** The next reminders of a question as long as it is answered right; the first one is certain, so it is solid. */
export function MemoryLine({ reminders }: { reminders: readonly string[] }) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const tomorrow = format.date(Date.now() + 86_400_000)
  return (
    <figure>
      <figcaption className="text-12 text-muted">{t('memory.title')}</figcaption>
      <ol className="mt-2 grid grid-flow-col auto-cols-fr">
        {reminders.slice(0, SHOWN).map((moment, at) => (
          <li key={moment} className="relative grid gap-1.5 text-12 text-muted">
            <span className="relative flex h-2 items-center">
              {at + 1 < Math.min(SHOWN, reminders.length) && (
                <i className="absolute right-0 left-1 h-px bg-line-strong" />
              )}
              {at > 0 && <i className="absolute left-0 h-px w-1 bg-line-strong" />}
              <i
                className={classNames(
                  'relative size-2 rounded-pill',
                  at === 0 ? 'bg-text' : 'border-[1.5px] border-control bg-surface',
                )}
              />
            </span>
            <span className={classNames('whitespace-nowrap', at === 0 && 'font-medium text-text')}>
              {format.date(moment) === tomorrow ? t('memory.tomorrow') : format.dayMonth(moment)}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  )
}
