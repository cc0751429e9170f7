import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Assertion, Registration } from '#shared/passkey-schema.ts'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const wire = (data: string | Uint8Array): string => Buffer.from(data).toString('base64url')

/** The parts of an answer that may differ from those of an honest authenticator. */
interface Twist {
  readonly origin?: string
  readonly domain?: string
  readonly type?: string
  readonly userVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
  /** Signs with another key. */
  readonly key?: KeyObject
}

const clientData = (type: string, challenge: string, origin: string): string =>
  JSON.stringify({ type, challenge, origin, crossOrigin: false })

const flagsOf = (userVerified: boolean, attested: boolean): number =>
  0x01 | (userVerified ? 0x04 : 0) | (attested ? 0x40 : 0)

const uint = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

/** An authenticator with one key of its own, in software: what it signs is checked like that of any other. */
export const softAuthenticator = (site = 'https://shop.example', user = '') => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const domain = new URL(site).hostname
  let uses = 0
  const data = (twist: Twist, attested: Buffer | null): Buffer =>
    Buffer.concat([
      sha256(twist.domain ?? domain),
      Buffer.from([flagsOf(twist.userVerified ?? true, attested !== null)]),
      uint(twist.counter ?? uses, 4),
      attested ?? Buffer.alloc(0),
    ])
  const coseKey = (): Uint8Array => {
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    return isoCBOR.encode(key)
  }
  return {
    register: (challenge: string, twist: Twist = {}): Registration => {
      const attested = Buffer.concat([Buffer.alloc(16), uint(id.length, 2), id, coseKey()])
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(data(twist, attested))],
      ])
      return {
        id: wire(id),
        rawId: wire(id),
        type: 'public-key',
        response: {
          clientDataJSON: wire(clientData(twist.type ?? 'webauthn.create', challenge, twist.origin ?? site)),
          attestationObject: wire(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      }
    },
    answer: (challenge: string, twist: Twist = {}): Assertion => {
      uses += 1
      const authenticatorData = data(twist, null)
      const client = clientData(twist.type ?? 'webauthn.get', challenge, twist.origin ?? site)
      const signed = Buffer.concat([authenticatorData, sha256(client)])
      return {
        id: wire(id),
        rawId: wire(id),
        type: 'public-key',
        response: {
          clientDataJSON: wire(client),
          authenticatorData: wire(authenticatorData),
          signature: wire(sign('sha256', signed, twist.key ?? privateKey)),
          userHandle: wire(twist.userHandle ?? user),
        },
      }
    },
  }
}
