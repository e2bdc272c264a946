import { frame } from '../frame.ts'
import { type Broadcast, type Encoded, encodeBroadcast, encodeMessage, type Vsn } from '../serializer.ts'

/** One message for many sockets. A frame is built at most once per protocol version and shared by all sockets. */
export class Outgoing {
  /** Id of a stored message, so that a replaying channel does not send it twice. */
  readonly id: string | null
  readonly #encode: (vsn: Vsn) => Encoded | null
  readonly #frames: (Buffer | null | undefined)[] = []

  constructor(encode: (vsn: Vsn) => Encoded | null, id: string | null = null) {
    this.#encode = encode
    this.id = id
  }

  /** Null when this version cannot represent the message. */
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
 * Concatenates frames once for all sockets that receive the same list: writing twenty chunks costs more than the bytes.
 * Messages that a version cannot represent are skipped.
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

/** Sends the message to all subscribers but one; returns their number. */
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
