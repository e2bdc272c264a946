import { join } from 'node:path'
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js'

/** The Open Graph image of a public page: its title beside the brand's lighthouse. */
const CARD = { width: 1200, height: 630 }

/** The dark theme's colours (web/src/ui/theme.css) in the only notation that the renderer supports. */
const INK = { bg: '#060b13', text: '#eef2f8', muted: '#9aa5b4', lamp: '#f8b02f', line: '#1c232e' }
const CANDLES = { up: '#35c491', down: '#ec5f59', wick: '#9aa5b4', dim: '#3d4757', rock: '#151c27' }
const LEFT = 80
const TITLE = { size: 64, leading: 72, width: 660, lines: 3 }
const LEAD = { size: 26, leading: 38, width: 600, lines: 3 }

const fonts = join(import.meta.dirname, 'link-card-fonts')
const OPTIONS: ResvgRenderOptions = {
  font: {
    loadSystemFonts: false,
    fontFiles: [join(fonts, 'regular.ttf'), join(fonts, 'semibold.ttf')],
    defaultFontFamily: 'Inter Variable',
  },
}

type Ground = { brand: string; lighthouse: string }

/** The common background of all cards as PNG: rendered once, because its blurred beam is the slowest part. */
export function drawGround({ brand, lighthouse }: Ground): Buffer {
  return drawn(`<style>${STYLE}</style>
  <rect width="100%" height="100%" fill="${INK.bg}"/>
  <defs><linearGradient id="shade"><stop offset=".3" stop-color="${INK.bg}"/><stop offset=".72" stop-color="${INK.bg}" stop-opacity="0"/></linearGradient></defs>
  ${picture(lighthouse)}
  <rect width="100%" height="100%" fill="url(#shade)"/>
  <g transform="translate(${LEFT} 76) scale(2.2)">
    <path fill="${INK.lamp}" d="M9.8 4.9 23 .8v9.8L9.8 6.5z"/>
    <path fill="${INK.text}" d="M5.7.8h1.6v1.9H5.7zM2.6 8.6h7.8v1.6H9l1.3 13H2.7l1.3-13H2.6z"/>
    <circle fill="${INK.lamp}" cx="6.5" cy="5.7" r="2"/>
  </g>
  ${text(brand, { x: LEFT + 66, y: 115, size: 36, weight: 600, fill: INK.text })}`)
}

const drawn = (content: string): Buffer =>
  new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}">${content}</svg>`,
    OPTIONS,
  )
    .render()
    .asPng()

/** A card as PNG. `ground` comes from `drawGround`. */
export function drawCard(ground: Buffer, title: string, description: string): Buffer {
  const titleLines = lines(title, TITLE, 600)
  const leadLines = lines(description, LEAD, 400)
  const top = 200 + (3 - titleLines.length) * 24
  const leadTop = top + titleLines.length * TITLE.leading + 12
  const row = (line: string, y: number, setting: Omit<Setting, 'x' | 'y'>) =>
    text(line, { x: LEFT, y, ...setting })
  const written = [
    ...titleLines.map((line, index) =>
      row(line, top + (index + 0.78) * TITLE.leading, { size: TITLE.size, weight: 600, fill: INK.text }),
    ),
    ...leadLines.map((line, index) =>
      row(line, leadTop + (index + 0.75) * LEAD.leading, { size: LEAD.size, weight: 400, fill: INK.muted }),
    ),
  ]
  return drawn(
    `<image width="100%" height="100%" href="data:image/png;base64,${ground.toString('base64')}"/>${written.join('')}`,
  )
}

type Setting = { x: number; y: number; size: number; weight: 400 | 600; fill: string }

const text = (content: string, { x, y, size, weight, fill }: Setting): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" letter-spacing="${weight === 600 ? -size / 50 : 0}">${escaped(content)}</text>`

const escaped = (content: string) =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Wraps text into lines; what exceeds the last line is replaced by an ellipsis. */
function lines(
  content: string,
  { size, width, lines: most }: { size: number; width: number; lines: number },
  weight: 400 | 600,
): string[] {
  const fits = (line: string) => measure(line, size, weight) <= width
  const set: string[] = []
  for (const word of content.split(' ')) {
    const last = set.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) set[set.length - 1] = `${last} ${word}`
    else set.push(word)
  }
  if (set.length <= most) return set
  let end = `${set[most - 1]}…`
  while (!fits(end)) end = end.replace(/\s+\S*…$/, '…')
  return [...set.slice(0, most - 1), end]
}

function measure(line: string, size: number, weight: 400 | 600): number {
  const set = text(line, { x: 0, y: size, size, weight, fill: '#fff' })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="200">${set}</svg>`
  return new Resvg(svg, OPTIONS).getBBox()?.width ?? 0
}

/** The lighthouse without custom properties and inheritance, which the renderer does not support. */
function picture(markup: string): string {
  const candles = [...markup.matchAll(/<g id="lighthouse-h\d"[\s\S]*?<\/g>/g)].map(([group]) => group)
  const lit = candles.map((group) => group.replaceAll('"lighthouse-h', '"lit-h'))
  return markup
    .replace('<defs>', () => `<defs>${lit.join('')}`)
    .replace(/<g class="lighthouse-lit"[\s\S]*?<\/g><\/g><\/g>/, (group) =>
      group.replaceAll(/#lighthouse-h(?=\d)/g, '#lit-h'),
    )
    .replace('<svg ', `<svg x="0" y="0" width="${CARD.width}" height="${CARD.height}" `)
}

const STYLE = `
.lighthouse-hu,.lighthouse-hd{stroke:${CANDLES.dim};fill:none}
.lighthouse-hw,.lit-hw{stroke:${CANDLES.dim};stroke-width:1;fill:none}
.lit-hw{stroke:${CANDLES.wick}} .lit-hu{stroke:${CANDLES.up};fill:none} .lit-hd{stroke:${CANDLES.down};fill:none}
.lighthouse stop{stop-color:${INK.lamp}} .lighthouse .lighthouse-hm stop{stop-color:#fff}
.lighthouse-horizon{stroke:${INK.line};fill:none}
.lighthouse-t-body{fill:#1d2531;stroke:${INK.line}} .lighthouse-t-band{fill:#6d7888;opacity:.5}
.lighthouse-t-room{fill:${INK.lamp};opacity:.35} .lighthouse-t-rock{fill:${CANDLES.rock}}
.lighthouse-t-line{stroke:${INK.muted};stroke-width:2;stroke-linecap:round;fill:none} .lighthouse-t-cap{fill:${INK.muted}}
.lighthouse-lamp{fill:${INK.lamp}}
text{font-family:'Inter Variable',Inter,sans-serif}`
