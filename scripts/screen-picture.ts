import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { drawAll, settled } from '../e2e/accessibility.ts'

/** Owns how a page is waited for, taken and judged: a picture that shows a screen half done is refused and not kept. */
export type Theme = 'dark' | 'light'
type Colour = readonly [number, number, number]
/** `thumb` is 48 × 48 pixels of red, green and blue: enough to tell two pictures apart. */
export type Wanted = { whole?: true; samples?: true }
export type Picture = { png: Buffer; thumb: Buffer }

/** Grounds of the tokens; a screen ends in one of them at its corners. */
const GROUNDS = ['--well', '--bg', '--surface', '--raised', '--overlay'] as const
/** Of 255 in each channel: what the drawing of one and the same colour may differ by. */
const NEAR = 4
/** In milliseconds: a busy machine takes its time. */
const PATIENCE = 30_000
/** Part of a picture that is on its theme's side of grey. The hero of the start page is the least even. */
const MOSTLY = 0.6

/** Resolves once a page shows what it will show: data, letters, images, charts, and two frames after the last movement. */
export async function waitUntilDrawn(page: Page, { whole, samples }: Wanted): Promise<void> {
  // A screen that asks again and again is never without a request.
  await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined)
  await page.locator('h1, h2').first().waitFor()
  const obstacles = () => page.evaluate(whatIsAwaited, [whole ?? false, samples ?? false] as const)
  for (const end = Date.now() + PATIENCE; ; await page.waitForTimeout(100)) {
    // Again and again: a page that was drawn ahead listens only some time after it can be walked.
    if (whole) await walkDown(page)
    const awaited = await obstacles()
    if (awaited.length === 0) break
    if (Date.now() > end) throw new Error(`It was waited in vain for ${awaited.slice(0, 3).join(', ')}`)
  }
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(
      [...document.images]
        .filter(({ complete }) => complete)
        .map((image) => image.decode().catch(() => undefined)),
    )
  })
  // Two frames, and again where something moves by then.
  await settled(page)
}

/** In the page: what is not there yet, in words; of all of it or of what is in sight. */
function whatIsAwaited([all, sampled]: readonly [boolean, boolean]): string[] {
  // In pixels: what stands for a chart that is to come is higher than any sample of waiting.
  const LEAST_OF_A_CHART = 300
  const inSight = (element: Element) => {
    const { top, bottom, width } = element.getBoundingClientRect()
    return width > 0 && (all || (top < window.innerHeight && bottom > 0))
  }
  const seen = <E extends HTMLElement>(selector: string, holds: (element: E) => boolean = () => true) =>
    [...document.querySelectorAll<E>(selector)].filter((element) => inSight(element) && holds(element))
  const isBlank = (canvas: HTMLCanvasElement) => {
    if (canvas.width === 0 || canvas.height === 0) return false
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    return pixels !== undefined && !pixels.some((value) => value !== 0)
  }
  // The caret of a code that is asked for pulses too.
  const isWide = ({ offsetWidth }: HTMLElement) => offsetWidth > 4
  const isHigh = ({ offsetHeight }: HTMLElement) => offsetHeight >= LEAST_OF_A_CHART
  const awaited: HTMLElement[] = [
    ...(sampled
      ? seen('.animate-pulse', isHigh)
      : seen('[aria-busy=true], .animate-pulse, .animate-spin', isWide)),
    ...seen<HTMLImageElement>('img', (image) => !image.complete || (image.naturalWidth === 0 && !sampled)),
    // A chart lays several sheets over one another, of which some are for the pointer alone.
    ...seen('table:has(> tr > td > div > canvas)', (chart) =>
      [...chart.querySelectorAll('canvas')].every(isBlank),
    ),
  ]
  return [
    ...(document.fonts.status === 'loaded' ? [] : ['fonts']),
    ...awaited.map(({ tagName, className }) => `${tagName.toLowerCase()} ${className}`.slice(0, 80)),
  ]
}

/** What is drawn only where one comes to it is drawn when one has been there. */
async function walkDown(page: Page): Promise<void> {
  await drawAll(page)
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // Asked for however far down they lie.
    for (const image of document.images) image.loading = 'eager'
    for (let top = 0; top < document.documentElement.scrollHeight; top += window.innerHeight / 2) {
      window.scrollTo({ top, behavior: 'instant' })
      await frame()
      await frame()
    }
    window.scrollTo({ top: 0, behavior: 'instant' })
  })
}

/** Takes the page as it stands and judges it; throws what is wrong with it. */
export async function take(
  page: Page,
  theme: Theme,
  { whole, covered }: { whole?: true; covered?: true } = {},
): Promise<Picture> {
  const png = await page.screenshot({ fullPage: whole === true, animations: 'disabled', caret: 'hide' })
  const grounds = await groundsOf(page, theme)
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): Colour => {
    const place = (y * info.width + x) * 3
    return [data[place] ?? 0, data[place + 1] ?? 0, data[place + 2] ?? 0]
  }
  const [right, bottom] = [info.width - 2, info.height - 2]
  const corners = { 'top left': at(1, 1), 'bottom left': at(1, bottom), 'bottom right': at(right, bottom) }
  for (const [name, colour] of Object.entries(corners)) {
    if (
      covered ||
      grounds.some((ground) => ground.every((value, one) => Math.abs(value - (colour[one] ?? 0)) <= NEAR))
    )
      continue
    throw new Error(
      `The ${name} corner is rgb(${colour.join(' ')}), which is no ground of the ${theme} theme.`,
    )
  }
  const thumb = await sharp(png).removeAlpha().resize(48, 48, { fit: 'fill' }).raw().toBuffer()
  const onItsSide = share(thumb, theme)
  if (onItsSide < MOSTLY)
    throw new Error(
      `Only ${Math.round(onItsSide * 100)} % of the picture has the ${theme} theme's side of grey.`,
    )
  return { png, thumb }
}

function share(thumb: Buffer, theme: Theme): number {
  let fitting = 0
  for (let place = 0; place < thumb.length; place += 3) {
    const grey = ((thumb[place] ?? 0) + (thumb[place + 1] ?? 0) + (thumb[place + 2] ?? 0)) / 3
    if (theme === 'dark' ? grey < 110 : grey > 110) fitting += 3
  }
  return fitting / thumb.length
}

/** From 0, the same, to 255. */
export const difference = (one: Buffer, other: Buffer): number =>
  one.reduce((sum, value, place) => sum + Math.abs(value - (other[place] ?? 0)), 0) / one.length

/** The theme's grounds as pixels, asked of the tokens and not of the page, which may have the other theme. */
const groundsOf = (page: Page, theme: Theme): Promise<Colour[]> =>
  page.evaluate(
    ([named, names]) => {
      const probe = document.body.appendChild(document.createElement('div'))
      probe.dataset.theme = named
      const canvas = document.createElement('canvas')
      const pen = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
      const colourOf = (...laid: string[]) => {
        for (const name of laid) {
          pen.fillStyle = getComputedStyle(probe).getPropertyValue(name)
          pen.fillRect(0, 0, 1, 1)
        }
        const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
        return [red, green, blue] as const
      }
      // A band along the upper edge tells of a trial of money.
      const colours = names.flatMap((name) => [colourOf(name), colourOf(name, '--warn-tint')])
      probe.remove()
      return colours
    },
    [theme, GROUNDS] as const,
  )
