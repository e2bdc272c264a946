import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { changeCached } from './change-cached.ts'

type Figures = Readonly<Record<string, number | null>>
const leaves: (() => void)[] = []
afterEach(() => {
  for (const leave of leaves.splice(0)) leave()
})

/** A cached answer whose reads the test resolves. */
function shown(key = 'figures') {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const answers: { resolve: (figures: Figures) => void; reject: (reason: Error) => void }[] = []
  const observer = new QueryObserver<Figures>(cache, {
    queryKey: [key],
    queryFn: () => new Promise((resolve, reject) => answers.push({ resolve, reject })),
  })
  leaves.push(
    observer.subscribe(() => {}),
    () => cache.clear(),
  )
  const settle = async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return {
    answers,
    answer: (figures: Figures) => {
      answers.at(-1)?.resolve(figures)
      return settle()
    },
    fail: () => {
      answers.at(-1)?.reject(new Error('cut'))
      return settle()
    },
    readAgain: () => void cache.invalidateQueries({ queryKey: [key] }),
    figures: () => cache.getQueryData<Figures>([key]),
    told: (figures: Figures | undefined) =>
      changeCached<Figures>(cache, { queryKey: [key] }, (known) => figures && { ...known, ...figures }),
  }
}

describe('a change of cached answers', () => {
  it('is seen at once', async () => {
    const { answer, told, figures } = shown()
    await answer({ cpi: null })
    told({ cpi: 2.9 })
    expect(figures()).toEqual({ cpi: 2.9 })
  })

  it('stays when a read that began before it ends after it', async () => {
    const { answer, readAgain, told, figures } = shown()
    await answer({ cpi: null })
    readAgain()
    told({ cpi: 2.9 })
    await answer({ cpi: null, jobs: 180 })
    expect(figures()).toEqual({ cpi: 2.9, jobs: 180 })
  })

  it('is made on the first answer too', async () => {
    const { answer, told, figures } = shown()
    told({ cpi: 2.9 })
    expect(figures()).toBeUndefined()
    await answer({ cpi: null })
    expect(figures()).toEqual({ cpi: 2.9 })
  })

  it('stays when that read fails', async () => {
    const { answer, fail, readAgain, told, figures } = shown()
    await answer({ cpi: null })
    readAgain()
    told({ cpi: 2.9 })
    await fail()
    expect(figures()).toEqual({ cpi: 2.9 })
  })

  it('is read from the server where it cannot be computed, also during a read', async () => {
    const { answers, answer, readAgain, told, figures } = shown()
    await answer({ cpi: null })
    readAgain()
    told(undefined)
    expect(answers).toHaveLength(3)
    await answer({ cpi: 2.9 })
    expect(answers).toHaveLength(3)
    expect(figures()).toEqual({ cpi: 2.9 })
  })
})
