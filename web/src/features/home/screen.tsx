import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { brand } from '#lib/brand.ts'
import { useTranslation } from '#lib/i18n.ts'
import { mayBeSignedIn } from '#lib/session-key.ts'
import { HeroSection } from './hero-section.tsx'

/** The public front page; `children` is what lies below its first view. Members have no use for it: they go on to the signals. */
export function HomeScreen({ children }: { children: ReactNode }) {
  const { t } = useTranslation('home')
  const { search, hash } = useLocation()
  const title = `${brand.name} · ${t('hero.see')} ${t('hero.trade')}`
  useEffect(() => {
    document.title = title
  }, [title])
  // A link from a message that found no better place lands here; the log-in screen can read it.
  if (/[#&?](access_token|error)=/.test(search + hash))
    return <Navigate to={`/login${search}${hash}`} replace />
  if (mayBeSignedIn()) return <Navigate to="/signaux" replace />
  return (
    <>
      <HeroSection />
      {children}
    </>
  )
}
