import { ArrowUpRight } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Localized } from '#lib/language/localized.ts'

type Props = { website: string | null; affiliate: string | null; disclosure: Localized | null }

/** The link to a firm's own site. A paid link says so before it is followed, and to search engines. */
export function OutboundLink({ website, affiliate, disclosure }: Props) {
  const { t, i18n } = useTranslation('guides')
  const address = affiliate ?? website
  if (!address) return <p className="text-muted">{t('site.none')}</p>
  return (
    <div className="grid gap-2">
      {disclosure && <p className="text-13 text-pretty text-muted">{disclosure[i18n.language]}</p>}
      <a
        href={address}
        target="_blank"
        rel={affiliate ? 'sponsored nofollow noopener' : 'nofollow noopener'}
        className="inline-flex items-center gap-1 justify-self-start underline decoration-line-strong underline-offset-3 hover:decoration-current pointer-coarse:min-h-target"
      >
        {t(affiliate ? 'site.affiliate' : 'site.plain')}
        <ArrowUpRight size={16} strokeWidth={1.75} className="text-muted" aria-hidden />
        <span className="sr-only">{t('site.newTab')}</span>
      </a>
    </div>
  )
}
