import { z } from 'zod'

/** The human check of a form: Cloudflare's widget, or a token of the shop. */
export const Challenge = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('turnstile'), site_key: z.string(), script: z.string() }),
  z.object({ kind: z.literal('timed'), token: z.string() }),
])

export type Challenge = z.output<typeof Challenge>

/**
 * The fields of a checked form: the token of its check, or the pass that `verifyTurnstile` returned for it, and a
 * hidden field that only programs fill.
 */
export const checkFields = {
  captcha: z.string().max(2048).default(''),
  website: z.string().max(200).default(''),
}
