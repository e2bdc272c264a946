import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import type { FieldMark, Mark } from './field-marks.ts'

const SHAPE: Record<Mark, string> = {
  read: 'rounded-pill bg-text',
  deduced:
    'rounded-pill bg-[linear-gradient(90deg,var(--text)_50%,transparent_50%)] ring-1 ring-text ring-inset',
  profile: 'rounded-pill ring-1 ring-control ring-inset',
  confirm: 'rotate-45 rounded-[1px] bg-warn',
}

/** The shape says how certain a field is: full, half, hollow, or a lozenge that waits for an answer. */
export const ConfidenceDot = ({ mark }: { mark: Mark }) => (
  <i aria-hidden className={classNames('inline-block size-2.5 shrink-0', SHAPE[mark])} />
)

/** The words that a field was read from and how certain it is, beside its label. */
export function SourceMark({ of }: { of: FieldMark | undefined }) {
  const { t } = useTranslation('signals')
  if (!of) return null
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {of.words !== '' && (
        <span className="max-w-40 truncate text-text">{t('mark.words', { words: of.words })}</span>
      )}
      <ConfidenceDot mark={of.mark} />
      <span className="sr-only">{t(`mark.${of.mark}`)}</span>
    </span>
  )
}

const MARKS: readonly Mark[] = ['read', 'deduced', 'profile', 'confirm']

/** What the shapes mean, under the pasted text. */
export function MarkLegend() {
  const { t } = useTranslation('signals')
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted">
      {MARKS.map((mark) => (
        <span key={mark} className="flex items-center gap-1.5">
          <ConfidenceDot mark={mark} />
          {t(`mark.${mark}`)}
        </span>
      ))}
    </p>
  )
}
