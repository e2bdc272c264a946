import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { DrawSurface } from './draw-surface.tsx'
import { FACTS, type Fact, type Marks, type Tool } from './marks.ts'
import { type Area, at, turned } from './place.ts'
import type { Suggestion } from './use-suggestions.ts'

type Props = {
  marks: Marks
  /** The page that is drawn below: of the marks, only its own are shown. */
  page: number
  /** It lies on white paper, on which the marks of the dark theme are too light. */
  onPaper: boolean
  /** Masks hide what is under them, unless they were lifted for this look. */
  lifted: boolean
  /** Quarter turns of the picture below. */
  turns: number
  chosen: Fact | null
  tool: Tool
  /** Where the chosen fact may be. */
  suggestion: Suggestion | null
  onConfirm: () => void
  onChoose: (fact: Fact) => void
  onPlace: (area: Area) => void
  onCancel: () => void
}

/** What lies over the picture of a proof: its masks, the numbers of what was found in it, and the rectangle that is being drawn. */
export function MarkLayer({
  marks,
  page,
  onPaper,
  lifted,
  turns,
  chosen,
  tool,
  suggestion,
  onConfirm,
  onChoose,
  onPlace,
  onCancel,
}: Props) {
  const { t } = useTranslation('qualification')
  const theme = onPaper ? 'light' : undefined
  const masks = marks.masks.filter(({ place }) => place.page === page)
  return (
    <>
      {masks.map(({ id, place }) => (
        <span
          key={id}
          aria-hidden
          // On white paper a light mask would not be seen.
          data-theme="dark"
          className={classNames(
            'absolute overflow-hidden rounded-key',
            lifted ? 'border border-dashed border-warn' : 'border border-line-strong bg-surface',
          )}
          style={at(turned(place, turns))}
        >
          {!lifted && <span className="absolute inset-0 hatched opacity-60" />}
        </span>
      ))}
      {FACTS.map((fact, index) => {
        const { place, agrees } = marks.findings[fact] ?? {}
        if (place?.page !== page) return null
        return (
          <button
            key={fact}
            type="button"
            data-theme={theme}
            aria-pressed={chosen === fact}
            aria-label={t('facts.mark', { number: index + 1, fact: t(`facts.names.${fact}`) })}
            onClick={() => onChoose(fact)}
            className={classNames(
              'absolute rounded-key border-2',
              agrees ? 'border-info' : 'border-loss-mark',
              chosen === fact && 'outline-2 outline-offset-2 outline-focus',
            )}
            style={at(turned(place, turns))}
          >
            <NumberDisc
              number={index + 1}
              agrees={agrees === true}
              className="absolute -top-3.5 -right-3.5 shadow-float"
            />
          </button>
        )
      })}
      {chosen !== null && !tool && suggestion?.place.page === page && (
        <button
          type="button"
          data-theme={theme}
          aria-label={t('suggest.confirm', { fact: t(`facts.names.${chosen}`), words: suggestion.words })}
          onClick={onConfirm}
          className="absolute rounded-key border-2 border-dashed border-info bg-info-tint/40"
          style={at(turned(suggestion.place, turns))}
        >
          <NumberDisc
            number={FACTS.indexOf(chosen) + 1}
            agrees="suggested"
            className="absolute -top-3.5 -right-3.5 shadow-float"
          />
        </button>
      )}
      {tool && <DrawSurface label={t('draw.label')} turns={turns} onPlace={onPlace} onCancel={onCancel} />}
    </>
  )
}

/** The number of a fact, the same on the picture and beside it. */
export function NumberDisc({
  number,
  agrees,
  className,
}: {
  number: number
  agrees: boolean | null | 'suggested'
  className?: string
}) {
  return (
    <span
      aria-hidden
      className={classNames(
        'tabular grid size-5 shrink-0 place-items-center rounded-pill text-12 font-semibold',
        looksOf(agrees),
        className,
      )}
    >
      {number}
    </span>
  )
}

function looksOf(agrees: boolean | null | 'suggested'): string {
  if (agrees === null) return 'bg-raised text-muted'
  if (agrees === 'suggested') return 'border border-info bg-bg text-info'
  return agrees ? 'bg-info text-bg' : 'bg-loss text-bg'
}
