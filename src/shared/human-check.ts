import { z } from 'zod'

/** Nobody fills a form faster than this; programs do. */
const minFormAge = Temporal.Duration.from({ seconds: 2 })
/** A page left open overnight still sends. */
const maxFormAge = Temporal.Duration.from({ hours: 24 })
/** How long a passed check may wait for its form. */
const maxPassAge = Temporal.Duration.from({ minutes: 10 })

const isBetween = (moment: Temporal.Instant, from: Temporal.Instant, until: Temporal.Instant): boolean =>
  Temporal.Instant.compare(moment, from) >= 0 && Temporal.Instant.compare(moment, until) <= 0

/** Whether a form that was handed out at `issued` may come back at `now`. */
export const isFormTimely = (issued: Temporal.Instant, now: Temporal.Instant): boolean =>
  isBetween(now, issued.add(minFormAge), issued.add(maxFormAge))

/** Whether a check passed at `passed` still counts at `now`. */
export const isPassOpen = (passed: Temporal.Instant, now: Temporal.Instant): boolean =>
  isBetween(now, passed, passed.add(maxPassAge))

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
