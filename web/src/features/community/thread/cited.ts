import { postTarget } from '#parts/conversation/post-address.ts'

export type Cited = { kind: 'signal' | 'lesson'; name: string; href: string }

const LINKED = /\[([^\]\n]{1,120})\]\((\/[^)\s]{1,300})\)/g
const BARE = /(?<![\w./(])\/signaux\?signal=(\d{1,15})\b/g
const MOST = 8

/** The signals and lessons that posts name, each once, in the order of the conversation. */
export function citedIn(bodies: readonly string[]): Cited[] {
  const found = new Map<string, Cited>()
  for (const body of bodies) {
    for (const [, words = '', href = ''] of body.matchAll(LINKED)) {
      const target = postTarget(href)
      if (target?.kind === 'signal')
        found.set(`signal ${target.name}`, { kind: 'signal', name: target.name, href: target.href })
      else if (target?.kind === 'here' && /^\/formations\?.*\blecon=/.test(target.href))
        found.set(target.href, { kind: 'lesson', name: words, href: target.href })
    }
    for (const [href, name = ''] of body.matchAll(BARE))
      found.set(`signal ${name}`, { kind: 'signal', name, href })
  }
  return [...found.values()].slice(0, MOST)
}
