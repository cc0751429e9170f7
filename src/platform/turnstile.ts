import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import { OutgoingFailure } from './outgoing.ts'
import type { OutgoingReply } from './outgoing.ts'
import type { AppDeps } from './app-deps.ts'

export interface TurnstileSettings {
  readonly siteKey: string
  readonly secretKey: string
  /** Where script and verification live, without a trailing slash. */
  readonly apiBase: string
}

type TurnstileDeps = Pick<AppDeps, 'outgoing' | 'log'>

const timeoutMs = 5_000

const Verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })

/** Codes that say something about our settings, not about the visitor. */
const configurationErrors = ['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error']

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A key in the form of a uuid: a token that is checked twice gets the same answer, not "already used". */
const idempotencyKey = (tokenKey: Buffer): string => {
  const hex = tokenKey.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const requestVerdict = async (
  { outgoing }: TurnstileDeps,
  { secretKey, apiBase }: TurnstileSettings,
  token: string,
  tokenKey: Buffer,
): Promise<OutgoingReply> => {
  try {
    return await outgoing.request({
      method: 'POST',
      url: `${apiBase}/turnstile/v0/siteverify`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        secret: secretKey,
        response: token,
        idempotency_key: idempotencyKey(tokenKey),
      }).toString(),
      timeoutMs,
    })
  } catch (thrown) {
    if (thrown instanceof OutgoingFailure) throw new ShopError('SHOP_BUSY', { cause: thrown })
    throw thrown
  }
}

/**
 * Cloudflare's siteverify: whether a widget's token is good. The visitor's address is not passed on.
 * Throws SHOP_BUSY when no verdict is to be had; a form must not be lost or let through by that.
 */
export const checkTurnstileToken = async (
  deps: TurnstileDeps,
  settings: TurnstileSettings,
  token: string,
  tokenKey: Buffer,
): Promise<boolean> => {
  const reply = await requestVerdict(deps, settings, token, tokenKey)
  const verdict = Verdict.safeParse(parseJson(reply.body))
  const codes = verdict.data?.['error-codes'] ?? []
  if (!verdict.success || codes.some((code) => configurationErrors.includes(code))) {
    deps.log.error({ status: reply.status, codes }, 'Turnstile gave no verdict')
    throw new ShopError('SHOP_BUSY')
  }
  return verdict.data.success
}
