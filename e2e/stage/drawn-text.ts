import type { Page } from 'playwright-core'
import { cutTexts, type DrawnText, overprints } from './text-boxes.ts'

/** Every text that a page draws now, with its boxes; not what only a screen reader gets, nor hidden decoration. */
const drawnTexts = (page: Page): Promise<DrawnText[]> =>
  page.evaluate(() => {
    type Box = { left: number; top: number; right: number; bottom: number }
    type Around = { clips: { box: Box; ellipsis: boolean; told: boolean }[]; seen: Box; layer: number }
    const everywhere = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 }
    const meet = (one: Box, other: Box): Box => ({
      left: Math.max(one.left, other.left),
      top: Math.max(one.top, other.top),
      right: Math.min(one.right, other.right),
      bottom: Math.min(one.bottom, other.bottom),
    })
    const numbers = new Map<Element, number>()
    const number = (element: Element) => numbers.get(element) ?? numbers.set(element, numbers.size + 1).size
    const known = new Map<Element, Around>()
    const around = (element: Element): Around => {
      const before = known.get(element)
      if (before) return before
      const parent = element.parentElement
      const outer: Around = parent ? around(parent) : { clips: [], seen: everywhere, layer: 0 }
      const style = getComputedStyle(element)
      const layered =
        style.position === 'fixed' ||
        style.position === 'sticky' ||
        element.matches('dialog, [role=dialog], [role=alertdialog], [popover]')
      const layer = layered ? number(element) : outer.layer
      const from = style.position === 'fixed' ? { clips: [], seen: everywhere } : outer
      let { clips, seen } = from
      const flows = style.display !== 'inline' && style.display !== 'contents'
      const ways = [style.overflowX, style.overflowY]
      if (
        flows &&
        element !== document.documentElement &&
        element !== document.body &&
        ways.some((way) => way !== 'visible')
      ) {
        const edge = element.getBoundingClientRect()
        const margin = Number.parseFloat(style.overflowClipMargin) || 0
        const beyond = ways.map((way) => (way === 'clip' ? margin : 0)) as [number, number]
        const box = { ...everywhere }
        if (ways[0] !== 'visible') [box.left, box.right] = [edge.left - beyond[0], edge.right + beyond[0]]
        if (ways[1] !== 'visible') [box.top, box.bottom] = [edge.top - beyond[1], edge.bottom + beyond[1]]
        seen = meet(seen, box)
        // What a scroller hides can be reached; so can what is cut around it.
        if (ways.some((way) => /auto|scroll/.test(way))) clips = []
        else if (edge.width > 1 && edge.height > 1) {
          const ellipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
          const told =
            element.closest(
              '[title], a[href], button, summary, [role=button], [role=option], [role=menuitem]',
            ) !== null ||
            // Of a row that opens, the link covers all of it.
            element.closest('li, article, tr')?.querySelector('a[href], button') != null
          clips = [{ box, ellipsis, told }, ...clips]
        }
      }
      const found = { clips, seen, layer }
      known.set(element, found)
      return found
    }
    const texts: DrawnText[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      const owner = node.parentElement
      const text = node.data.trim()
      if (!owner || !text || owner.closest('script, style, noscript, select, textarea, [aria-hidden=true]'))
        continue
      if (
        !owner.checkVisibility({
          opacityProperty: true,
          visibilityProperty: true,
          contentVisibilityAuto: true,
        })
      )
        continue
      const { clips, seen, layer } = around(owner)
      range.selectNodeContents(node)
      const lines = [...range.getClientRects()]
        .filter(({ width, height }) => width > 1 && height > 1)
        .map(({ left, top, right, bottom }) => ({ left, top, right, bottom }))
      const shown = lines
        .map((line) => meet(line, seen))
        .filter(({ left, top, right, bottom }) => right - left > 1 && bottom - top > 1)
      if (shown.length === 0) continue
      texts.push({ text: text.replace(/\s+/g, ' '), owner: number(owner), layer, lines, shown, clips })
    }
    return texts
  })

const words = ({ text, shown: [box] }: DrawnText) =>
  `"${text.slice(0, 48)}" at ${Math.round(box?.left ?? 0)},${Math.round(box?.top ?? 0)}`

/** Texts that are cut and texts over each other, one line each. */
export async function textFaults(page: Page): Promise<string[]> {
  const texts = await drawnTexts(page)
  return [
    ...cutIn(texts),
    ...overprints(texts).map(([one, other]) => `over each other: ${words(one)} and ${words(other)}`),
  ]
}

/** Texts that are cut, one line each. */
export const cutFaults = async (page: Page): Promise<string[]> => cutIn(await drawnTexts(page))

const cutIn = (texts: readonly DrawnText[]) => cutTexts(texts).map((one) => `cut: ${words(one)}`)
