import { answerStrokes } from 'trading/learning/answer-strokes'

const EDGE = 160
const RADIUS = 58
const STROKE = 12

type Props = {
  /** Whether each answer was right, quiz by quiz. */
  quizzes: readonly (readonly boolean[])[]
  label: string
  /** In the middle: the score. */
  children?: string
}

/** Graded answers as strokes of a ring: outside for right, inside for wrong, a gap between quizzes. It needs no colour. */
export function AnswerSeal({ quizzes, label, children }: Props) {
  return (
    <svg viewBox={`0 0 ${EDGE} ${EDGE}`} role="img" aria-label={label} className="size-40">
      <circle cx={EDGE / 2} cy={EDGE / 2} r={RADIUS} className="fill-none stroke-line-strong" />
      {answerStrokes(quizzes).map(({ right, x, y }, place) => {
        const [from, to] = right ? [RADIUS + 1, RADIUS + STROKE] : [RADIUS - 1, RADIUS - STROKE]
        const at = (radius: number) =>
          `${(EDGE / 2 + radius * x).toFixed(2)} ${(EDGE / 2 + radius * y).toFixed(2)}`
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: a stroke is its place
            key={place}
            d={`M${at(from)}L${at(to)}`}
            strokeWidth="2"
            className={right ? 'stroke-text' : 'stroke-loss-mark'}
          />
        )
      })}
      {children && (
        <text
          x={EDGE / 2}
          y={EDGE / 2}
          textAnchor="middle"
          dominantBaseline="central"
          className="fill-text text-28 font-semibold"
        >
          {children}
        </text>
      )}
    </svg>
  )
}
