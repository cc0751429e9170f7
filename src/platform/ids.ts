import { randomFillSync, randomUUID } from 'node:crypto'
import type { Clock } from './clock.ts'

/** New names for things. Everything random in the shop comes from here. */
export interface Ids {
  /**
   * Time-ordered uuid (version 7), so that keys are appended to their index; ids of one process and one millisecond
   * keep the order in which they were made. Its time is readable.
   */
  readonly uuid: () => string
  /** Random uuid (version 4), for what must not be guessed, such as a cart id. */
  readonly randomUuid: () => string
  /** Names a request: a random uuid that the machine makes in bulk, because each answer has one. */
  readonly requestId: () => string
  /** 32 random bytes as base64url text (43 characters): sessions and links. */
  readonly token: () => string
  /** An order number that can be read aloud: `L` and a readable code. */
  readonly orderNumber: () => string
  /** Nine digits and capitals without I, L, O and U: one of 35 trillion. */
  readonly readableCode: () => string
  /** A fraction from 0 up to, not including, 1: jitter for waits. */
  readonly fraction: () => number
}

/** `count` random bytes. */
export type RandomBytes = (count: number) => Uint8Array

const poolSize = 2_048

/** The machine's secure source, asked for many ids at once; an id that was issued is not stored. */
const pooledBytes = (): RandomBytes => {
  const pool = Buffer.alloc(poolSize)
  let taken = poolSize
  return (count) => {
    if (taken + count > poolSize) {
      randomFillSync(pool)
      taken = 0
    }
    const given = Uint8Array.from(pool.subarray(taken, taken + count))
    pool.fill(0, taken, taken + count)
    taken += count
    return given
  }
}

const machineBytes = pooledBytes()

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const dashed = (bytes: Uint8Array, version: 4 | 7): string => {
  const marked = Buffer.from(bytes)
  marked.writeUInt8((marked.readUInt8(6) & 0x0f) | (version << 4), 6)
  marked.writeUInt8((marked.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = marked.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const readableCode = (random: RandomBytes): string =>
  Array.from(random(9), (byte) => crockford.charAt(byte & 31)).join('')

/** A fraction from 0 up to, not including, 1, from the machine's secure source unless a test brings its own. */
export const fractionFrom = (random: RandomBytes = machineBytes): number =>
  Buffer.from(random(4)).readUInt32BE() / 2 ** 32

// The 12 bits after the time count within a millisecond (RFC 9562 §6.2), from a start below half of what they hold.
const orderedUuids = (clock: Clock, random: RandomBytes): (() => string) => {
  let latest = -1
  let count = 0
  return () => {
    const bytes = Buffer.from(random(16))
    const now = clock.now().epochMilliseconds
    count = now === latest ? (count + 1) & 0xfff : bytes.readUInt16BE(6) & 0x7ff
    latest = now
    bytes.writeUIntBE(now, 0, 6)
    bytes.writeUInt16BE(count, 6)
    return dashed(bytes, 7)
  }
}

/** Ids from a clock and a source of chance (the machine's secure one unless a test brings its own). */
export const createIds = (clock: Clock, random: RandomBytes = machineBytes): Ids => ({
  uuid: orderedUuids(clock, random),
  randomUuid: () => dashed(random(16), 4),
  requestId: () => randomUUID(),
  token: () => Buffer.from(random(32)).toString('base64url'),
  orderNumber: () => `L${readableCode(random)}`,
  readableCode: () => readableCode(random),
  fraction: () => fractionFrom(random),
})
