import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = { page: number; pages: number; onTurn: (by: number) => void }

/** Which page of a document is shown, and the way to its neighbours. */
export function PageTurner({ page, pages, onTurn }: Props) {
  const { t } = useTranslation('qualification')
  const turn = (by: 1 | -1, label: string, Icon: typeof ChevronLeft) => (
    <Button
      size="sm"
      variant="ghost"
      iconOnly
      aria-label={label}
      title={label}
      // A disabled button would lose the focus, and the keys of the sheet with it.
      aria-disabled={page + by < 1 || page + by > pages}
      onClick={() => onTurn(by)}
      icon={<Icon {...icon} />}
    />
  )
  return (
    <span className="flex items-center">
      {turn(-1, t('pages.before'), ChevronLeft)}
      <span aria-live="polite" className="tabular px-1 text-13 text-muted">
        {t('pages.of', { page, pages })}
      </span>
      {turn(1, t('pages.after'), ChevronRight)}
    </span>
  )
}
