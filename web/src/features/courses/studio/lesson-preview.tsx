import { lazyPart } from '#lib/browser/lazy-part.ts'
import type { PreviewProps } from '#studio/define-studio.ts'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'

const Deck = lazyPart(() => import('#parts/slides/deck.tsx').then(({ Deck: Shown }) => ({ default: Shown })))

/** A lesson as members read it: its slides above its article. */
export function LessonPreview({ texts, language }: PreviewProps) {
  return (
    <div className="grid gap-6 p-4 md:p-6">
      <h1 className="text-24 font-semibold tracking-title">{texts.title}</h1>
      <p className="text-muted">{texts.summary}</p>
      {texts.deck && <Deck markdown={texts.deck} language={language} title={texts.title ?? ''} />}
      {texts.article && <MarkdownView text={texts.article} under={1} />}
    </div>
  )
}
