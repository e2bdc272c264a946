// A witness on loopback (c2sp.org/tlog-witness): knows one log, remembers the last tree it signed, and signs only extensions.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fromBase64 } from 'trading/proof/log/base64'
import { type Checkpoint, isSignedByLog, readCheckpoint } from 'trading/proof/log/checkpoint'
import { EMPTY_ROOT, verifyConsistency } from 'trading/proof/log/merkle-tree'
import { COSIGNATURE_KEY, cosign, keyOfSecret, type VerifierKey } from 'trading/proof/log/signed-note'

const SECRET = new Uint8Array(32).fill(77)

export class LoopbackWitness {
  /** The statuses it answered with. */
  readonly answers: number[] = []
  logKeys: readonly string[] = []
  /** Seconds since 1970. */
  now = 1_795_000_000
  /** Answers to give instead, once each. */
  readonly instead: { status: number; body: string }[] = []
  readonly key: VerifierKey
  #last: Pick<Checkpoint, 'size' | 'root'> = { size: 0, root: EMPTY_ROOT }
  readonly #server: Server

  private constructor(name: string, server: Server) {
    this.key = keyOfSecret(name, COSIGNATURE_KEY, SECRET)
    this.#server = server
  }

  static async open(name: string): Promise<LoopbackWitness> {
    const server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (part: string) => {
        body += part
      })
      request.on('end', () => {
        const found = request.method === 'POST' && request.url === '/w/add-checkpoint'
        const answer = witness.instead.shift() ?? (found ? witness.#add(body) : { status: 404, body: '' })
        witness.answers.push(answer.status)
        response.writeHead(answer.status).end(answer.body)
      })
    })
    const witness = new LoopbackWitness(name, server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return witness
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/w`
  }

  get size(): number {
    return this.#last.size
  }

  close(): Promise<unknown> {
    return new Promise((resolve) => this.#server.close(resolve))
  }

  #add(body: string): { status: number; body: string } {
    const end = body.indexOf('\n\n')
    const [first = '', ...proof] = body.slice(0, end).split('\n')
    const old = /^old (0|[1-9]\d*)$/.exec(first)?.[1]
    const checkpoint = readCheckpoint(body.slice(end + 2))
    if (old === undefined || !checkpoint || Number(old) > checkpoint.size) return { status: 400, body: '' }
    if (!isSignedByLog(checkpoint, this.logKeys)) return { status: 403, body: '' }
    if (Number(old) !== this.#last.size) return { status: 409, body: `${this.#last.size}\n` }
    const hashes = proof.map((line) => fromBase64(line) ?? new Uint8Array())
    if (!verifyConsistency(this.#last, checkpoint, hashes)) return { status: 422, body: '' }
    this.#last = checkpoint
    return { status: 200, body: `${cosign(checkpoint.note.text, this.key.name, SECRET, this.now)}\n` }
  }
}
