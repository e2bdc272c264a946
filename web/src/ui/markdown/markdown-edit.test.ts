import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applied, edit, nextItem, type Selected, type Tool } from './markdown-edit.ts'

const samples = { text: 'texte', link: 'adresse' }
/** A text with its selection in special brackets. */
function at(shown: string): Selected {
  const from = shown.indexOf('⟦')
  const to = shown.indexOf('⟧') - 1
  return { text: shown.replace(/[⟦⟧]/g, ''), from, to }
}
function after(shown: string, tool: Tool): string {
  const selected = at(shown)
  return drawn(selected, edit(selected, tool, samples))
}
function drawn(selected: Selected, change: ReturnType<typeof edit>): string {
  const text = applied(selected, change)
  const [from, to] = change.select
  return `${text.slice(0, from)}⟦${text.slice(from, to)}⟧${text.slice(to)}`
}

describe('the tools of the Markdown editor', () => {
  it.each<[Tool, string, string]>([
    ['bold', 'un ⟦mot⟧ ici', 'un **⟦mot⟧** ici'],
    ['bold', 'un **⟦mot⟧** ici', 'un ⟦mot⟧ ici'],
    ['bold', '⟦⟧', '**⟦texte⟧**'],
    ['italic', 'un **⟦mot⟧** ici', 'un ***⟦mot⟧*** ici'],
    ['italic', 'un ***⟦mot⟧*** ici', 'un **⟦mot⟧** ici'],
    ['italic', 'un *⟦mot⟧* ici', 'un ⟦mot⟧ ici'],
    ['code', '⟦SL⟧', '`⟦SL⟧`'],
    ['quote', 'a\n⟦b\nc⟧\nd', 'a\n⟦> b\n> c⟧\nd'],
    ['quote', 'a\n⟦> b\n> c⟧\nd', 'a\n⟦b\nc⟧\nd'],
    ['heading', 'Ti⟦⟧tre', '## Ti⟦⟧tre'],
    ['list', '⟦a\nb⟧', '⟦- a\n- b⟧'],
    ['numbers', '⟦a\nb⟧', '⟦1. a\n2. b⟧'],
    ['numbers', '⟦1. a\n2. b⟧', '⟦a\nb⟧'],
    ['link', 'lire ⟦ceci⟧', 'lire [ceci](⟦adresse⟧)'],
    ['link', '⟦https://a.example⟧', '[⟦texte⟧](https://a.example)'],
  ])('%s makes %j into %j', (tool, before, result) => {
    expect(after(before, tool)).toBe(result)
  })

  it.each<Tool>(['bold', 'code', 'quote', 'list', 'heading'])('%s twice changes nothing', (tool) => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z \n]{1,40}$/), fc.nat(40), fc.nat(40), (text, a, b) => {
        const [from, to] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)]
        fc.pre(from < to)
        const first = edit({ text, from, to }, tool, samples)
        const once = applied({ text, from, to }, first)
        const again = { text: once, from: first.select[0], to: first.select[1] }
        expect(applied(again, edit(again, tool, samples))).toBe(text)
      }),
    )
  })

  it.each([
    ['- a⟦⟧', '- a\n- ⟦⟧'],
    ['  9. a⟦⟧', '  9. a\n  10. ⟦⟧'],
    ['- [x] a⟦⟧', '- [x] a\n- [ ] ⟦⟧'],
    ['a\n- ⟦⟧', 'a\n⟦⟧'],
  ])('Enter after %j gives %j', (before, result) => {
    const selected = at(before)
    const change = nextItem(selected)
    expect(change && drawn(selected, change)).toBe(result)
  })

  it('leaves Enter alone outside a list', () => {
    expect(nextItem(at('abc⟦⟧'))).toBeNull()
    expect(nextItem(at('- ⟦a⟧'))).toBeNull()
  })
})
