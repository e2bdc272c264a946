import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { placeFor, scratchDirectory } from './scratch-directory.ts'

it('removes the remains of killed runs, but not directories of running or unknown ones', () => {
  const parent = mkdtempSync(join(tmpdir(), 'scratch-'))
  const make = (name: string, owner?: number) => {
    mkdirSync(join(parent, name))
    if (owner !== undefined) writeFileSync(join(parent, name, 'process'), String(owner))
    return join(parent, name)
  }
  const { pid: ended } = spawnSync('true')
  const [left, running, unknown, other] = [
    make('run-left', ended),
    make('run-running', process.pid),
    make('run-unknown'),
    make('other', ended),
  ]
  const made = scratchDirectory('run-', parent)
  expect([left, running, unknown, other, made].map((path) => existsSync(path))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
  rmSync(parent, { recursive: true })
})

it('can be passed through by another user, so that the cluster of a data directory stays within', () => {
  const made = scratchDirectory('passable-')
  expect(statSync(made).mode & 0o777).toBe(0o711)
  rmSync(made, { recursive: true })
})

it('uses memory while it has space, else the disk, else whichever has more', () => {
  const place = (memory: number, disk: number) =>
    placeFor(['memory', 'disk'], (one) => (one === 'memory' ? memory : disk), 100)
  expect([place(100, 900), place(99, 900), place(99, 98), place(98, 99), place(0, 0)]).toEqual([
    'memory',
    'disk',
    'memory',
    'disk',
    'memory',
  ])
})
