import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import { isFormTimely, isPassOpen } from '#shared/human-check.ts'
import type { Challenge } from '#shared/human-check.ts'
import type { AppDeps } from './app-deps.ts'
import { OutgoingFailure } from './outgoing.ts'
import type { OutgoingReply } from './outgoing.ts'
import { createTokenSigner } from './token-signer.ts'

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
const checkTurnstileToken = async (
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

/** Tells people from programs at public forms. */
export interface HumanCheck {
  readonly challenge: () => Challenge
  /**
   * Returns the key of the token behind `captcha`, a token or a pass; the same token has the same key. Throws
   * CAPTCHA_FAILED, and SHOP_BUSY when Cloudflare cannot be asked.
   */
  readonly verify: (captcha: string) => Promise<Buffer>
  /** A pass for a token that `verify` takes. */
  readonly passFor: (token: string) => Promise<string>
}

type HumanCheckDeps = Pick<AppDeps, 'clock' | 'ids' | 'outgoing' | 'log' | 'secret'>

const keyOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const instantFrom = (text: string): Temporal.Instant | null => {
  try {
    return Temporal.Instant.from(text)
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

/** Without Cloudflare: a signed moment that a form carries, neither too young nor too old. Needs no script. */
const timedCheck = ({ clock, ids, secret }: HumanCheckDeps) => {
  const signer = createTokenSigner(secret, 'form handed out')
  return {
    challenge: (): Challenge => ({
      kind: 'timed',
      token: signer.sign(`${clock.now().toString()} ${ids.token()}`),
    }),
    check: async (token: string): Promise<boolean> => {
      const issued = instantFrom(signer.verify(token)?.split(' ', 1)[0] ?? '')
      return issued !== null && isFormTimely(issued, clock.now())
    },
  }
}

const turnstileCheck = (deps: HumanCheckDeps, settings: TurnstileSettings) => ({
  challenge: (): Challenge => ({
    kind: 'turnstile',
    site_key: settings.siteKey,
    script: `${settings.apiBase}/turnstile/v0/api.js`,
  }),
  check: (token: string): Promise<boolean> => checkTurnstileToken(deps, settings, token, keyOf(token)),
})

/** The check of this shop: Cloudflare's where it is configured, else one of our own. */
export const createHumanCheck = (deps: HumanCheckDeps, turnstile: TurnstileSettings | null): HumanCheck => {
  const { challenge, check } = turnstile === null ? timedCheck(deps) : turnstileCheck(deps, turnstile)
  const passSigner = createTokenSigner(deps.secret, 'check passed')
  const keyOfPass = (captcha: string): Buffer | null => {
    const [passed = '', key = ''] = passSigner.verify(captcha)?.split(' ') ?? []
    const at = instantFrom(passed)
    return at !== null && isPassOpen(at, deps.clock.now()) ? Buffer.from(key, 'hex') : null
  }
  const checkToken = async (token: string): Promise<Buffer> => {
    if (token === '' || !(await check(token))) throw new ShopError('CAPTCHA_FAILED')
    return keyOf(token)
  }
  return {
    challenge,
    verify: async (captcha) => keyOfPass(captcha) ?? checkToken(captcha),
    passFor: async (token) => {
      const key = await checkToken(token)
      return passSigner.sign(`${deps.clock.now().toString()} ${key.toString('hex')}`)
    },
  }
}
