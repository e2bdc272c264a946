import { Sigma } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { FIGURE, type FigureName } from './figures.ts'
import type { Figures } from './queries.ts'
import { showFigure } from './show-figure.ts'

type Props = {
  name: FigureName
  figures: Figures
  note?: ReactNode
  large?: boolean
  className?: string
}

/** A figure that opens its formula: the whole cell is the link. */
export function FigureCell({ name, figures, note, large = false, className }: Props) {
  const { t } = useTranslation('performance')
  const format = useFormat()
  const [search] = useSearchParams()
  const { kind, told } = FIGURE[name]
  return (
    <Link
      to={`?${withParameters(search, { formule: name })}`}
      className={classNames(
        'group grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1 px-4 py-3 transition-colors hover:bg-raised',
        className,
      )}
    >
      <span className="flex items-center justify-between gap-2 text-13 font-medium text-muted">
        <span className="min-w-0 underline decoration-control decoration-dotted underline-offset-4">
          {t(`figure.${name}.name`)}
        </span>
        <Sigma
          size={14}
          strokeWidth={1.75}
          aria-hidden
          className="shrink-0 text-faint opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
        />
      </span>
      <span
        className={classNames(
          'tabular font-semibold tracking-[-0.01em]',
          large ? 'text-20 md:text-28' : 'text-16',
        )}
      >
        {showFigure(format, kind, told(figures))}
      </span>
      {note && <span className="tabular text-12 text-pretty text-muted">{note}</span>}
      <span className="sr-only">{t('formula.open')}</span>
    </Link>
  )
}
