import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askVenue } from './venue-request.ts'

let server: Server
const asked: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' }).end()
    else response.end('[1]')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

it('does not follow a venue’s redirect', async () => {
  const ask = (path: string) =>
    askVenue(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
      5000,
      new AbortController().signal,
    )
  expect(await ask('/bars')).toEqual(['1'])
  await expect(ask('/moved')).rejects.toThrow('not reached')
  expect(asked).toEqual(['/bars', '/moved'])
})
