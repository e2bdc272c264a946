import { eventTo, inOnePiece, type Outgoing } from '../broadcasts/fan-out.ts'
import type { Connection } from '../connection.ts'

/** A channel's messages to its own client: replies, system events and its end. */
export class ChannelVoice {
  readonly #connection: Connection
  readonly #name: string
  readonly #joinRef: string

  constructor(connection: Connection, name: string, joinRef: string) {
    this.#connection = connection
    this.#name = name
    this.#joinRef = joinRef
  }

  pass(message: Outgoing): void {
    this.#connection.write(message.frame(this.#connection.vsn))
  }

  /** Sends missed messages, shared by all channels that missed the same. */
  passAll(messages: readonly Outgoing[]): void {
    if (messages.length > 0) this.#connection.write(inOnePiece(messages, this.#connection.vsn))
  }

  push(event: string, payload: unknown): void {
    this.pass(eventTo(this.#name, event, payload))
  }

  system(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    this.push('system', { extension, status, message, channel: this.#name })
  }

  reply(ref: string | null, status: 'ok' | 'error', response: Record<string, unknown>): void {
    this.#send(ref, 'phx_reply', { status, response })
  }

  /** After `phx_close` the client stays away; after `phx_error` it rejoins. */
  end(event: 'phx_close' | 'phx_error'): void {
    this.#send(this.#joinRef, event, {})
  }

  #send(ref: string | null, event: string, payload: unknown): void {
    this.#connection.send({ joinRef: this.#joinRef, ref, topic: `realtime:${this.#name}`, event, payload })
  }
}
