import { z } from 'zod'

/** The input of the browser's `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`. */
export const PasskeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })

const bytes = (most: number) => z.string().min(1).max(most)
const attachment = z.enum(['platform', 'cross-platform']).nullish()

/** A credential as its `toJSON()` gives it; binary as base64url. What else it holds is not needed. */
export const Registration = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
})

export type Registration = z.output<typeof Registration>

export const Assertion = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(2000),
    userHandle: z.string().max(100).nullish(),
  }),
})

export type Assertion = z.output<typeof Assertion>

/** How a person names a passkey. */
export const PasskeyName = z
  .string('Please name the passkey.')
  .trim()
  .min(1, 'Please name the passkey.')
  .max(60, 'Please choose a shorter name.')
