import { parseDeck } from '#parts/slides/deck.ts'
import { SlideView } from '#parts/slides/slide-view.tsx'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'
import type { Opening } from '../queries.ts'

type Props = { part: Opening['part']; text: string; language: string | undefined }

/** The first screen of a lesson: its first slide, or the beginning of its article. */
export default function LessonOpening({ part, text, language }: Props) {
  const [slide] = part === 'slides' ? parseDeck(text) : []
  return (
    <div lang={language} className="@container bg-well">
      {slide ? (
        <div className="flex flex-col px-5 py-8 @2xl:min-h-[min(45cqw,32rem)] @2xl:px-14 @2xl:py-12">
          <SlideView slide={slide} />
        </div>
      ) : (
        <div className="mask-b-from-60% px-5 py-6 @2xl:px-14">
          <MarkdownView text={text} under={1} className="max-w-160" />
        </div>
      )}
    </div>
  )
}
