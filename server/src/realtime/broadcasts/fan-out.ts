import { frame } from '../frame.ts'
import { type Broadcast, type Encoded, encodeBroadcast, encodeMessage, type Vsn } from '../serializer.ts'

/**
 * One message for many sockets. Its frame is built at most once per protocol version, when the first socket of that
 * version needs it, and the same bytes are written to all.
 */
export class Outgoing {
  /** Of a stored message, so that a channel which is replaying does not tell it twice. */
  readonly id: string | null
  readonly #encode: (vsn: Vsn) => Encoded | null
  readonly #frames: (Buffer | null | undefined)[] = []

  constructor(encode: (vsn: Vsn) => Encoded | null, id: string | null = null) {
    this.#encode = encode
    this.id = id
  }

  /** Null when that version cannot carry the message. */
  frame(vsn: Vsn): Buffer | null {
    const known = this.#frames[vsn]
    if (known !== undefined) return known
    const encoded = this.#encode(vsn)
    const built = encoded ? frame(encoded) : null
    this.#frames[vsn] = built
    return built
  }
}

const pieces = new WeakMap<readonly Outgoing[], (Buffer | undefined)[]>()

/**
 * The frames of messages one behind the other, put together once for all sockets that are told the same list: twenty chunks
 * cost a socket more than their bytes. What a version cannot carry is left out.
 */
export function inOnePiece(messages: readonly Outgoing[], vsn: Vsn): Buffer {
  const built = pieces.get(messages) ?? []
  pieces.set(messages, built)
  built[vsn] ??= Buffer.concat(messages.flatMap((message) => message.frame(vsn) ?? []))
  return built[vsn]
}

export function broadcastTo(name: string, broadcast: Broadcast, id: string | null = null): Outgoing {
  return new Outgoing((vsn) => encodeBroadcast(vsn, `realtime:${name}`, broadcast), id)
}

export function eventTo(name: string, event: string, payload: unknown): Outgoing {
  const message = { joinRef: null, ref: null, topic: `realtime:${name}`, event, payload }
  return new Outgoing((vsn) => encodeMessage(vsn, message))
}

export type Receiver = { receive(message: Outgoing): void }

/** Hands the message to every subscriber but one; says to how many. */
export function fanOut<R extends Receiver>(
  subscribers: Iterable<R>,
  message: Outgoing,
  except: R | null = null,
): number {
  let receivers = 0
  for (const subscriber of subscribers) {
    if (subscriber === except) continue
    subscriber.receive(message)
    receivers++
  }
  return receivers
}
