import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { frame } from './frame.ts'
import { metrics } from './metrics.ts'
import { encodeMessage, type Message, type Vsn } from './serializer.ts'

/**
 * The writing side of one socket. Frames are written complete and directly to the network socket: safe beside `ws`,
 * which writes each of its frames in one turn without compression. The buffer of a slow reader is bounded, and its
 * connection is dropped beyond that, so that it does not affect others.
 */
const TRY_AGAIN_LATER = 1013
/** Time for a slow reader to receive the buffered data and the close frame. */
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

  /** Combines all writes into one. */
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
