/**
 * Encodes and decodes messages in both protocol versions: objects (vsn 1.0.0), or arrays and binary frames (vsn 2.0.0).
 * Pure. The decoder receives untrusted input: it returns null and must never throw.
 */
export type Vsn = 1 | 2

export type Message = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** An application's broadcast. `payload` is JSON text or opaque bytes, forwarded unchanged. */
export type Broadcast = {
  event: string
  payload: Buffer
  encoding: 'json' | 'bytes'
  meta: Record<string, unknown> | null
}

export type BroadcastPush = {
  joinRef: string | null
  ref: string | null
  topic: string
  broadcast: Broadcast
}

export type Incoming = { kind: 'message'; message: Message } | { kind: 'broadcast'; push: BroadcastPush }

/** The bytes of a websocket message, and whether they are text. */
export type Encoded = { data: Buffer; text: boolean }

const USER_BROADCAST_PUSH = 3
const USER_BROADCAST = 4
const PUSH_HEADER = 7
const LONGEST_FIELD = 255
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Null for an invalid message. */
export function decode(vsn: Vsn, data: Buffer, binary: boolean): Incoming | null {
  if (binary) return vsn === 2 ? decodePush(data) : null
  try {
    return vsn === 2 ? fromArray(JSON.parse(data.toString())) : fromObject(JSON.parse(data.toString()))
  } catch {
    // Invalid JSON, or nested too deeply to be serialised again.
    return null
  }
}

function fromArray(value: unknown): Incoming | null {
  if (!Array.isArray(value) || value.length !== 5) return null
  const [joinRef, ref, topic, event, payload] = value
  return incoming(joinRef, ref, topic, event, payload)
}

function fromObject(value: unknown): Incoming | null {
  if (!isRecord(value)) return null
  return incoming(value.join_ref ?? null, value.ref ?? null, value.topic, value.event, value.payload ?? {})
}

function incoming(joinRef: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown) {
  if (!isRef(joinRef) || !isRef(ref) || typeof topic !== 'string' || typeof event !== 'string') return null
  if (event !== 'broadcast')
    return { kind: 'message' as const, message: { joinRef, ref, topic, event, payload } }
  if (!isRecord(payload) || typeof payload.event !== 'string') return null
  const broadcast: Broadcast = {
    event: payload.event,
    payload: Buffer.from(JSON.stringify(payload.payload ?? {})),
    encoding: 'json',
    meta: null,
  }
  return { kind: 'broadcast' as const, push: { joinRef, ref, topic, broadcast } }
}

/** Layout: kind, five lengths, encoding, then the five fields and the payload. */
function decodePush(data: Buffer): Incoming | null {
  if (data.length < PUSH_HEADER || data[0] !== USER_BROADCAST_PUSH) return null
  const encoding = data[6]
  if (encoding !== 0 && encoding !== 1) return null
  const fields: string[] = []
  let offset = PUSH_HEADER
  try {
    for (let index = 1; index <= 5; index++) {
      const end = offset + (data[index] as number)
      if (end > data.length) return null
      fields.push(utf8.decode(data.subarray(offset, end)))
      offset = end
    }
    const payload = data.subarray(offset)
    // Invalid JSON would throw in every receiver.
    if (encoding === 1) JSON.parse(utf8.decode(payload))
    const [joinRef, ref, topic, event, metaText] = fields as [string, string, string, string, string]
    const meta: unknown = metaText === '' ? null : JSON.parse(metaText)
    if (meta !== null && !isRecord(meta)) return null
    const broadcast: Broadcast = { event, payload, encoding: encoding === 1 ? 'json' : 'bytes', meta }
    return { kind: 'broadcast', push: { joinRef: joinRef || null, ref: ref || null, topic, broadcast } }
  } catch {
    return null
  }
}

/** A control message; always text, since the client reads binary frames only for broadcasts. */
export function encodeMessage(vsn: Vsn, { joinRef, ref, topic, event, payload }: Message): Encoded {
  const value =
    vsn === 2 ? [joinRef, ref, topic, event, payload] : { topic, event, payload, ref, join_ref: joinRef }
  return { data: Buffer.from(JSON.stringify(value)), text: true }
}

/** Null when this version cannot represent it: bytes in vsn 1.0.0, or a name too long for a binary header. */
export function encodeBroadcast(vsn: Vsn, topic: string, broadcast: Broadcast): Encoded | null {
  const meta = broadcast.meta ? JSON.stringify(broadcast.meta) : ''
  if (vsn === 2) {
    const fields = [topic, broadcast.event, meta].map((field) => Buffer.from(field))
    if (fields.every((field) => field.length <= LONGEST_FIELD)) {
      const lengths = fields.map((field) => field.length)
      const header = Buffer.from([USER_BROADCAST, ...lengths, broadcast.encoding === 'json' ? 1 : 0])
      return { data: Buffer.concat([header, ...fields, broadcast.payload]), text: false }
    }
  }
  if (broadcast.encoding === 'bytes') return null
  const before = `{"type":"broadcast","event":${JSON.stringify(broadcast.event)},"payload":`
  const after = meta === '' ? '}' : `,"meta":${meta}}`
  const [open, close] =
    vsn === 2
      ? [`[null,null,${JSON.stringify(topic)},"broadcast",${before}`, `${after}]`]
      : [`{"topic":${JSON.stringify(topic)},"event":"broadcast","payload":${before}`, `${after},"ref":null}`]
  return { data: Buffer.concat([Buffer.from(open), broadcast.payload, Buffer.from(close)]), text: true }
}

function isRef(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value.length <= LONGEST_FIELD)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
