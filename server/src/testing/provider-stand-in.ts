// A loopback server in place of GitHub, Discord or Apple: records requests and answers by path.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = { path: string; headers: IncomingHttpHeaders; form: Record<string, string> }

export type ProviderStandIn = {
  url: string
  asked: Asked[]
  /** The answer per path: a value sent as JSON, or a handler. */
  answers: Record<string, unknown>
  stop(): Promise<void>
}

export async function providerStandIn(): Promise<ProviderStandIn> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const path = (request.url ?? '').split('?')[0] as string
    self.asked.push({ path, headers: request.headers, form: Object.fromEntries(new URLSearchParams(body)) })
    const answer = self.answers[path]
    if (typeof answer === 'function') return (answer as (response: ServerResponse) => void)(response)
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const self: ProviderStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answers: {},
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return self
}
