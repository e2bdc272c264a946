import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { lazyAhead } from './lazy-ahead.ts'

const Words = () => 'words'
const drawn = (Part: ReturnType<typeof lazyAhead>) =>
  renderToString(createElement(Suspense, { fallback: 'wait' }, createElement(Part)))

describe('a part whose code comes later', () => {
  it('is drawn in the same pass once its code has been fetched', async () => {
    const Part = lazyAhead(() => Promise.resolve({ default: Words }))
    expect(drawn(lazyAhead(() => Promise.resolve({ default: Words })))).toContain('wait')
    await Part.fetch()
    expect(drawn(Part)).toContain('words')
  })

  it('is asked for again after it could not be fetched', async () => {
    let asked = 0
    const Part = lazyAhead(async () => {
      asked++
      if (asked === 1) throw new Error('offline')
      return { default: Words }
    })
    await expect(Part.fetch()).rejects.toThrow('offline')
    await Part.fetch()
    expect(drawn(Part)).toContain('words')
  })
})
