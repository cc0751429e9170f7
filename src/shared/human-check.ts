import { z } from 'zod'

/** What a form has to show or carry so that a person sends it: Cloudflare's widget, or a token of our own. */
export const Challenge = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('turnstile'), site_key: z.string(), script: z.string() }),
  z.object({ kind: z.literal('timed'), token: z.string() }),
])

export type Challenge = z.output<typeof Challenge>

/**
 * What a checked form carries: the token of its check, or the pass that `verifyTurnstile` gave for it, and a field that
 * people do not see and programs fill.
 */
export const checkFields = {
  captcha: z.string().max(2048).default(''),
  website: z.string().max(200).default(''),
}
