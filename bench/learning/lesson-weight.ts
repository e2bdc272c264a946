import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { SHORT, sized } from '../short.ts'
import { rounded, table } from '../statistics.ts'
import { COURSE, curveSlide, LESSON, type Lessons, LONG } from './lesson-stage.ts'

/** After this, what a page fetches ahead of need is there too. */
const AFTER_MS = sized(3000, 500)
const AIM_KB = 60

/** Short runs show the heavy ones: the others differ from them only in their place. */
type Kind = { name: string; place: string; drawn: (page: Page) => Promise<unknown>; heavy?: true }

const at = (part: string, lesson = LESSON) => `/formations?cours=${COURSE}&lecon=${lesson}&partie=${part}`
const shows = (selector: string) => (page: Page) => page.locator(selector).first().waitFor()

const kinds = (): Kind[] => [
  { name: 'an article', place: at('article'), drawn: shows('article p') },
  { name: 'slides, at one of text', place: at('diapositives'), drawn: shows('section[aria-description] h2') },
  {
    name: 'slides, at a computed curve',
    place: `${at('diapositives')}#${curveSlide()}`,
    drawn: shows('section[aria-description] [role=img]'),
    heavy: true,
  },
  { name: 'an exercise', place: at('exercice'), drawn: shows('[role=tabpanel] svg') },
  {
    name: 'a quiz, at its first question',
    place: at('quiz'),
    drawn: async (page) => {
      await page.locator('[role=tabpanel] button').first().click()
      await page.locator('[role=radiogroup], [role=tabpanel] input').first().waitFor()
    },
    heavy: true,
  },
  { name: 'a video', place: at('video', LONG), drawn: (page) => page.waitForResponse(/\/storage\/v1\//) },
]

/** The JavaScript of a lesson that the member's frame does not bring along, until it is drawn and with what it fetches then. */
export async function lessonWeights(lessons: Lessons): Promise<string> {
  const scripts = async (place: string, drawn: Kind['drawn']): Promise<[Set<string>, Set<string>]> => {
    const page = await lessons.member()
    const asked = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) asked.add(pathname)
    })
    const before = drawn(page).then(() => new Set(asked))
    // The event of loading waits for what is fetched ahead too.
    await page.goto(`${lessons.url}${place}`, { waitUntil: 'commit' })
    await before
    await page.waitForTimeout(AFTER_MS)
    await lessons.leave(page)
    return [await before, asked]
  }
  const [, frame] = await scripts('/support', shows('aside a[href="/support"]'))
  const kilobytes = (asked: Set<string>) => {
    const own = [...asked].filter((path) => !frame.has(path))
    return rounded(
      own.reduce((sum, path) => sum + statSync(join(lessons.site, `${path}.br`)).size, 0) / 1024,
      1,
    )
  }
  const rows: string[][] = []
  for (const { name, place, drawn } of kinds().filter(({ heavy }) => heavy || !SHORT)) {
    const [before, all] = await scripts(place, drawn)
    rows.push([name, kilobytes(before), String(AIM_KB), kilobytes(all)])
  }
  return table(
    [
      'JavaScript of a lesson over the member’s frame, as sent (brotli)',
      'until it is drawn, KB',
      'aim',
      'with what it fetches ahead, KB',
    ],
    rows,
  )
}
