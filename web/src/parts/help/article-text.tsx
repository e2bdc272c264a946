import type { PublishedContent } from '#lib/content/published-content.ts'
import { textsIn } from '#lib/content/published-content.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'
import { FrenchNotice } from '#ui/product/french-notice.tsx'

/** Summary and text of an article, below its title. */
export function ArticleText({ article }: { article: PublishedContent }) {
  const { i18n } = useTranslation('help')
  const { texts, inFrench } = textsIn(article.texts ?? {}, i18n.language)
  const lang = inFrench ? 'fr' : undefined
  return (
    <>
      {texts.summary && (
        <p className="text-16 text-pretty text-muted" lang={lang}>
          {texts.summary}
        </p>
      )}
      {inFrench && (
        <div className="mt-4">
          <FrenchNotice />
        </div>
      )}
      {texts.body && (
        <div className="mt-6" lang={lang}>
          <MarkdownView text={texts.body} under={0} />
        </div>
      )}
    </>
  )
}
