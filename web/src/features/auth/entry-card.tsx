import type { ComponentProps, ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { brand } from '#lib/site/brand.ts'
import { Logo } from '#parts/brand/logo.tsx'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { Card } from '#ui/card.tsx'
import { PageTitle } from '#ui/page-title.tsx'

/** A single card in the middle of its page. */
export function EntryCard({
  title,
  help,
  purpose,
  below,
  children,
}: {
  title: string
  /** The article for those who are stuck here. */
  help?: ComponentProps<typeof HelpTitle>['article']
  purpose?: ReactNode
  below?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center px-4 md:h-16 md:px-12">
        <Link to="/" aria-label={brand.name}>
          <Logo name={brand.name} />
        </Link>
      </header>
      <main id="content" className="mx-auto w-full max-w-[432px] px-4 pt-6 pb-16 md:pt-[10vh]">
        <Card className="grid grid-cols-1 gap-4 p-6">
          <div>
            {help ? <HelpTitle article={help}>{title}</HelpTitle> : <PageTitle>{title}</PageTitle>}
            {purpose ? <p className="mt-1 text-pretty text-muted">{purpose}</p> : null}
          </div>
          {children}
        </Card>
        {below ? <div className="mt-4 text-center text-13 text-muted">{below}</div> : null}
      </main>
    </div>
  )
}
