import { generateKeyPairSync, sign } from 'node:crypto'

const length = (bytes: Buffer): Buffer => {
  if (bytes.length < 128) return Buffer.from([bytes.length])
  const digits = Buffer.from(bytes.length.toString(16).padStart(4, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 + digits.length]), digits])
}

/** A value of DER with its tag. */
const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const bytes = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), length(bytes), bytes])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value))

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const commonName = (name: string): Buffer => sequence(der(0x31, sequence(oid('550403'), text(0x0c, name))))

const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replaceAll(/(.{64})/g, '$1\n')}\n-----END ${label}-----\n`

/** A certificate for `localhost` that is its own authority, and its key, as PEM; good from 2020 to 2049. */
export const selfSigned = (name: string): { readonly cert: string; readonly key: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subjectNames = sequence(text(0x82, 'localhost'))
  const facts = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    commonName(name),
    sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z')),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid('551d11'), der(0x04, subjectNames)))),
  )
  const signature = sign('sha256', facts, privateKey)
  const certificate = sequence(facts, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  return { cert: pem('CERTIFICATE', certificate), key }
}
