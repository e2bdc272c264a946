import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { drawAll, settled } from '../../e2e/stage/accessibility.ts'

/** Waits for a page, takes the screenshot and checks it: an incomplete screen is refused. */
export type Theme = 'dark' | 'light'
type Colour = readonly [number, number, number]
/** `thumb` is 48 × 48 RGB pixels: enough to distinguish two pictures. */
export type Wanted = { whole?: true; samples?: true }
export type Picture = { png: Buffer; thumb: Buffer }

/** Background tokens; the corners of every screen have one of them. */
const GROUNDS = ['--well', '--bg', '--surface', '--raised', '--overlay'] as const
/** Tolerance per channel (of 255) for renderings of the same colour. */
const NEAR = 4
/** In milliseconds; generous for a busy machine. */
const PATIENCE = 30_000
/** Minimum share of pixels on the theme's side of grey. The start page's hero is the most mixed. */
const MOSTLY = 0.6

/** Resolves when a page is complete: data, fonts, images, charts, and two frames after the last animation. */
export async function waitUntilDrawn(page: Page, { whole, samples }: Wanted): Promise<void> {
  // A screen that polls is never idle.
  await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined)
  await page.locator('h1, h2').first().waitFor()
  const obstacles = () => page.evaluate(whatIsAwaited, [whole ?? false, samples ?? false] as const)
  for (const end = Date.now() + PATIENCE; ; await page.waitForTimeout(100)) {
    // Repeated, because a prerendered page becomes interactive later.
    if (whole) await walkDown(page)
    const awaited = await obstacles()
    if (awaited.length === 0) break
    if (Date.now() > end) throw new Error(`Timed out waiting for ${awaited.slice(0, 3).join(', ')}`)
  }
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(
      [...document.images]
        .filter(({ complete }) => complete)
        .map((image) => image.decode().catch(() => undefined)),
    )
  })
  // Two frames, or longer if something is still animated.
  await settled(page)
}

/** Runs in the page: descriptions of what is still missing, on the whole page or in view. */
function whatIsAwaited([all, sampled]: readonly [boolean, boolean]): string[] {
  // In pixels: a chart's placeholder is taller than any sample of a loading state.
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
  // The caret of a code input pulses too.
  const isWide = ({ offsetWidth }: HTMLElement) => offsetWidth > 4
  const isHigh = ({ offsetHeight }: HTMLElement) => offsetHeight >= LEAST_OF_A_CHART
  const awaited: HTMLElement[] = [
    ...(sampled
      ? seen('.animate-pulse', isHigh)
      : seen('[aria-busy=true], .animate-pulse, .animate-spin', isWide)),
    ...seen<HTMLImageElement>('img', (image) => !image.complete || (image.naturalWidth === 0 && !sampled)),
    // A chart has several stacked canvases, some of them for the pointer only.
    ...seen('table:has(> tr > td > div > canvas)', (chart) =>
      [...chart.querySelectorAll('canvas')].every(isBlank),
    ),
  ]
  return [
    ...(document.fonts.status === 'loaded' ? [] : ['fonts']),
    ...awaited.map(({ tagName, className }) => `${tagName.toLowerCase()} ${className}`.slice(0, 80)),
  ]
}

/** Scrolls through the page to trigger lazy rendering. */
async function walkDown(page: Page): Promise<void> {
  await drawAll(page)
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // Load all images, however far down.
    for (const image of document.images) image.loading = 'eager'
    for (let top = 0; top < document.documentElement.scrollHeight; top += window.innerHeight / 2) {
      window.scrollTo({ top, behavior: 'instant' })
      await frame()
      await frame()
    }
    window.scrollTo({ top: 0, behavior: 'instant' })
  })
}

/** Takes a screenshot of the current page and checks it; throws on a fault. */
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
      `The ${name} corner is rgb(${colour.join(' ')}), which is not a background of the ${theme} theme.`,
    )
  }
  const thumb = await sharp(png).removeAlpha().resize(48, 48, { fit: 'fill' }).raw().toBuffer()
  const onItsSide = share(thumb, theme)
  if (onItsSide < MOSTLY)
    throw new Error(
      `Only ${Math.round(onItsSide * 100)} % of the picture is on the ${theme} theme's side of grey.`,
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

/** From 0 (equal) to 255. */
export const difference = (one: Buffer, other: Buffer): number =>
  one.reduce((sum, value, place) => sum + Math.abs(value - (other[place] ?? 0)), 0) / one.length

/** The theme's background colours, read from the tokens, since the page may have the other theme. */
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
      // The sandbox shows a band along the upper edge.
      const colours = names.flatMap((name) => [colourOf(name), colourOf(name, '--warn-tint')])
      probe.remove()
      return colours
    },
    [theme, GROUNDS] as const,
  )
