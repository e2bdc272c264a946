/** A graded answer on the ring of a seal: its direction from the centre, clockwise from the top. */
export type AnswerStroke = { right: boolean; x: number; y: number }

/** The strokes of a seal, in order, with the gap of one stroke after each quiz; a single quiz has none. */
export function answerStrokes(quizzes: readonly (readonly boolean[])[]): AnswerStroke[] {
  const filled = quizzes.filter((answers) => answers.length > 0)
  const gap = filled.length > 1 ? 1 : 0
  const places = filled.flatMap((answers) => [...answers, ...Array<null>(gap).fill(null)])
  return places.flatMap((right, place) => {
    if (right === null) return []
    const angle = (place / places.length) * 2 * Math.PI - Math.PI / 2
    return [{ right, x: Math.cos(angle), y: Math.sin(angle) }]
  })
}
