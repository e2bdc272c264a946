import { dailyTest } from './daily-test.ts'
import { withLessons } from './lesson-stage.ts'
import { lessonTimes } from './lesson-times.ts'
import { lessonWeights } from './lesson-weight.ts'

/** The pages of lessons, and then the daily test. */
export async function measure(): Promise<string> {
  const pages = await withLessons(async (lessons) => {
    // First, since a lesson opens at the part that was seen last, and this shows every part.
    const times = await lessonTimes(lessons)
    return `${await lessonWeights(lessons)}\n\n${times}`
  })
  return `${pages}\n\n${await dailyTest()}`
}
