import type { Encoded } from './serializer.ts'

/** A complete unmasked websocket frame (RFC 6455 §5.2), which can be written to any number of sockets. */
export function frame({ data, text }: Encoded): Buffer {
  const length = data.length
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const target = Buffer.allocUnsafe(header + length)
  target[0] = text ? 0x81 : 0x82
  if (header === 2) target[1] = length
  else if (header === 4) {
    target[1] = 126
    target.writeUInt16BE(length, 2)
  } else {
    target[1] = 127
    target.writeBigUInt64BE(BigInt(length), 2)
  }
  data.copy(target, header)
  return target
}
