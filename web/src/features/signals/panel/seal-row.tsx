import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { isOpen, type Signal } from '#lib/signals/signal.ts'
import { HelpLink } from '#parts/help/help-link.tsx'
import { Card } from '#ui/card.tsx'
import { Link } from '#ui/link.tsx'
import { sealQuery } from '../queries.ts'

/** The entry that fixed this signal before anybody could know its outcome. */
export function SealRow({ signal }: { signal: Signal }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const seal = useQuery(sealQuery(signal.id))
  return (
    <Card className="flex items-start gap-3 bg-transparent p-4">
      <ShieldCheck size={20} strokeWidth={1.75} className="shrink-0 text-gain" aria-hidden />
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-semibold">
          {t('seal.title')}
          <HelpLink article="verifier-le-bilan" />
        </p>
        <p className="text-13 text-muted">
          {seal.data && (
            <>
              {t('seal.entry', { sequence: format.number(seal.data.sequence) })}{' '}
              <code className="font-mono">{format.hash(seal.data.hash)}</code>.{' '}
            </>
          )}
          {signal.tier === 'freemium' ? t('seal.free') : isOpen(signal) ? t('seal.later') : t('seal.opened')}
        </p>
        <Link
          to={`/preuve?signal=${signal.id}`}
          className="text-13 pointer-coarse:inline-block pointer-coarse:py-2.5"
        >
          {t('seal.check')}
        </Link>
      </div>
    </Card>
  )
}
