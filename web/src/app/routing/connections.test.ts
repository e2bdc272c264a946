import { describe, expect, it } from 'vitest'
import { connectionsFor, needsDocument } from './connections.ts'

describe('to whom a page may send requests', () => {
  it('[S-21] is the origin of the lead webhook besides, and nobody where none is set', () => {
    expect(connectionsFor('https://hooks.example.com/catch/1?key=2').everywhere).toEqual([
      'https://hooks.example.com',
    ])
    expect(connectionsFor('').everywhere).toEqual([])
  })

  it('[S-25] is any address of the web at the one screen that tests webhooks', () => {
    expect(connectionsFor('').at).toEqual({ '/admin/reglages': ['https:'] })
  })

  it.each([
    ['/admin', '/admin/reglages', true],
    ['/admin/reglages', '/', true],
    ['/', '/Admin/Reglages/', true],
    ['/admin', '/admin/membres', false],
    ['/admin/reglages', '/admin/reglages', false],
    ['/signaux', '/admin', false],
  ])('a way from %s to %s that takes another policy loads another document: %s', (from, to, needs) => {
    expect(needsDocument(from, to)).toBe(needs)
  })
})
