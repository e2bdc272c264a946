import { Suspense } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Later } from '#ui/later.tsx'

const WRAP = 'mx-auto w-full max-w-[1248px] px-4 md:px-6'

const Lighthouse = lazyPart(() =>
  import('#parts/brand/lighthouse.tsx').then(({ Lighthouse }) => ({ default: Lighthouse })),
)
const RecordCard = lazyPart(() => import('./record-card.tsx'))

/** Text on the sky, sea and beam below it, the record on the shore. */
export function HeroSection() {
  const { t } = useTranslation('home')
  return (
    <section className="relative isolate overflow-x-clip">
      <div className={`flex flex-col items-start pt-10 md:min-h-[604px] md:pt-20 ${WRAP}`}>
        <h1 className="text-40 font-semibold tracking-[-0.03em] lg:text-56 lg:tracking-[-0.032em]">
          {t('hero.see')}
          <br />
          {t('hero.trade')}
        </h1>
        <p className="mt-4 max-w-[520px] text-16 text-pretty text-muted md:mt-5">{t('hero.lead')}</p>
        <div className="mt-6 mb-3 flex gap-3 max-md:w-full max-md:flex-col md:mt-8 md:mb-4">
          <Button asChild variant="primary" size="lg">
            <Link to="/signup">{t('hero.start')}</Link>
          </Button>
          <Button asChild variant="outline" size="lg">
            <a href="#signal">{t('hero.follow')}</a>
          </Button>
        </div>
        <p className="text-13 text-muted">{t('hero.note')}</p>
      </div>
      <div className={`max-md:relative max-md:pt-[252px] ${WRAP}`}>
        <Picture />
        <Suspense fallback={<div className="h-96 rounded-card border border-line bg-surface lg:h-48" />}>
          <RecordCard />
        </Suspense>
      </div>
    </section>
  )
}

/** Behind everything on a desktop; on a phone, cropped to the tower between the text and the record. */
function Picture() {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 -z-10 h-[680px] overflow-hidden max-md:h-[300px]">
      <Later still fallback={null}>
        <Lighthouse
          className="absolute bottom-0 left-0 h-[640px] w-full max-md:top-[-74px] max-md:right-[-132px] max-md:left-auto max-md:h-[421px] max-md:w-[948px] max-md:max-w-none"
          viewBox="0 0 1440 640"
          align="xMidYMax slice"
        />
      </Later>
    </div>
  )
}
