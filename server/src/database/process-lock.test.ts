import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { startTime } from './process-lock.ts'

describe('the start time of a process', () => {
  it('is stable for this process', async () => {
    expect(await startTime(process.pid)).not.toBe('')
    expect(await startTime(process.pid)).toBe(await startTime(process.pid))
  })

  it.runIf(existsSync('/proc/self/stat'))('is empty for a zombie process', async () => {
    // The shell becomes `sleep`, which never reaps its child.
    const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 10'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    try {
      const [said] = (await once(parent.stdout, 'data')) as [Buffer]
      await expect.poll(() => startTime(Number(said))).toBe('')
      expect(existsSync(`/proc/${Number(said)}`)).toBe(true)
    } finally {
      parent.kill()
    }
  })

  it('is empty for an unused process id', async () => {
    expect(await startTime(2 ** 30)).toBe('')
    expect(await startTime(-1)).toBe('')
  })
})
