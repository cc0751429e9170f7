import type { Kysely } from 'kysely'
import { reservedFor } from '#credit/server/credits.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { Database } from '#platform/schema.ts'
import { createTokenSigner } from '#platform/token-signer.ts'
import { brand } from '#shared/brand.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import {
  deleteUnsuccessful,
  deleteUnsuccessfulOf,
  eraseBuyerOfOrdered,
  eraseGiftIn,
  hasUndecided,
  selectUndecided,
} from './checkout-store.ts'

export { selectCartsInPayment as cartsInPayment } from './checkout-store.ts'

/** A sentence for each settled checkout with reserved credit. */
export const brokenCheckouts = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const reserved = await reservedFor(db, 'purchase')
  const undecided = await selectUndecided(db, reserved)
  return reserved
    .filter((id) => !undecided.has(id))
    .map((id) => `credit is set aside for checkout ${id}, which is over`)
}

type Buyer = Pick<RequestContext, 'actor' | 'cookies'>

/** A browser with more checkouts than this finds the older orders by number and e-mail. */
const maxCheckouts = 8

// Longer than a thank-you page shows details: a payment may be settled hours after it was sent.
const cookieMaxAgeSeconds = 48 * 3600

/**
 * The checkouts that a visitor sent, in a signed cookie until sign-out. The link of a thank-you page ends up in
 * histories, screenshots and mails; without the cookie of the browser that ordered, the page shows no personal data. A
 * member's checkouts are found by the account, so that nothing of them remains after sign-out.
 */
export const createOwnCheckouts = ({ publicUrl, secret }: Pick<AppDeps, 'publicUrl' | 'secret'>) => {
  const signer = createTokenSigner(secret, 'own checkouts')
  const name = hostCookie(publicUrl, brand.keys.checkoutsCookie)
  const read = ({ cookies }: Buyer): readonly string[] => {
    const signed = cookies.get(name)
    return (signed === undefined ? null : signer.verify(signed))?.split(' ') ?? []
  }
  return {
    remember: (context: Buyer, checkoutId: string): void => {
      if (context.actor.kind === 'member') return
      const ids = [checkoutId, ...read(context).filter((id) => id !== checkoutId)].slice(0, maxCheckouts)
      context.cookies.set(name, signer.sign(ids.join(' ')), { httpOnly: true, maxAge: cookieMaxAgeSeconds })
    },
    has: (context: Buyer, checkoutId: string): boolean => read(context).includes(checkoutId),
    all: read,
  }
}

/** Carts with a payment attempt, and those that became an order. */
export interface CheckoutCount {
  readonly sent: number
  readonly ordered: number
}

/** Whether a payment of a member is not settled: its order would come after their account is deleted. */
export const hasPurchaseInPayment = hasUndecided

/** Deletes attempts that bought nothing and were settled before a moment. */
export const forgetDeclinedCheckouts = deleteUnsuccessful

/** Erases the buyer from checkouts that became orders. */
export const forgetBuyer = eraseBuyerOfOrdered

/** Erases the recipient of a gift from checkouts. */
export const forgetGiftRecipient = eraseGiftIn

/** Deletes a person's attempts that bought nothing. */
export const forgetUnsuccessfulCheckouts = deleteUnsuccessfulOf
