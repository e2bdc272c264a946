import { describe, expect, it } from 'vitest'
import { faultOf, fileFault, namesOfTypes, writeSize } from './file-check.ts'

const rules = { accept: ['image/*', '.pdf'], maxSize: 5_000_000, maxCount: 3 }
const file = (name: string, type: string, size = 1000) => ({ name, type, size })

describe('a file', () => {
  it.each([
    [file('chart.png', 'image/png'), 0, null],
    [file('Statement.PDF', 'application/pdf'), 0, null],
    [file('statement.pdf', ''), 0, null],
    [file('notes.txt', 'text/plain'), 0, 'type'],
    [file('image', ''), 0, 'type'],
    [file('empty.png', 'image/png', 0), 0, 'empty'],
    [file('at-the-limit.png', 'image/png', 5_000_000), 0, null],
    [file('large.png', 'image/png', 5_000_001), 0, 'size'],
    [file('fourth.png', 'image/png'), 3, 'count'],
  ] as const)('%j with %i held has the fault %s', (described, held, fault) => {
    expect(fileFault(described, rules, held)).toBe(fault)
  })

  it('has its size in words of the language', () => {
    expect(writeSize(2_400_000, 'fr').replace(/\s/g, ' ')).toBe('2,4 Mo')
    expect(writeSize(950_000, 'it').replace(/\s/g, ' ')).toBe('950 kB')
    expect(writeSize(999, 'en').replace(/\s/g, ' ')).toBe('999 bytes')
    expect(writeSize(5_000_000_000_000, 'en').replace(/\s/g, ' ')).toBe('5,000 GB')
  })
})

it('types have the names that people use, each once', () => {
  expect(namesOfTypes(['image/png', 'image/jpeg', '.pdf', '.png', 'image/svg+xml'])).toBe(
    'PNG, JPEG, PDF, SVG',
  )
})

it('a file that storage refuses has the reason of the refusal, and a failure has none', () => {
  expect(faultOf({ statusCode: '415', message: 'mime type text/plain is not supported' })).toBe('type')
  expect(faultOf({ statusCode: '413' })).toBe('size')
  expect(faultOf({ statusCode: '429' })).toBe('quota')
  expect(faultOf({ statusCode: '500' })).toBeNull()
  expect(faultOf(new TypeError('Failed to fetch'))).toBeNull()
})
