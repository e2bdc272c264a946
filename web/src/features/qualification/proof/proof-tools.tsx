import { ExternalLink, RotateCw, SquareDashedMousePointer, ZoomIn, ZoomOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
/** Times the width of its place. */
export const ZOOMS = [1, 1.5, 2, 3, 4] as const

type Props = {
  step: number
  onZoom: (by: number) => void
  onTurn: () => void
  masking?: boolean
  /** Absent where nothing is decided any more. */
  onMask?: () => void
  children: ReactNode
}

/** The tools over a proof that is drawn. */
export function ProofTools({ step, onZoom, onTurn, masking = false, onMask, children }: Props) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const act = (label: string, Icon: typeof ZoomIn, onClick: () => void, disabled = false) => (
    <Button
      size="sm"
      variant="ghost"
      iconOnly
      aria-label={label}
      title={label}
      // A disabled button would lose the focus, and the keys of the sheet with it.
      aria-disabled={disabled}
      onClick={onClick}
      icon={<Icon {...icon} />}
    />
  )
  return (
    <>
      {act(t('zoom.out'), ZoomOut, () => onZoom(-1), step === 0)}
      <span className="tabular min-w-12 text-center text-13">{format.percent(ZOOMS[step] ?? 1)}</span>
      {act(t('zoom.in'), ZoomIn, () => onZoom(1), step === ZOOMS.length - 1)}
      {act(t('zoom.turn'), RotateCw, onTurn)}
      {children}
      {onMask && (
        <Button
          size="sm"
          variant={masking ? 'inverse' : 'outline'}
          aria-pressed={masking}
          onClick={onMask}
          icon={<SquareDashedMousePointer {...icon} />}
        >
          {/* A page turner beside it leaves no room for the word. */}
          <span className="@max-[540px]:sr-only">{t('masks.mask')}</span>
          <span aria-hidden className="pointer-coarse:hidden">
            <Kbd>M</Kbd>
          </span>
        </Button>
      )}
    </>
  )
}

type OpenProps = { href: string; masked: boolean; iconOnly: boolean; onLift: () => void }

/** The file as it was sent. Where parts are masked, it asks why first. */
export function OpenFile({ href, masked, iconOnly, onLift }: OpenProps) {
  const { t } = useTranslation('qualification')
  const looks = { size: 'sm', variant: iconOnly ? 'ghost' : 'outline', iconOnly } as const
  const name = iconOnly ? { 'aria-label': t('proofSee'), title: t('proofSee') } : {}
  const words = (
    <>
      <ExternalLink {...icon} />
      {!iconOnly && t('proofSee')}
    </>
  )
  return masked ? (
    <Button {...looks} {...name} onClick={onLift}>
      {words}
    </Button>
  ) : (
    <Button asChild {...looks}>
      <a href={href} target="_blank" rel="noopener" {...name}>
        {words}
      </a>
    </Button>
  )
}
