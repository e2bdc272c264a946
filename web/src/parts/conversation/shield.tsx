import { EyeOff } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'

/** What a mask of `private.judge()` or of a moderator may hide. */
const MASKS = [
  'contact',
  'promise',
  'wallet',
  'impersonation',
  'warned',
  'word',
  'link',
  'insult',
  'personal_data',
  'removed',
] as const

/** A dangerous part of a text, which was never sent to this page: its kind in its place. */
export function MaskedPart({ kind }: { kind: string }) {
  const { t } = useTranslation('conversation')
  return (
    <span className="hatched-room mx-0.5 inline-flex h-5 items-center gap-1 rounded-key px-1.5 align-[-0.2em] text-12 font-medium ring-1 ring-line-strong ring-inset">
      <EyeOff size={12} strokeWidth={1.75} aria-hidden />
      {t(`mask.${MASKS.find((mask) => mask === kind) ?? 'other'}`)}
    </span>
  )
}
