import type { AddressInfo } from 'node:net'
import { createServer, connect as open, type Socket } from 'node:net'

/** A proxy to the server whose connections can be cut: data in transit is lost without a close, as on a bad network. */
export type Line = { port: number; cuts: number; cut(share: number): void; close(): void }

export function cutLine(target: number): Promise<Line> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((near) => {
    const far = open(target, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    near.pipe(far)
    far.pipe(near)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const line: Line = {
        port: (server.address() as AddressInfo).port,
        cuts: 0,
        cut(share) {
          for (const pair of pairs) {
            if (Math.random() > share) continue
            line.cuts += 1
            for (const socket of pair) socket.resetAndDestroy()
          }
        },
        close() {
          line.cut(1)
          server.close()
        },
      }
      resolve(line)
    })
  })
}
