import { brand } from '#shared/brand.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import type { CallContext } from '#platform/call-context.ts'
import { createSeal } from '#platform/seal.ts'
import type { World } from '#platform/world.ts'

type Visit = Pick<CallContext, 'actor' | 'cookies'>

/** A browser that sends more purchases than this in a day follows the older ones by number and e-mail. */
const mostKept = 8

// Longer than a thank-you page tells anything: a payment may be decided hours after it was sent.
const keptSeconds = 48 * 3600

/**
 * The checkouts that a visitor sent, in a signed cookie until somebody signs out. The link of a thank-you page gets into
 * histories, screenshots and mails; without the cookie of the browser that ordered it tells nothing personal. A member's
 * are found by their account, so that nothing of them stays when they leave.
 */
export const createOwnCheckouts = ({ publicUrl, secret }: Pick<World, 'publicUrl' | 'secret'>) => {
  const seal = createSeal(secret, 'own checkouts')
  const name = hostCookie(publicUrl, brand.keys.checkoutsCookie)
  const read = ({ cookies }: Visit): readonly string[] => {
    const sealed = cookies.get(name)
    return (sealed === undefined ? null : seal.open(sealed))?.split(' ') ?? []
  }
  return {
    remember: (visit: Visit, checkoutId: string): void => {
      if (visit.actor.kind === 'member') return
      const kept = [checkoutId, ...read(visit).filter((id) => id !== checkoutId)].slice(0, mostKept)
      visit.cookies.set(name, seal.close(kept.join(' ')), { httpOnly: true, maxAge: keptSeconds })
    },
    has: (visit: Visit, checkoutId: string): boolean => read(visit).includes(checkoutId),
  }
}
