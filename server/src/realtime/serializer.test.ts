import { createClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frame } from './frame.ts'
import { type Broadcast, decode, encodeBroadcast, encodeMessage, type Vsn } from './serializer.ts'

const official = createClient('http://localhost', 'key').realtime.serializer
const vsn = fc.constantFrom<Vsn>(1, 2)
const ref = fc.option(fc.string({ maxLength: 20, unit: 'grapheme' }).filter((text) => text !== ''))
const name = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
const json = fc.jsonValue({ maxDepth: 3 })

function bytes(result: ArrayBuffer | string): [Buffer, boolean] {
  return typeof result === 'string' ? [Buffer.from(result), false] : [Buffer.from(result), true]
}

/** Decodes with the official client. */
function read(encoded: { data: Buffer; text: boolean } | null): unknown {
  if (!encoded) return null
  const raw = encoded.text ? encoded.data.toString() : new Uint8Array(encoded.data).buffer
  let message: unknown
  official.decode(raw, (decoded: unknown) => {
    message = decoded
  })
  return message
}

describe('the decoder', () => {
  it('reads every control message that the official client sends', () => {
    fc.assert(
      fc.property(ref, ref, name, json, (joinRef, own, topic, payload) => {
        official.encode(
          { join_ref: joinRef, ref: own, topic, event: 'phx_join', payload: { payload } },
          (result) => {
            const [data, binary] = bytes(result)
            expect(decode(2, data, binary)).toEqual({
              kind: 'message',
              message: {
                joinRef,
                ref: own,
                topic,
                event: 'phx_join',
                payload: JSON.parse(JSON.stringify({ payload })),
              },
            })
          },
        )
      }),
    )
  })

  it('reads every broadcast that the official client sends, JSON and bytes', () => {
    const value = fc.oneof(
      json,
      fc.uint8Array().map((array) => new Uint8Array(array).buffer),
    )
    fc.assert(
      fc.property(ref, ref, name, name, value, (joinRef, own, topic, event, payload) => {
        const message = {
          join_ref: joinRef,
          ref: own,
          topic,
          event: 'broadcast',
          payload: { event, payload },
        }
        official.encode(message, (result) => {
          const [data, binary] = bytes(result)
          const incoming = decode(2, data, binary)
          if (incoming?.kind !== 'broadcast') throw new Error('not read as a broadcast')
          const { push } = incoming
          expect([push.joinRef, push.ref, push.topic, push.broadcast.event]).toEqual([
            joinRef,
            own,
            topic,
            event,
          ])
          const isBytes = payload instanceof ArrayBuffer
          expect(push.broadcast.encoding).toBe(isBytes ? 'bytes' : 'json')
          if (isBytes) expect(push.broadcast.payload).toEqual(Buffer.from(payload))
          else
            expect(JSON.parse(push.broadcast.payload.toString())).toEqual(
              JSON.parse(JSON.stringify(payload ?? {})),
            )
        })
      }),
    )
  })

  it('never throws, whatever the bytes', () => {
    const header = fc.uint8Array({ minLength: 6, maxLength: 6 })
    const frames = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .tuple(header, fc.uint8Array({ maxLength: 300 }))
        .map(([lengths, rest]) => Buffer.from([3, ...lengths, ...rest])),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
      json.map((value) => Buffer.from(JSON.stringify(value))),
      fc.array(json, { minLength: 5, maxLength: 5 }).map((value) => Buffer.from(JSON.stringify(value))),
    )
    fc.assert(
      fc.property(vsn, frames, fc.boolean(), (version, data, binary) => {
        const incoming = decode(version, Buffer.from(data), binary)
        // Accepted messages can always be decoded by a receiver.
        if (incoming?.kind !== 'broadcast') return
        for (const to of [1, 2] as const) read(encodeBroadcast(to, 'realtime:t', incoming.push.broadcast))
      }),
      { numRuns: 2000 },
    )
  })

  it('refuses invalid JSON before it reaches a receiver', () => {
    const field = Buffer.from('t')
    const head = Buffer.from([3, 0, 0, 1, 1, 0, 1])
    expect(decode(2, Buffer.concat([head, field, field, Buffer.from('{"a":')]), true)).toBeNull()
    expect(decode(2, Buffer.concat([head, field, field, Buffer.from([0xff, 0xfe])]), true)).toBeNull()
    expect(decode(2, Buffer.from('['.repeat(100_000)), false)).toBeNull()
    const deep = `[null,null,"t","broadcast",{"event":"e","payload":${'['.repeat(50_000)}${']'.repeat(50_000)}}]`
    expect(() => decode(2, Buffer.from(deep), false)).not.toThrow()
  })
})

describe('the encoder', () => {
  const broadcast: fc.Arbitrary<Broadcast> = fc
    .record({
      event: fc.oneof(name, fc.string({ minLength: 200, maxLength: 400 })),
      value: json,
      meta: fc.option(fc.constant({ id: 'x' })),
    })
    .map(({ event, value, meta }) => ({
      event,
      payload: Buffer.from(JSON.stringify(value)),
      encoding: 'json',
      meta,
    }))

  it('writes JSON broadcasts that the official client can read, for all names and lengths', () => {
    fc.assert(
      fc.property(name, broadcast, (topic, message) => {
        const expected = {
          type: 'broadcast',
          event: message.event,
          payload: JSON.parse(message.payload.toString()),
          ...(message.meta ? { meta: message.meta } : {}),
        }
        expect(read(encodeBroadcast(2, topic, message))).toMatchObject({
          topic,
          event: 'broadcast',
          payload: expected,
        })
        const older = encodeBroadcast(1, topic, message)
        expect(JSON.parse(older?.data.toString() ?? '')).toEqual({
          topic,
          event: 'broadcast',
          payload: expected,
          ref: null,
        })
      }),
    )
  })

  it('writes bytes for the second protocol only', () => {
    const message: Broadcast = { event: 'e', payload: Buffer.from([0, 255]), encoding: 'bytes', meta: null }
    expect(read(encodeBroadcast(2, 't', message))).toMatchObject({
      payload: { payload: new Uint8Array([0, 255]).buffer },
    })
    expect(encodeBroadcast(1, 't', message)).toBeNull()
    expect(encodeBroadcast(2, 't'.repeat(256), message)).toBeNull()
  })

  it('round-trips in both versions', () => {
    fc.assert(
      fc.property(vsn, ref, ref, name, json, (version, joinRef, own, topic, payload) => {
        const message = { joinRef, ref: own, topic, event: 'e', payload: payload ?? {} }
        const { data } = encodeMessage(version, message)
        expect(decode(version, data, false)).toEqual({
          kind: 'message',
          message: { ...message, payload: JSON.parse(JSON.stringify(message.payload)) },
        })
      }),
    )
  })
})

describe('a frame', () => {
  it.each([
    [0, 2],
    [125, 2],
    [126, 4],
    [65_535, 4],
    [65_536, 10],
  ])('of %i bytes has a header of %i', (length, header) => {
    const built = frame({ data: Buffer.alloc(length, 7), text: false })
    expect(built.length).toBe(header + length)
    expect(built[0]).toBe(0x82)
    expect(built.subarray(header)).toEqual(Buffer.alloc(length, 7))
  })
})
