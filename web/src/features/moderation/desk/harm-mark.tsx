import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import type { CaseRow } from './cases.ts'

const HEIGHTS = ['h-1', 'h-2', 'h-3'] as const

/** How much harm words may do: three bars, filled from the left. */
export function HarmMark({ harm }: { harm: CaseRow['harm'] }) {
  const { t } = useTranslation('moderation')
  return (
    <span role="img" aria-label={t(`harm.${harm}`)} className="flex h-3 items-end gap-0.5">
      {HEIGHTS.map((height, place) => (
        <i
          key={height}
          className={classNames(
            'w-1 rounded-pill',
            height,
            place >= harm
              ? 'bg-line-strong'
              : harm >= 3
                ? 'bg-loss-mark'
                : harm === 2
                  ? 'bg-warn'
                  : 'bg-muted',
          )}
        />
      ))}
    </span>
  )
}
