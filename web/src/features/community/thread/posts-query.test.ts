import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Post, Posts } from './posts-query.ts'

vi.mock('#lib/data/client.ts', () => ({ supabase: {} }))
const { appendPosts } = await import('./posts-query.ts')

const post = (position: number) => ({ id: String(position), position }) as Post
const posts = (...pages: number[][]): Posts => ({
  pages: pages.map((page) => page.map(post)),
  pageParams: pages.map(() => ({ at: 1, back: false })),
})
const shown = (data: Posts) => data.pages.flat().map(({ position }) => position)

describe('posts that arrive', () => {
  it('stand at the end once and in their order, however they arrive', () => {
    const arrival = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 10 })
    fc.assert(
      fc.property(fc.array(arrival, { maxLength: 8 }), (arrivals) => {
        const after = arrivals.reduce((data, one) => appendPosts(data, one.map(post)), posts([1, 2]))
        const positions = shown(after)
        expect(positions).toEqual([...new Set(positions)].sort((one, other) => one - other))
        expect(positions.slice(0, 2)).toEqual([1, 2])
      }),
    )
  })

  it('leave what is shown as it is where nothing is new, also after an empty page', () => {
    const data = posts([1, 2], [])
    expect(appendPosts(data, [post(2)])).toBe(data)
    expect(shown(appendPosts(data, [post(4), post(3)]))).toEqual([1, 2, 3, 4])
  })
})
