import { readDrawing } from '#parts/drawn-chart/drawing.ts'
import { DrawnChart } from '#parts/drawn-chart/drawn-chart.tsx'
import { parseDeck, slideName } from '#parts/slides/deck.ts'

/** A slide, small: its name and its drawing. */
export default function ResumeSlide({ deck, place }: { deck: string; place: number }) {
  const slide = parseDeck(deck)[place - 1]
  const directive = slide?.blocks.find((block) => block.kind === 'directive')?.directive
  const drawing = directive ? readDrawing(directive.name, directive.words) : null
  return (
    <div className="grid gap-3">
      <b className="line-clamp-3 text-16">{slide ? slideName(slide) : ''}</b>
      {drawing && drawing.kind !== 'bars' && (
        <div className="h-18">
          <DrawnChart drawing={drawing} bare />
        </div>
      )}
    </div>
  )
}
