import { openGuestAccountAt } from '#account/server/accounts.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { cartLines, refusedLines } from '#cart/rules/cart-lines.ts'
import type { CartLine } from '#cart/rules/cart-lines.ts'
import { orderById, releaseGift, lockPayer, lockWaitingGift } from '#order/server/orders.ts'
import { validatedAddress } from '#location/rules/address-validation.ts'
import { regionCode } from '#location/rules/regions.ts'
import { Address } from '#shared/address.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { selectGift, updateClaimed, updateGift } from './gift-store.ts'
import type { StoredGift } from './gift-store.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { leftToRefundOf } from '#payment/refund/server/refunds.ts'
import { splitSum } from '#shared/payment-split.ts'
import { createTokenSigner } from '#platform/token-signer.ts'

/** A gift that was claimed for this address; a region may be named or given by its code. */
const isClaimedFor = ({ shipTo }: StoredGift, entered: Address): boolean => {
  if (shipTo === null) return false
  const address = { ...entered, region: regionCode(entered.country, entered.region) }
  return Address.keyof().options.every((part) => shipTo[part] === address[part])
}

const claimedElsewhere = `This gift already has another address, and it ships there. To change it, write to ${brand.supportEmail}.`

/** Throws ACTION_NOT_ALLOWED for a claimed gift that ships to another address than the one entered. */
export const checkClaimedFor = (gift: StoredGift, entered: Address): void => {
  if (isClaimedFor(gift, entered)) return
  throw new ShopError('ACTION_NOT_ALLOWED', { detail: claimedElsewhere, data: { reason: 'claimed' } })
}

/** What a gift waits for: its claim; nothing, while a full refund is pending; nothing anymore. */
type AwaitedStep = 'claim' | 'refund' | 'nothing'

/**
 * Locks a gift's order for the transaction and returns what the gift waits for. A full refund stops the gift from the
 * moment it is written, and a refused one lets it continue.
 */
export const lockGift = async (tx: Tx, orderId: string): Promise<AwaitedStep> => {
  if (!(await lockWaitingGift(tx, orderId))) return 'nothing'
  const payer = await lockPayer(tx, orderId)
  const wasPaid = splitSum(payer.paid) > 0
  return wasPaid && (await leftToRefundOf(tx, payer)) <= 0 ? 'refund' : 'claim'
}

/** Links with which one gift is claimed, without a session. They contain a signature and no secret of the shop. */
interface ClaimLinks {
  readonly urlOf: (gift: Pick<StoredGift, 'id' | 'linkVersion'>) => string
  /** The gift of a token and the version of its link; null for an invalid one. */
  readonly read: (token: string) => { readonly id: string; readonly linkVersion: number } | null
}

export const createClaimLinks = ({
  secret,
  publicUrl,
}: Pick<AppDeps, 'secret' | 'publicUrl'>): ClaimLinks => {
  const signer = createTokenSigner(secret, 'gift claim')
  return {
    urlOf: ({ id, linkVersion }) => `${publicUrl}/gift/claim/${signer.sign(`${id} ${linkVersion}`)}`,
    read: (token) => {
      const [id, version] = signer.verify(token)?.split(' ') ?? []
      return id && version ? { id, linkVersion: Number(version) } : null
    },
  }
}

/** The gift of a link that was mailed and still counts. LINK_EXPIRED for every other. */
export const linkedGift = async (deps: AppDeps, token: string): Promise<StoredGift> => {
  const link = createClaimLinks(deps).read(token)
  const gift = link && (await selectGift(deps.database, link.id))
  if (!gift || gift.linkVersion !== link.linkVersion || gift.sentAt === null)
    throw new ShopError('LINK_EXPIRED')
  return gift
}

/** Notifies the giver, once for a country, that the gift cannot be shipped there, so that they can cancel it. */
const notifyGiver = (deps: AppDeps, { id, orderId }: StoredGift, country: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const waiting = await lockGift(tx, orderId)
    const gift = await selectGift(tx.db, id)
    if (waiting !== 'claim' || gift?.refusedCountry === country) return
    await updateGift(tx, id, { refusedCountry: country })
    tx.publish({ kind: 'gift-mail', giftId: id, mail: 'refused' })
  })

/** The items of the shipment. */
const linesOf = async (deps: AppDeps, { orderId }: StoredGift): Promise<CartLine[]> => {
  const { lines } = await orderById(deps.database, orderId)
  const items = Object.fromEntries(lines.map((line) => [line.planCode, line.quantity]))
  return cartLines(items, await listPlans(deps, defaultCurrency))
}

/** PRODUCT_NOT_ALLOWED_IN_COUNTRY or QUANTITY_NOT_ALLOWED_IN_COUNTRY, and the giver is notified. */
const checkCountry = async (
  deps: AppDeps,
  gift: StoredGift,
  lines: readonly CartLine[],
  country: string,
): Promise<void> => {
  const [refused] = refusedLines(lines, country)
  if (!refused) return
  await notifyGiver(deps, gift, country)
  throw new ShopError(refused.error, { data: { plan_code: refused.planCode } })
}

interface Claim {
  readonly linked: StoredGift
  readonly address: Address
  /** It is made to order (ruling 16). */
  readonly preorder: boolean
}

const claim = async (tx: Tx, { linked, address, preorder }: Claim): Promise<void> => {
  const waiting = await lockGift(tx, linked.orderId)
  const gift = await selectGift(tx.db, linked.id)
  if (!gift || gift.claimedAt !== null) return
  // Canceled, refunded or sent to another address, a moment ago.
  if (waiting !== 'claim' || gift.linkVersion !== linked.linkVersion) throw new ShopError('LINK_EXPIRED')
  const { firstName, lastName, phone } = address
  const guest = { email: gift.recipientEmail, firstName, lastName, phone }
  const { accountId, isNew: opened } = await openGuestAccountAt(tx, guest, address)
  // A deletion of this account may have come first; from here on it waits.
  if ((await selectGift(tx.db, gift.id))?.linkVersion !== gift.linkVersion)
    throw new ShopError('LINK_EXPIRED')
  if (opened) tx.publish({ kind: 'password-link-requested', accountId, reason: 'gift' })
  await updateClaimed(tx, gift.id, { recipientId: accountId, shipTo: address })
  await releaseGift(tx, gift.orderId, { shipTo: address, preorder })
  tx.publish({ kind: 'gift-mail', giftId: gift.id, mail: 'claimed' })
}

/**
 * Claims a gift for an address, once; a repeated request changes nothing. The link went to the recipient's mailbox, so
 * it identifies their account, an existing or a new one; it signs nobody in. LINK_EXPIRED, and the errors of an
 * address.
 */
export const claimByLink = async (deps: AppDeps, token: string, entered: Address): Promise<StoredGift> => {
  const gift = await linkedGift(deps, token)
  if (gift.claimedAt === null) {
    const address = validatedAddress(entered)
    const lines = await linesOf(deps, gift)
    await checkCountry(deps, gift, lines, address.country)
    const preorder = lines.some(({ plan }) => plan.preorderNote !== null)
    await inTransaction(deps, (tx) => claim(tx, { linked: gift, address, preorder }))
    deps.reachCrashPoint('gift: claim written')
  }
  return linkedGift(deps, token)
}
