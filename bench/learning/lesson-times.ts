import type { Page } from 'playwright-core'
import { POINTED_MS, SHOWN } from '../pages/timed.ts'
import { sized } from '../short.ts'
import { median, quantile, rounded, table } from '../statistics.ts'
import { COURSE, LATER_LESSON, LESSON, type Lessons, LONG, SLIDES } from './lesson-stage.ts'

const RUNS = sized(9, 1)
/** A slow phone's processor. */
const SLOWER = 4
const TURN_MS = sized(3000, 500)
/** A key that is held down repeats about as often. */
const TURN_EVERY_MS = 100
/** What the page fetches ahead is there before somebody has read it. */
const READ_MS = 1500

/** How long a lesson takes from the list to its content, and a long deck to open; and the frames while its slides are turned. */
export async function lessonTimes(lessons: Lessons): Promise<string> {
  const least: number[] = []
  const bare: number[] = []
  const opened: number[] = []
  const later: number[] = []
  const decks: number[] = []
  const still: number[][] = []
  const turned: number[][] = []
  for (let run = 0; run < RUNS; run++) {
    least.push(await onPage(lessons, `/formations?cours=${COURSE}`, SLOWER, openLeast))
    bare.push(
      await onPage(lessons, `/formations?cours=${COURSE}&lecon=${LESSON}&partie=article`, SLOWER, drawBare),
    )
    opened.push(
      await onPage(lessons, `/formations?cours=${COURSE}`, SLOWER, (page) => openLesson(page, LESSON)),
    )
    later.push(
      await onPage(lessons, `/formations?cours=${COURSE}`, SLOWER, (page) => openLesson(page, LATER_LESSON)),
    )
    decks.push(
      await onPage(lessons, `/formations?cours=${COURSE}&lecon=${LONG}&partie=article`, SLOWER, openDeck),
    )
    // Named, since a deck opens at the slide that was seen last.
    const deck = `/formations?cours=${COURSE}&lecon=${LONG}&partie=diapositives#1`
    still.push(await onPage(lessons, deck, 1, (page) => frames(page, () => page.waitForTimeout(TURN_MS))))
    turned.push(await onPage(lessons, deck, 1, (page) => frames(page, () => turn(page))))
  }
  const times = table(
    [`processor ${SLOWER} times slower`, 'median, ms', 'longest, ms', 'aim, ms'],
    [
      [`a screen of three lines from the same page, pointed at ${POINTED_MS} ms earlier`, least, ''] as const,
      [
        'the elements of a lesson, put into the page as a copy: style, layout and paint alone',
        bare,
        '',
      ] as const,
      [
        `the next lesson from the list of its course, pointed at ${POINTED_MS} ms earlier`,
        opened,
        '200',
      ] as const,
      [`another lesson from that list, pointed at ${POINTED_MS} ms earlier`, later, '200'] as const,
      [`a deck of ${SLIDES} slides from the article beside it`, decks, '500'] as const,
    ].map(([name, took, aim]) => [name, rounded(median(took), 0), rounded(Math.max(...took), 0), aim]),
  )
  const rates = table(
    [
      `${SLIDES} slides, ${TURN_MS / 1000} s`,
      'frames/s, median',
      'aim',
      '95 % of frames within, ms',
      'longest, ms',
    ],
    [
      ['nothing moves: the limit of this machine', still] as const,
      [`the arrow key every ${TURN_EVERY_MS} ms`, turned] as const,
    ].map(([name, runs]) => [
      name,
      rounded(median(runs.map((one) => (one.length * 1000) / one.reduce((sum, frame) => sum + frame, 0))), 1),
      '60',
      rounded(median(runs.map((one) => quantile(one, 0.95))), 1),
      rounded(median(runs.map((one) => Math.max(...one))), 1),
    ]),
  )
  return `${times}\n\n${rates}`
}

async function onPage<T>(
  lessons: Lessons,
  place: string,
  slower: number,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  await lessons.forget()
  const page = await lessons.member()
  try {
    await page.goto(`${lessons.url}${place}`)
    await page.locator('main h1').first().waitFor()
    await page.waitForTimeout(READ_MS)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.evaluate(SHOWN)
    return await work(page)
  } finally {
    await lessons.leave(page)
  }
}

/** Points at a link, and measures from the press until what it leads to is on the screen. */
async function follow(page: Page, link: string, text: string): Promise<number> {
  await page.locator(link).first().hover()
  await page.waitForTimeout(POINTED_MS)
  return page.evaluate<number>(`shown(() => document.querySelector('${link}').click(), '${text}')`)
}

const openLesson = (page: Page, lesson: string) =>
  follow(page, `a[data-row][href*="lecon=${lesson}"]`, 'article p')

/** What any change of screen costs here. */
const openLeast = (page: Page) => follow(page, 'aside a[href="/copy-trading"]', 'main h1')

/** What the browser alone takes to draw a lesson, with no code to make it. */
const drawBare = (page: Page) =>
  page.evaluate<number>(`(async () => {
    const main = document.querySelector('main')
    const copy = main.cloneNode(true)
    const place = document.createElement('div')
    main.replaceWith(place)
    await new Promise((resolve) => setTimeout(resolve, 500))
    return shown(() => setTimeout(() => place.replaceWith(copy)), 'article p')
  })()`)

const openDeck = (page: Page): Promise<number> =>
  page.evaluate<number>(
    `shown(() => document.querySelectorAll('[role=tab]')[2].click(), 'section[aria-description] h2')`,
  )

/** The intervals between frames, in milliseconds. */
async function frames(page: Page, move: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(`
    globalThis.frameTimes = []
    const tick = (now) => { frameTimes.push(now); requestAnimationFrame(tick) }
    requestAnimationFrame(tick)
  `)
  await move()
  const times = await page.evaluate<number[]>('frameTimes')
  return times.slice(1).map((time, place) => time - (times[place] as number))
}

/** Turns slides at a steady rate, and throws where they were not shown. On a busy machine two presses can meet one slide. */
async function turn(page: Page): Promise<void> {
  const begun = performance.now()
  let turns = 0
  while (performance.now() - begun < TURN_MS) {
    await page.keyboard.press('ArrowRight')
    turns++
    await page.waitForTimeout(Math.max(0, begun + turns * TURN_EVERY_MS - performance.now()))
  }
  // The address follows the slide.
  const place = () => Number(new URL(page.url()).hash.slice(1))
  for (let waits = 0; waits < 50 && place() < turns * 0.9; waits++) await page.waitForTimeout(100)
  if (place() < turns * 0.9) throw new Error(`${turns} turns led to slide ${place()}`)
}
