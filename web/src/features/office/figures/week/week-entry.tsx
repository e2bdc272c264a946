import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { LanguageSquares } from '#studio/marks.tsx'
import { classNames } from '#ui/class-names.ts'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import type { WeekGroup, WeekItem, WeekKind } from './week-days.ts'

/** Where all of a kind are. */
const PLACES: Readonly<Record<WeekKind, string>> = {
  announcements: '/annonces',
  events: '/admin/contenus?type=event',
  contents: '/admin/contenus?etat=scheduled',
  facts: '/admin/contenus?expire=1',
  signals: '/admin/signaux',
  promises: '/admin/support',
  renewals: '/admin/revenus',
  closures: '/annonces',
}
const MOST_LISTED = 8

/** What is due of a kind on a day: the one thing by its name, several by their number, their names on hover or focus. */
export function WeekEntry({ group: { kind, items }, className }: { group: WeekGroup; className?: string }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const language = useLanguage()
  const [first] = items
  if (!first) return null
  const nameOf = ({ title }: WeekItem) => (typeof title === 'string' ? title : title[language])
  const timeOf = ({ at, late }: WeekItem) => (at === null || late ? '' : format.time(at))
  const late = items.filter((item) => item.late).length
  const only = items.length === 1
  const link = (
    <Link
      to={only ? first.to : PLACES[kind]}
      className={classNames(
        'relative grid content-center gap-0.5 rounded-control px-2 py-1 transition-colors hover:bg-raised',
        late > 0
          ? 'border border-loss bg-surface text-loss'
          : kind === 'facts'
            ? 'border border-warn bg-surface text-warn'
            : kind === 'announcements' || kind === 'closures'
              ? 'border border-raised bg-raised'
              : 'border border-line-strong bg-surface',
        className,
      )}
    >
      {only ? (
        <span className="min-w-0 break-words">
          {timeOf(first) && <span className="tabular font-semibold">{timeOf(first)} </span>}
          {nameOf(first)}
        </span>
      ) : (
        late < items.length && (
          <span>
            <b className="tabular font-semibold">{items.length}</b>{' '}
            <span className="sr-only">{t(`week.many.${kind}`, { count: items.length })} </span>
            {timeOf(first) && t('week.from', { time: timeOf(first) })}
          </span>
        )
      )}
      {late > 0 && (
        <span className="font-medium">{only ? t('week.overdue') : t('week.late', { count: late })}</span>
      )}
      {only && first.languages && <LanguageSquares states={first.languages} />}
    </Link>
  )
  if (only) return link
  return (
    <Tooltip
      content={
        <span className="grid gap-0.5">
          {items.slice(0, MOST_LISTED).map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name and hour
            <span key={index}>
              {timeOf(item)} {nameOf(item)}
            </span>
          ))}
          {items.length > MOST_LISTED && <span>{t('week.more', { count: items.length - MOST_LISTED })}</span>}
        </span>
      }
    >
      {link}
    </Tooltip>
  )
}
