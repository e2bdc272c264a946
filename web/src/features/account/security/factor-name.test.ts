import { expect, it } from 'vitest'
import { freeName, groupedCode, groupedKey, recoveryFile } from './factor-name.ts'

it('counts on until a name is free', () => {
  expect(freeName('Application', [])).toBe('Application')
  expect(freeName('Application', ['Application', 'Application 2'])).toBe('Application 3')
})

it('writes keys and codes in groups that lose nothing', () => {
  expect(groupedKey('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
  expect(groupedCode('abcdefghijkl2345')).toBe('abcd-efgh-ijkl-2345')
  expect(groupedKey('')).toBe('')
})

it('keeps every code in the file, one a line', () => {
  const codes = ['abcdefghijkl2345', 'zzzzyyyyxxxxwwww']
  const lines = recoveryFile('Vigie', codes, 'Une seule fois.').trim().split('\n')
  expect(lines.slice(-2).map((line) => line.replaceAll('-', ''))).toEqual(codes)
})
