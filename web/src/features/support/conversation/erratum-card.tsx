import { FileWarning } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Link } from '#ui/link.tsx'
import type { Erratum } from '../tickets.ts'

/** A mistake of ours that was confirmed: its words, and where the chain holds their hash. */
export function ErratumCard({ erratum }: { erratum: Erratum }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  return (
    <section
      aria-label={t('erratum.title')}
      className="ml-11 grid max-w-155 gap-1 rounded-control border border-warn bg-warn-tint px-4 py-3 max-lg:ml-0"
    >
      <h4 className="flex items-center gap-2 text-13 font-semibold text-warn">
        <FileWarning size={16} strokeWidth={1.75} aria-hidden />
        {t('erratum.title')}
      </h4>
      <p className="text-pretty wrap-anywhere whitespace-pre-line">{erratum.text}</p>
      <p className="text-13 text-muted">
        {t('erratum.entry', { sequence: format.number(erratum.sequence), at: format.dateTime(erratum.at) })}{' '}
        <code className="font-mono">{format.hash(erratum.hash)}</code>{' '}
        <Link to="/preuve">{t('erratum.verify')}</Link>
      </p>
    </section>
  )
}
