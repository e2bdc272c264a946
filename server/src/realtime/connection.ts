import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { frame } from './frame.ts'
import { metrics } from './metrics.ts'
import { encodeMessage, type Message, type Vsn } from './serializer.ts'

/**
 * The writing side of one socket. Frames are written whole and straight to the network socket, which is safe
 * beside `ws` because it writes each of its own frames in one turn and nothing is compressed. What a slow reader has not
 * taken is bounded: beyond that it is dropped, so one phone in a tunnel never costs the others.
 */
const TRY_AGAIN_LATER = 1013
/** How long a slow reader has to take what is buffered and the close frame behind it. */
const PARTING_MS = 5000

export class Connection {
  readonly vsn: Vsn
  readonly #ws: WebSocket
  readonly #raw: Duplex
  readonly #bufferedBytes: number

  constructor(ws: WebSocket, raw: Duplex, vsn: Vsn, bufferedBytes: number) {
    this.#ws = ws
    this.#raw = raw
    this.vsn = vsn
    this.#bufferedBytes = bufferedBytes
  }

  get open(): boolean {
    return this.#ws.readyState === WebSocket.OPEN && !this.#raw.destroyed
  }

  write(bytes: Buffer | null): void {
    if (bytes === null || !this.open) return
    if (this.#raw.writableLength > this.#bufferedBytes) {
      metrics.slowConsumers.inc()
      this.close(TRY_AGAIN_LATER, 'too slow')
      return
    }
    this.#raw.write(bytes)
  }

  /** What is written meanwhile leaves in one write. */
  together(writing: () => void): void {
    this.#raw.cork()
    try {
      writing()
    } finally {
      this.#raw.uncork()
    }
  }

  send(message: Message): void {
    this.write(frame(encodeMessage(this.vsn, message)))
  }

  close(code: number, reason: string, partingMs: number = PARTING_MS): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return
    this.#ws.close(code, reason)
    setTimeout(() => this.#ws.terminate(), partingMs).unref()
  }
}
