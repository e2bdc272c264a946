import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy to the product under another address, whose service worker script contains a release number that the test can
 * increase. Other files' product is unaffected.
 */
export async function newVersions(
  product: string,
): Promise<{ url: string; release(): void; close(): Promise<void> }> {
  let version = 0
  const server = createServer((asked, answer) => {
    const isWorker = asked.url?.split('?')[0] === '/sw.js'
    const headers = { ...asked.headers }
    // Requested uncompressed, so that text can be appended.
    if (isWorker)
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name]
    const passed = request(`${product}${asked.url}`, { method: asked.method, headers }, (heard) => {
      const { 'content-length': length, ...rest } = heard.headers
      answer.writeHead(
        heard.statusCode ?? 502,
        isWorker || !length ? rest : { ...rest, 'content-length': length },
      )
      if (!isWorker) return heard.pipe(answer)
      heard.pipe(answer, { end: false })
      heard.on('end', () => answer.end(`\n// release ${version}\n`))
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release() {
      version += 1
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
