import type { ComponentProps } from 'react'
import { PageTitle } from '#ui/page-title.tsx'
import { HelpLink } from './help-link.tsx'

type Props = ComponentProps<typeof PageTitle> & Pick<ComponentProps<typeof HelpLink>, 'article'>

/** The heading of a screen with the article that explains it. The mark is beside the heading, so that the page's name has nothing of it. */
export function HelpTitle({ article, ...title }: Props) {
  return (
    <div className="flex items-center gap-2.5">
      <PageTitle {...title} />
      <HelpLink article={article} />
    </div>
  )
}
