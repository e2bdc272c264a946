import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { keepRunning } from './keep-running.ts'

const log = pino({ level: 'silent' })

describe('keepRunning', () => {
  it('stops on request and does not restart', async () => {
    const stop = new AbortController()
    const body = vi.fn(async () => stop.abort())
    await keepRunning('part', stop.signal, log, body)
    expect(body).toHaveBeenCalledOnce()
  })

  it('never rejects, even when the last run fails', async () => {
    const stop = new AbortController()
    const failing = keepRunning('part', stop.signal, log, async () => {
      stop.abort()
      throw new Error('gone')
    })
    await expect(failing).resolves.toBeUndefined()
  })

  it('restarts after a failure or an end, with a delay', async () => {
    const stop = new AbortController()
    const times: number[] = []
    await keepRunning('part', stop.signal, log, async () => {
      times.push(performance.now())
      if (times.length === 3) stop.abort()
      if (times.length === 1) throw new Error('first')
    })
    expect(times).toHaveLength(3)
    expect(times[1]! - times[0]!).toBeGreaterThan(200)
    expect(times[2]! - times[1]!).toBeGreaterThan(400)
  })
})
