import { Check, OctagonAlert, TriangleAlert } from 'lucide-react'
import { LANGUAGE_NAMES, LANGUAGES } from 'mails/languages'
import { Suspense, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from '#lib/language/i18n.ts'
import { parisDay } from '#lib/money/paris-day.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Finding } from '../define-studio.ts'
import {
  type ContentDocument,
  datedFacts,
  daysLeft,
  SOON_DAYS,
  textOf,
  textState,
} from '../document/document.ts'
import { useLanguageStates } from './language-switch.tsx'
import { useContent, useNames } from './studio-context.tsx'

export type ContentCheck = {
  key: string
  /** `stop` prevents publication, `warn` does not, `good` is in order. */
  tone: 'stop' | 'warn' | 'good'
  words: string
  detail: string
  /** The path of the field to fix. */
  place: string | null
}

/** The checks before publication, the most serious first. */
export function useChecks(): ContentCheck[] {
  const { studio } = useContent()
  const { t } = useTranslation('studio')
  const { t: kind, placeName, textName } = useNames()
  const document = useWatch() as ContentDocument
  const states = useLanguageStates()
  return useMemo(() => {
    const today = parisDay(new Date())
    const wrong = studio.schema.safeParse(document.fields).error?.issues ?? []
    const places = [...new Set(wrong.map(({ path }) => ['fields', ...path].join('.')))]
    const french = studio.texts.filter(
      ({ name, required }) => required && textOf(document, 'fr', name).trim() === '',
    )
    const behind = LANGUAGES.filter((language) => language !== 'fr' && states[language] !== 'current')
    const facts = datedFacts(document.fields)
    const due = facts.filter(({ fact }) => (daysLeft(fact, today) ?? 1) <= SOON_DAYS)
    const detailOf = (at: Finding['at'], { same, all }: Finding['values']) => {
      if (at?.line !== undefined) return t('checks.line', { language: placeName(at.place), line: at.line })
      return all === undefined ? '' : t('checks.of', { same, all })
    }
    const checks: ContentCheck[] = [
      {
        key: 'french',
        tone: french.length > 0 ? 'stop' : 'good',
        words: french.length > 0 ? t('checks.frenchMissing') : t('checks.french'),
        detail: french.map(({ name }) => textName(name)).join(', '),
        place: french[0] ? `texts.fr.${french[0].name}` : null,
      },
      {
        key: 'languages',
        tone: behind.length > 0 ? 'warn' : 'good',
        words: t(behind.length > 0 ? 'checks.languagesBehind' : 'checks.languages', {
          languages: behind.map((language) => LANGUAGE_NAMES[language]).join(', '),
        }),
        detail: t('checks.languagesOf', { count: 4 - behind.length }),
        place: null,
      },
      ...(Object.keys(studio.shapes).length === 0
        ? []
        : [
            {
              key: 'fields',
              tone: places.length > 0 ? ('stop' as const) : ('good' as const),
              words:
                places.length > 0 ? t('checks.fieldsWrong', { count: places.length }) : t('checks.fields'),
              detail: places.slice(0, 2).map(placeName).join(', '),
              place: places[0] ?? null,
            },
          ]),
      ...(facts.length === 0
        ? []
        : [
            {
              key: 'facts',
              tone: due.length > 0 ? ('warn' as const) : ('good' as const),
              words: due.length > 0 ? t('checks.factsDue', { count: due.length }) : t('checks.facts'),
              detail: t('checks.factsOf', { count: facts.length - due.length, all: facts.length }),
              place: due[0] ? `fields.${due[0].path}` : null,
            },
          ]),
      ...behind.flatMap((language) => {
        const missing = studio.texts.filter(
          ({ name, required }) =>
            textState(document, language, name) === 'missing' &&
            (required || textOf(document, 'fr', name).trim()),
        )
        return missing.length === 0
          ? []
          : [
              {
                key: `missing ${language}`,
                tone: 'warn' as const,
                words: t('checks.missing', { language: LANGUAGE_NAMES[language], count: missing.length }),
                detail: missing.map(({ name }) => textName(name)).join(', '),
                place: `texts.${language}.${missing[0]?.name}`,
              },
            ]
      }),
      ...(studio.findings?.(document) ?? []).map(({ key, tone, say, values, at }) => ({
        key,
        tone,
        words: kind(say, values),
        detail: detailOf(at, values),
        place: at?.place ?? null,
      })),
    ]
    const order = ['stop', 'warn', 'good']
    return checks.sort((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone))
  }, [studio, document, states, t, kind, placeName, textName])
}

const MARKS = {
  stop: <OctagonAlert size={16} strokeWidth={1.75} className="text-loss" aria-hidden />,
  warn: <TriangleAlert size={16} strokeWidth={1.75} className="text-warn" aria-hidden />,
  good: <Check size={16} strokeWidth={1.75} className="text-gain" aria-hidden />,
}

/** The checks before publication, and what else a kind shows of an item. */
export function Checks() {
  const { studio, item, mayWrite } = useContent()
  return (
    <>
      <ChecksList />
      {studio.Beside && (
        <Suspense fallback={<Skeleton className="m-5 h-24" />}>
          <studio.Beside item={item} mayWrite={mayWrite} />
        </Suspense>
      )}
    </>
  )
}

function ChecksList() {
  const { t } = useTranslation('studio')
  return (
    <section aria-label={t('checks.title')} className="px-4 pt-3.5 pb-4 md:px-5">
      <h3 className="mb-2 font-semibold">{t('checks.title')}</h3>
      <CheckLines checks={useChecks()} />
    </section>
  )
}

/** Checks, a line each; a line leads to its place. */
export function CheckLines({ checks }: { checks: readonly ContentCheck[] }) {
  return (
    <ul className="grid gap-1">
      {checks.map(({ key, tone, words, detail, place }) => {
        const line = (
          <>
            {MARKS[tone]}
            <span className="min-w-0 text-left text-pretty">{words}</span>
            <span className="min-w-0 truncate text-right text-muted">{detail}</span>
          </>
        )
        const looks = 'grid min-h-7 w-full grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-2 text-13'
        return (
          <li key={key}>
            {place ? (
              <button
                type="button"
                onClick={() => goTo(place)}
                className={`${looks} rounded-inner hover:bg-raised`}
              >
                {line}
              </button>
            ) : (
              <div className={looks}>{line}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Scrolls to a path of the document and focuses it; a part of a field resolves to that field. A tab that hides it is opened. */
export function goTo(place: string): void {
  for (let at = place; at; at = at.replace(/\.?[^.]*$/, '')) {
    const all = [...document.querySelectorAll<HTMLElement>(`[data-place="${CSS.escape(at)}"]`)]
    const found = all.find((one) => one.checkVisibility()) ?? all[0]
    if (!found) continue
    const tab = found.closest('[role=tabpanel][hidden]')?.getAttribute('aria-labelledby')
    if (tab) document.getElementById(tab)?.click()
    else if (!found.checkVisibility()) continue
    requestAnimationFrame(() => {
      found.scrollIntoView({ block: 'center' })
      found.querySelector<HTMLElement>('input, textarea, select, button')?.focus({ preventScroll: true })
    })
    return
  }
}
