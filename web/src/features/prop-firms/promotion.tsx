import { Copy } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { dayOf, type PropFirm, promotionOn } from './prop-firm.ts'

/** A firm's promotion code with its last day; a date, never a countdown. */
export function Promotion({ firm }: { firm: PropFirm }) {
  const { t, i18n } = useTranslation('prop-firms')
  const format = useFormat()
  const promotion = promotionOn(firm, dayOf(new Date()))
  if (!promotion) return null
  const copy = () =>
    navigator.clipboard.writeText(promotion.code).then(
      () => toast({ title: t('promotion.copied') }),
      () => toast({ title: t('promotion.notCopied', { code: promotion.code }), variant: 'destructive' }),
    )
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-well px-4 py-3">
      <p className="text-pretty">
        {promotion.text[i18n.language]}
        <span className="block text-13 text-muted">
          {t('promotion.until', { date: format.day(promotion.endsOn) })}
        </span>
      </p>
      <Button onClick={() => void copy()} icon={<Copy size={16} strokeWidth={1.75} aria-hidden />}>
        <span className="sr-only">{t('promotion.copy')} </span>
        <code className="font-mono text-13">{promotion.code}</code>
      </Button>
    </div>
  )
}
