import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writePrivateFile } from './private-file.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'private-file-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

it('replaces a file atomically, readable by its owner only, without leaving a draft', () => {
  const path = join(directory, 'credentials.json')
  writePrivateFile(path, 'the first, longer content')
  writePrivateFile(path, 'the second')
  expect(readFileSync(path, 'utf8')).toBe('the second')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(directory)).toEqual(['credentials.json'])
})

it('keeps the old content when the new one cannot be written', () => {
  const path = join(directory, 'credentials.json')
  expect(() => writePrivateFile(path, 'unowned', { uid: -5, gid: -5 })).toThrow()
  expect(readFileSync(path, 'utf8')).toBe('the second')
})
