import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/**
 * `npm run fonts`: subsets the fonts of first views to the characters of our four languages and our symbols, in the weights we
 * use. Other characters come from the complete latin-ext files, loaded on demand. The results are committed, so that a build
 * needs no font tool.
 */
const root = join(import.meta.dirname, '../..')
const target = join(root, 'web/src/ui/fonts')
const { resolve } = createRequire(join(root, 'web/package.json'))

const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)).join('')
const LATIN = between(0x20, 0x7e) + between(0xa0, 0xff)
const MARKS = 'ıŒœŸ‑–—‘’‚“”„•…\u2009\u202f‹›€™←↑→↓−∕≈≠≤≥'
/** Features for marks and kerning; the others provide alternative glyphs that we do not use. */
const SETTING = ['ccmp', 'locl', 'kern', 'mark', 'mkmk']
const FONTS = [
  {
    from: 'inter/files/inter-latin-opsz-normal',
    to: 'inter',
    weights: { min: 400, max: 700 },
    // Tabular figures, and a colon aligned with them.
    features: [...SETTING, 'tnum', 'calt'],
  },
  {
    from: 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal',
    to: 'jetbrains-mono',
    weights: { min: 400, max: 600 },
    // No ligatures, because a hash is read character by character.
    features: SETTING,
  },
]

mkdirSync(target, { recursive: true })
for (const { from, to, weights, features } of FONTS) {
  const whole = readFileSync(resolve(`@fontsource-variable/${from}.woff2`))
  const part = await subsetFont(whole, LATIN + MARKS, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: features,
  })
  writeFileSync(join(target, `${to}.woff2`), part)
  console.log(`${to}: ${whole.length} → ${part.length} bytes`)
}

// The link image renderer (link-card.ts) supports only complete static fonts.
const cards = join(root, 'scripts/link-card-fonts')
mkdirSync(cards, { recursive: true })
const inter = readFileSync(resolve('@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2'))
for (const [name, weight, size] of [
  ['regular', 400, 24],
  ['semibold', 600, 32],
] as const) {
  const font = await subsetFont(inter, LATIN + MARKS, {
    targetFormat: 'truetype',
    variationAxes: { wght: weight, opsz: size },
  })
  writeFileSync(join(cards, `${name}.ttf`), font)
}

// The worker's PDF files need complete fonts too; names may contain other letters.
const pdf = join(root, 'worker/src/pdf/fonts')
mkdirSync(pdf, { recursive: true })
for (const [name, weight] of [
  ['regular', 400],
  ['semibold', 600],
] as const) {
  for (const [script, letters] of [
    ['latin', LATIN + MARKS],
    ['latin-ext', `${between(0x100, 0x24f) + between(0x1e00, 0x1eff)}₺`],
    ['greek', between(0x370, 0x3ff)],
    ['cyrillic', `${between(0x400, 0x45f)}Ґґ№`],
  ] as const) {
    const whole = readFileSync(resolve(`@fontsource-variable/inter/files/inter-${script}-opsz-normal.woff2`))
    const font = await subsetFont(whole, letters, {
      targetFormat: 'truetype',
      variationAxes: { wght: weight, opsz: 14 },
    })
    writeFileSync(join(pdf, `${script}-${name}.ttf`), font)
  }
}
