import { createHash } from 'node:crypto'
import { isFormTimely, isPassOpen } from '#shared/check-age.ts'
import { ShopError } from '#shared/errors.ts'
import type { Challenge } from '#shared/human-check.ts'
import { createTokenSigner } from './token-signer.ts'
import type { AppDeps } from './app-deps.ts'
import { checkTurnstileToken } from './turnstile.ts'
import type { TurnstileSettings } from './turnstile.ts'

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
