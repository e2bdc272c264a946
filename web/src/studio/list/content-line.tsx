import { LANGUAGES } from 'mails/languages'
import type { MouseEvent } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { parisDay } from '#lib/money/paris-day.ts'
import { classNames } from '#ui/class-names.ts'
import { TableCheckbox } from '#ui/table/table-checkbox.tsx'
import type { Studio } from '../define-studio.ts'
import type { ContentRow } from '../document/content.ts'
import { daysLeft } from '../document/document.ts'
import { Freshness, LanguageSquares, StateDot } from '../marks.tsx'

export const GRID =
  'grid items-center gap-x-4 pr-4 md:grid-cols-[44px_minmax(0,1fr)_52px_116px_124px] md:pl-3'

type Props = {
  row: ContentRow
  studio: Studio | undefined
  open: boolean
  selected: boolean
  /** Whether this row is the Tab stop of the list. */
  stop: boolean
  onFocus: () => void
  onOpen: () => void
  onToggle: (event: MouseEvent) => void
}

/** An item in the list: its name and state, its languages, the freshness of its facts, and what is due next. */
export function ContentLine({ row, studio, open, selected, stop, onFocus, onOpen, onToggle }: Props) {
  const { t } = useTranslation('studio')
  const { t: words } = useTranslation(studio?.words ?? 'studio')
  const due = useDue(row)
  const today = parisDay(new Date())
  const left = row.next_expiry === null ? null : daysLeft({ read_on: row.next_expiry, valid_days: 0 }, today)
  const title = row.title ?? t('untitled')
  return (
    <li
      className={classNames(
        GRID,
        'relative min-h-14 grid-cols-[44px_minmax(0,1fr)_auto] py-1.5 transition-colors hover:bg-raised/50',
        open && 'bg-raised shadow-[inset_2px_0_0_var(--text)]',
      )}
    >
      <span className="relative z-10 h-11">
        <TableCheckbox
          label={t('list.select', { title })}
          checked={selected}
          tabIndex={-1}
          onToggle={onToggle}
        />
      </span>
      <div className="min-w-0">
        <button
          type="button"
          data-line
          tabIndex={stop ? 0 : -1}
          aria-current={open || undefined}
          onFocus={onFocus}
          onClick={onOpen}
          className="block w-full truncate text-left font-medium -outline-offset-2 after:absolute after:inset-0"
        >
          {title}
        </button>
        <p className="flex min-w-0 items-center gap-1.5 text-12 text-muted">
          <StateDot state={row.state} warn={due.warn} />
          <span className="truncate">
            {studio ? words(`${studio.kind}.one`) : row.kind} · {t(`state.${row.state}`)} · {row.author_name}
          </span>
        </p>
      </div>
      <span className="max-md:row-span-1 max-md:justify-self-end">
        <LanguageSquares states={row.languages} />
      </span>
      <span className="max-md:hidden">
        {left === null || row.fact_days === null ? (
          <span className="text-12 text-muted">{t('fact.none')}</span>
        ) : (
          <Freshness left={left} days={row.fact_days} />
        )}
      </span>
      <span className="text-right max-md:col-start-2 max-md:col-end-4 max-md:flex max-md:justify-between max-md:gap-3">
        <span className="tabular block text-13 font-medium whitespace-nowrap">{due.when}</span>
        <span className={classNames('block truncate text-12', due.warn ? 'text-warn' : 'text-muted')}>
          {due.why}
        </span>
      </span>
    </li>
  )
}

/** What is due next and when: scheduled publication, expiring facts, missing languages, else the last change. */
function useDue(row: ContentRow): { when: string; why: string; warn: boolean } {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const now = Date.now()
  const lacking = LANGUAGES.filter((language) => row.languages[language] === 'missing')
  const stale = LANGUAGES.filter((language) => row.languages[language] === 'stale')
  const code = (languages: readonly string[]) => languages.join(' ').toUpperCase()
  if (row.refusal) return { when: format.moment(row.updated_at, now), why: t('due.refused'), warn: true }
  if (row.flags.length > 0)
    return { when: format.moment(row.updated_at, now), why: t('due.contradicted'), warn: true }
  if (row.expiring_facts > 0 && row.next_expiry !== null)
    return {
      when: format.day(row.next_expiry),
      why: t(row.next_expiry <= parisDay(new Date()) ? 'due.facts' : 'due.soon', {
        count: row.expiring_facts,
      }),
      warn: true,
    }
  if (row.state === 'scheduled' && row.publish_at !== null)
    return {
      when: format.moment(row.publish_at, now),
      why: lacking.length > 0 ? t('due.lacks', { languages: code(lacking) }) : t('state.scheduled'),
      warn: lacking.length > 0,
    }
  const when = format.moment(row.updated_at, now)
  if (lacking.length > 0)
    return { when, why: t('due.lacks', { languages: code(lacking) }), warn: row.state === 'published' }
  if (stale.length > 0) return { when, why: t('due.stale', { languages: code(stale) }), warn: true }
  if (row.state === 'published' && row.version !== row.published_version)
    return { when, why: t('state.ahead'), warn: false }
  return { when, why: t(`due.${row.state}`), warn: false }
}
