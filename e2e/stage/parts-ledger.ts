import type { Page } from 'playwright-core'

/**
 * Records the design system sheet (`/dev/ui`): every element's position and computed style. Machines render glyphs differently,
 * so pixels are not compared; positions and computed styles are the same wherever the product's fonts are installed.
 */
export type Ledger = {
  chromium: string
  /** Computed styles by short name. */
  styles: Record<string, string>
  /** By theme and part, in document order: depth, tag, left, top, width and height in CSS pixels from the part's corner, style. */
  parts: Record<string, string[]>
}

/** In CSS pixels: tolerance for rounded borders. */
const NEAR = 1
/** Maximum differences reported per part: the first are usually the cause of the rest. */
const MOST_TOLD = 6

/** Reads the current page. `within`: only parts whose name contains it. */
export async function readLedger(page: Page, within = ''): Promise<Ledger> {
  const chromium = page.context().browser()?.version() ?? ''
  return { chromium, ...(await page.evaluate(readParts, within)) }
}

/** Stops all animations and transitions. */
export const holdStill = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]
  })

/** Runs in the page. */
function readParts(within: string): Pick<Ledger, 'styles' | 'parts'> {
  const styles: Ledger['styles'] = {}
  const parts: Ledger['parts'] = {}
  const BOX = ['background-color', 'background-image', 'box-shadow', 'opacity', 'transform', 'filter']
  const SPACE = ['padding', 'border-radius']
  const LETTERS = [
    'color',
    'font-family',
    'font-size',
    'font-style',
    'font-weight',
    'font-variant-numeric',
    'letter-spacing',
    'line-height',
    'text-align',
    'text-decoration-line',
    'text-transform',
  ]
  const STROKES = ['color', 'fill', 'stroke', 'stroke-width']
  const NOTHING = new Set(['none', 'normal', '0px', 'rgba(0, 0, 0, 0)', 'auto'])

  const hash = (text: string) => {
    let value = 0x811c9dc5
    for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) as number), 0x01000193)
    return (value >>> 0).toString(36)
  }
  const rounded = (value: string) =>
    value.replace(/\d+\.\d+/g, (number) => String(Math.round(Number(number) * 1000) / 1000))

  const painted = (style: CSSStyleDeclaration, names: readonly string[]): string[] =>
    names.flatMap((name) => {
      const value = style.getPropertyValue(name)
      if (NOTHING.has(value) || (name === 'opacity' && value === '1')) return []
      return `${name}: ${rounded(name === 'font-family' ? (value.split(',')[0] as string) : value)}`
    })
  const edges = (style: CSSStyleDeclaration) =>
    ['top', 'right', 'bottom', 'left'].flatMap((side) => {
      const width = style.getPropertyValue(`border-${side}-width`)
      if (width === '0px') return []
      const [line, colour] = ['style', 'color'].map((of) => style.getPropertyValue(`border-${side}-${of}`))
      return `border-${side}: ${width} ${line} ${rounded(colour as string)}`
    })

  const looks = (element: Element): string => {
    const style = getComputedStyle(element)
    // For screen readers only: its computed style varies between browser versions.
    if (style.clipPath === 'inset(50%)') return 'unseen'
    const said = [...painted(style, BOX), ...painted(style, SPACE), ...edges(style)]
    const writes =
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()) ||
      element.matches('input, textarea, select')
    if (element instanceof SVGElement) said.push(...painted(style, STROKES))
    else if (writes) said.push(...painted(style, LETTERS))
    if (style.outlineStyle !== 'none') said.push(`outline: ${style.outlineWidth} ${style.outlineColor}`)
    for (const which of ['::before', '::after']) {
      const drawn = getComputedStyle(element, which)
      if (drawn.content === 'none' || drawn.content === 'normal') continue
      const words = [...painted(drawn, BOX), ...painted(drawn, ['width', 'height', 'color']), ...edges(drawn)]
      said.push(`${which} { ${words.join('; ')} }`)
    }
    return said.join('; ')
  }

  const read = (root: Element): string[] => {
    const lines: string[] = []
    const corner = root.getBoundingClientRect()
    const walk = (element: Element, depth: number) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      if (width > 0 || height > 0) {
        const text = looks(element)
        const name = hash(text)
        styles[name] = text
        const place = [left - corner.left, top - corner.top, width, height].map(Math.round)
        lines.push([depth, element.localName, ...place, name].join(' '))
      }
      // The content of charts and images comes from libraries.
      if (element instanceof SVGElement || element.matches('table:has(> tr > td > div > canvas)')) return
      for (const child of element.children) walk(child, depth + 1)
    }
    walk(root, 0)
    return lines
  }

  for (const theme of document.querySelectorAll<HTMLElement>('section[data-theme]')) {
    for (const part of theme.querySelectorAll(':scope > div > section')) {
      const name = `${theme.dataset.theme}, ${part.querySelector('h3')?.textContent}`
      if (name.includes(within)) parts[name] = read(part)
    }
  }
  return { styles, parts }
}

type Line = { depth: string; tag: string; place: number[]; style: string }

const parse = (line: string): Line => {
  const [depth = '', tag = '', ...rest] = line.split(' ')
  return { depth, tag, place: rest.slice(0, 4).map(Number), style: rest[4] ?? '' }
}

/** Differences between `now` and `kept` as text, including parts that only one has. */
export function differences(now: Ledger, kept: Ledger): string[] {
  const names = [...new Set([...Object.keys(kept.parts), ...Object.keys(now.parts)])]
  return names.flatMap((name) => {
    const [here, there] = [now.parts[name], kept.parts[name]]
    if (!here || !there) return `${name}: ${here ? 'is new' : 'is gone'}`
    if (here.length !== there.length)
      return `${name}: has ${here.length} elements and had ${there.length}, from ${firstOther(here, there)} on`
    return here
      .flatMap((line, index) => {
        const [is, was] = [parse(line), parse(there[index] as string)]
        if (is.tag !== was.tag || is.depth !== was.depth) return `${name}: ${line}, which was ${there[index]}`
        const moved = is.place.some((value, one) => Math.abs(value - (was.place[one] as number)) > NEAR)
        const [looks, looked] = [now.styles[is.style] ?? '', kept.styles[was.style] ?? '']
        return [
          ...(moved ? [`${name}: ${is.tag} ${index} is at ${is.place}, was at ${was.place}`] : []),
          ...(looks === looked ? [] : [`${name}: ${is.tag} ${index} ${changed(looks, looked)}`]),
        ]
      })
      .slice(0, MOST_TOLD)
  })
}

const firstOther = (here: readonly string[], there: readonly string[]) =>
  here.find((line, index) => {
    const [is, was] = [parse(line), parse(there[index] ?? '')]
    return is.tag !== was.tag || is.depth !== was.depth
  }) ?? 'the last'

function changed(looks: string, looked: string): string {
  const [now, before] = [looks.split('; '), looked.split('; ')]
  const added = now.filter((one) => !before.includes(one))
  return `has ${added.join('; ') || 'nothing'} instead of ${before.filter((one) => !now.includes(one)).join('; ') || 'nothing'}`
}

/** The stored form: one line per element, so that a review shows what changed. */
export const written = ({ chromium, styles, parts }: Ledger): string =>
  `${JSON.stringify(
    {
      chromium,
      styles: Object.fromEntries(Object.entries(styles).sort(([one], [other]) => (one < other ? -1 : 1))),
      parts,
    },
    null,
    0,
  )
    .replaceAll('","', '",\n"')
    .replaceAll('":{"', '":{\n"')
    .replaceAll('":["', '":[\n"')}\n`
