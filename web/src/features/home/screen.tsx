import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { HeroSection } from './hero-section.tsx'

/** The public front page; `children` is the part below its first view. */
export function HomeScreen({ children }: { children: ReactNode }) {
  const { t } = useTranslation('home')
  const { search, hash } = useLocation()
  const title = `${brand.name} · ${t('hero.see')} ${t('hero.trade')}`
  useEffect(() => {
    document.title = title
  }, [title])
  // A mail's link without a better destination leads here; the log-in screen can read it.
  if (/[#&?](access_token|error)=/.test(search + hash))
    return <Navigate to={`/login${search}${hash}`} replace />
  return (
    <>
      <HeroSection />
      {children}
    </>
  )
}
