import { memo } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { readDrawing } from '#parts/drawn-chart/drawing.ts'
import { DrawnChart } from '#parts/drawn-chart/drawn-chart.tsx'
import { LevelTask } from '#parts/drawn-chart/level-task.tsx'
import { readTask } from '#parts/drawn-chart/task.ts'
import { classNames } from '#ui/class-names.ts'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'
import { type Directive, plainText, type Slide } from './deck.ts'

/** One slide. Text and drawings stand beside each other where there is room for both. */
export const SlideView = memo(function SlideView({ slide }: { slide: Slide }) {
  const texts = slide.blocks.filter((block) => block.kind === 'text')
  const directives = slide.blocks.filter((block) => block.kind === 'directive')
  const title = slide.title && (
    <h2 className="text-28 font-semibold tracking-figure text-balance wrap-anywhere @2xl:text-40">
      {plainText(slide.title)}
    </h2>
  )
  const kicker = slide.kicker && <p className="mb-3 text-14 text-muted">{plainText(slide.kicker)}</p>
  if (texts.length === 0 || directives.length === 0)
    return (
      <div className={classNames('my-auto grid min-w-0', texts.length > 0 ? 'gap-2' : 'gap-6')}>
        {(title || kicker) && (
          <div>
            {kicker}
            {title}
          </div>
        )}
        {texts.map(({ text }) => (
          <SlideText key={text} text={text} />
        ))}
        {directives.map(({ directive }) => (
          <DirectiveView key={directive.line} directive={directive} />
        ))}
      </div>
    )
  return (
    <div className="my-auto grid min-w-0 items-center gap-8 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] @3xl:gap-12">
      <div className="min-w-0">
        {kicker}
        {title}
        {texts.map(({ text }) => (
          <SlideText key={text} text={text} />
        ))}
      </div>
      <div className="grid min-w-0 gap-8">
        {directives.map(({ directive }) => (
          <DirectiveView key={directive.line} directive={directive} />
        ))}
      </div>
    </div>
  )
})

const SlideText = ({ text }: { text: string }) => (
  <MarkdownView text={text} under={2} className="mt-4 text-muted [&_strong]:text-text [&_math]:text-text" />
)

function DirectiveView({ directive }: { directive: Directive }) {
  const { t } = useTranslation('slides')
  if (directive.name === 'task') {
    const task = readTask(directive.asks, directive.words)
    if (task) return <LevelTask task={task} />
  } else {
    const drawing = readDrawing(directive.name, directive.words)
    if (drawing) return <DrawnChart drawing={drawing} />
  }
  return (
    <p className="rounded-control border border-dashed border-line-strong p-3 text-13 text-muted">
      {t('unknown')} <code className="font-mono wrap-anywhere">{directive.line}</code>
    </p>
  )
}
