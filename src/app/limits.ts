import { LRUCache } from 'lru-cache'
import type { Clock } from '#platform/clock.ts'
import { ShopError } from '#shared/errors.ts'
import { ownValue } from '#shared/own-value.ts'
import type { BoundCall } from './bound-calls.ts'

interface Limit {
  readonly max: number
  /** Milliseconds. */
  readonly windowMs: number
}

const perMinute = (max: number): Limit => ({ max, windowMs: 60_000 })

/** Calls that answer whether a guess was right or send mail, by name; counted per network (an IPv4 address or an IPv6 /64). */
const limits: Readonly<Record<string, Limit>> = {
  login: perMinute(20),
  register: perMinute(10),
  registerResendMail: perMinute(10),
  sendMagicLink: perMinute(10),
  viewVerifyLink: perMinute(40),
  verifyAccount: perMinute(20),
  viewMagicLink: perMinute(40),
  useMagicLink: perMinute(20),
  changePassword: perMinute(10),
  changeEmail: perMinute(10),
  viewEmailLink: perMinute(40),
  confirmEmail: perMinute(20),
  startPasskey: perMinute(10),
  addPasskey: perMinute(20),
  startPasskeySignIn: perMinute(60),
  passkeySignIn: perMinute(20),
  startSignOn: perMinute(20),
  googleSignon: perMinute(20),
  facebookSignon: perMinute(20),
  recover: perMinute(10),
  mailPasswordLink: perMinute(10),
  viewAgentLink: perMinute(20),
  startVisit: perMinute(10),
  setPassword: perMinute(20),
  resetPassword: perMinute(20),
  viewPasswordLink: perMinute(40),
  findGuestOrder: perMinute(10),
  findGuestInvoice: perMinute(10),
  // Drawing is work; nobody reads that many.
  viewInvoicePdf: perMinute(60),
  // Each new card is asked after at its bank.
  changeBilling: perMinute(20),
  previewWithdrawal: perMinute(10),
  withdraw: perMinute(10),
  // A guest's number and e-mail, or a link; the changes make mails.
  viewGift: perMinute(40),
  changeGift: perMinute(10),
  resendGift: perMinute(10),
  viewLinkedGift: perMinute(40),
  claimGift: perMinute(10),
  viewCoupon: perMinute(60),
  viewCouponPlans: perMinute(60),
  setPromoCode: perMinute(60),
  redeemCoupon: perMinute(60),
  // What makes mails of what strangers type.
  mailContact: perMinute(5),
  mailHcp: perMinute(5),
  mailUniversity: perMinute(5),
  verifyTurnstile: perMinute(20),
  subscribe: perMinute(10),
  // Reads the whole shop.
  viewReport: perMinute(10),
  viewLeftCart: perMinute(40),
  resumeCart: perMinute(20),
  // What writes proof of what strangers choose.
  setConsent: perMinute(30),
  collect: perMinute(300),
  collectBatch: perMinute(300),
  collectOne: perMinute(600),
  collectMetrics: perMinute(60),
  reportSiteDown: perMinute(10),
  viewReferral: perMinute(40),
  takeReferral: perMinute(20),
  // A code can be tried with these as well.
  previewChange: perMinute(120),
  viewOwedOrder: perMinute(60),
  // Cards can be tried with it.
  payOwedOrder: perMinute(10),
  changeSubscription: perMinute(120),
  updateSubscription: perMinute(120),
}

/** Whether a network may make this call only so often. */
export const isLimited = ({ name }: Pick<BoundCall['call'], 'name'>): boolean => Object.hasOwn(limits, name)

// Enough for a busy minute; an attacker with more networks than this pushes out only other attackers' counts.
const mostNetworks = 50_000

/**
 * Counts calls where guessing would gain something, whether they come over HTTP or from a page's form, and throws
 * TOO_MANY_REQUESTS above the limit. Counts are this process's own.
 */
export const limitCalls = (clock: Clock, calls: readonly BoundCall[]): readonly BoundCall[] => {
  const counts = new LRUCache<string, number>({
    max: mostNetworks,
    perf: { now: () => clock.now().epochMilliseconds },
    // Or it would keep the time of its last look for a millisecond of the machine's.
    ttlResolution: 0,
  })
  const count = (name: string, network: string, { max, windowMs }: Limit): void => {
    const key = `${name} ${network}`
    const seen = counts.get(key) ?? 0
    if (seen >= max) throw new ShopError('TOO_MANY_REQUESTS')
    const left = seen === 0 ? windowMs : Math.max(1, counts.getRemainingTTL(key))
    counts.set(key, seen + 1, { ttl: left })
  }
  return calls.map((bound) => {
    const limit = ownValue(limits, bound.call.name)
    if (!limit) return bound
    const run: BoundCall['run'] = async (context, input) => {
      count(bound.call.name, context.network, limit)
      return bound.run(context, input)
    }
    return { call: bound.call, run }
  })
}
