import { postTarget } from '#parts/conversation/post-address.ts'

export type Cited = { kind: 'signal' | 'lesson'; name: string; href: string }

const LINKED = /\[([^\]\n]{1,120})\]\((\/[^)\s]{1,300})\)/g
const BARE = /(?<![\w./(])\/signaux\?signal=(\d{1,15})\b/g
const MOST = 8

/** The signals and lessons that posts name, each once, in the order of the conversation. */
export function citedIn(posts: readonly { body: string }[]): Cited[] {
  const found = new Map<string, Cited>()
  for (const post of posts) for (const one of citedBy(post)) found.set(`${one.kind} ${keyOf(one)}`, one)
  return [...found.values()].slice(0, MOST)
}

const keyOf = ({ kind, name, href }: Cited) => (kind === 'signal' ? name : href)

/** What each post names, read once: a long thread is gone through again with each page of it. */
const known = new WeakMap<object, readonly Cited[]>()

function citedBy(post: { body: string }): readonly Cited[] {
  const kept = known.get(post)
  if (kept) return kept
  const cited: Cited[] = []
  for (const [, words = '', href = ''] of post.body.matchAll(LINKED)) {
    const target = postTarget(href)
    if (target?.kind === 'signal') cited.push({ kind: 'signal', name: target.name, href: target.href })
    else if (target?.kind === 'here' && /^\/formations\?.*\blecon=/.test(target.href))
      cited.push({ kind: 'lesson', name: words, href: target.href })
  }
  for (const [href, name = ''] of post.body.matchAll(BARE)) cited.push({ kind: 'signal', name, href })
  known.set(post, cited)
  return cited
}
