import { describe, expect, it } from 'vitest'
import { stylesFor, withoutFonts } from './page-styles.ts'

const page = '<p class="grid md:p-6 [&amp;&gt;svg]:h-full"><svg class="icon"></svg></p>'

describe('the rules that a drawn page carries', () => {
  it('keep what an element of the page has, by names with signs too', () => {
    const css =
      '.grid{display:grid}.flex{display:flex}.md\\:p-6{padding:6px}.\\[\\&\\>svg\\]\\:h-full>svg{height:100%}'
    expect(stylesFor(css, page)).toBe(
      '.grid{display:grid}.md\\:p-6{padding:6px}.\\[\\&\\>svg\\]\\:h-full>svg{height:100%}',
    )
  })

  it('keep elements, states and themes, and of a list the parts that are asked for', () => {
    const css = 'a,b{color:red}[data-theme=light]{--x:1}.flex,.grid:hover{gap:1px}.flex .grid{gap:2px}'
    expect(stylesFor(css, page)).toBe('a,b{color:red}[data-theme=light]{--x:1}.grid:hover{gap:1px}')
  })

  it('do not go by what stands in brackets', () => {
    const css = '.grid:is(:where(.group):hover *){gap:1px}.grid:not(.flex,.icon){gap:2px}'
    expect(stylesFor(css, page)).toBe(css)
  })

  it('keep the order of layers, and leave out conditions with nothing in them', () => {
    const css =
      '@layer base,utilities;@layer utilities{@media (width>=48rem){.flex{gap:1px}.grid{gap:2px}}@media print{.flex{gap:3px}}}@layer base{.flex{gap:4px}}'
    expect(stylesFor(css, page)).toBe(
      '@layer base,utilities;@layer utilities{@media (width>=48rem){.grid{gap:2px}}}@layer base{}',
    )
  })

  it('keep a name that is defined where it is used', () => {
    const css =
      '@property --tw-gap{syntax:"*"}@property --tw-ring{syntax:"*"}@keyframes spin{to{rotate:1turn}}.grid{gap:var(--tw-gap)}.flex{animation:spin 1s}'
    expect(stylesFor(css, page)).toBe('@property --tw-gap{syntax:"*"}.grid{gap:var(--tw-gap)}')
  })

  it('are not misled by braces in quotes and comments', () => {
    const css = '/*! a { */.grid:before{content:"}"}.flex{content:"{"}.icon{fill:none}'
    expect(stylesFor(css, page)).toBe('.grid:before{content:"}"}.icon{fill:none}')
  })
})

it('part from the fonts that are fetched, and keep those of the machine', () => {
  const [fetched, own] = [
    '@font-face{font-family:A;src:url(/a.woff2)}',
    '@font-face{font-family:B;src:local(C)}',
  ]
  expect(withoutFonts(`${own}${fetched}.grid{gap:1px}`)).toEqual({
    fonts: fetched,
    rules: `${own}.grid{gap:1px}`,
  })
})
