// Small indicators shared by list and form: languages, freshness of facts, and an item's state.

import { LANGUAGE_NAMES, LANGUAGES, type Language } from 'mails/languages'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import type { ContentState } from './document/content.ts'
import { type LanguageState, SOON_DAYS } from './document/document.ts'

const SQUARES: Record<LanguageState, string> = {
  current: 'bg-muted',
  stale: 'ring-[1.5px] ring-warn ring-inset',
  missing: 'ring-1 ring-control ring-inset',
}

export function LanguageSquare({ state }: { state: LanguageState }) {
  return <span aria-hidden className={classNames('size-2 shrink-0 rounded-[2px]', SQUARES[state])} />
}

/** French, English, Spanish, Italian: filled where up to date, outlined otherwise. */
export function LanguageSquares({ states }: { states: Readonly<Partial<Record<Language, LanguageState>>> }) {
  const { t } = useTranslation('studio')
  const stateOf = (language: Language) => states[language] ?? 'missing'
  const words = LANGUAGES.map((language) => `${LANGUAGE_NAMES[language]} ${t(`states.${stateOf(language)}`)}`)
  return (
    <span role="img" aria-label={words.join(', ')} title={words.join('\n')} className="inline-flex gap-[3px]">
      {LANGUAGES.map((language) => (
        <LanguageSquare key={language} state={stateOf(language)} />
      ))}
    </span>
  )
}

/** How much of a fact's validity has passed: the bar fills as the expiry day approaches. */
export function Freshness({ left, days }: { left: number; days: number }) {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const soon = left <= SOON_DAYS
  return (
    <span className={classNames('grid gap-1 text-12 whitespace-nowrap', soon ? 'text-warn' : 'text-muted')}>
      {left > 0 ? t('fact.left', { count: left, days: format.number(left) }) : t('fact.expired')}
      <span aria-hidden className="h-1 overflow-hidden rounded-pill bg-line-strong">
        <span
          className={classNames('block h-full rounded-pill', soon ? 'bg-warn' : 'bg-muted')}
          style={{ width: `${Math.min(100, Math.max(3, (1 - left / days) * 100))}%` }}
        />
      </span>
    </span>
  )
}

const DOTS: Record<ContentState, string> = {
  draft: 'border-[1.5px] border-dashed border-control',
  scheduled: 'ring-2 ring-muted ring-inset',
  published: 'bg-muted',
  archived: 'bg-line-strong',
}

export const StateDot = ({ state, warn = false }: { state: ContentState; warn?: boolean }) => (
  <span aria-hidden className={classNames('size-2 shrink-0 rounded-pill', warn ? 'bg-warn' : DOTS[state])} />
)
