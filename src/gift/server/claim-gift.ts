import { openGuestAccountAt } from '#account/server/accounts.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { cartLines, refusedLines } from '#cart/rules/cart-lines.ts'
import type { CartLine } from '#cart/rules/cart-lines.ts'
import { orderById, releaseGift } from '#order/server/orders.ts'
import { realAddress } from '#location/rules/real-address.ts'
import type { Address } from '#shared/address.ts'
import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import { createClaimLinks } from './claim-links.ts'
import { selectGift, updateClaimed, updateGift } from './gift-store.ts'
import type { StoredGift } from './gift-store.ts'
import { lockGift } from './waiting-gift.ts'

/** The gift of a link that was mailed and still counts. LINK_EXPIRED for every other. */
export const linkedGift = async (world: World, token: string): Promise<StoredGift> => {
  const named = createClaimLinks(world).read(token)
  const gift = named && (await selectGift(world.database, named.id))
  if (!gift || gift.linkVersion !== named.linkVersion || gift.sentAt === null)
    throw new ShopError('LINK_EXPIRED')
  return gift
}

/** Tells the giver, once for a country, that the gift cannot go there, so that they can have their money back. */
const tellGiver = (world: World, { id, orderId }: StoredGift, country: string): Promise<void> =>
  inTransaction(world, async (work) => {
    const waiting = await lockGift(work, orderId)
    const gift = await selectGift(work.db, id)
    if (waiting !== 'claim' || gift?.refusedCountry === country) return
    await updateGift(work, id, { refusedCountry: country })
    work.announce({ kind: 'gift-mail', giftId: id, mail: 'refused' })
  })

/** What is in the parcel. */
const linesOf = async (world: World, { orderId }: StoredGift): Promise<CartLine[]> => {
  const { lines } = await orderById(world.database, orderId)
  const items = Object.fromEntries(lines.map((line) => [line.plan_code, line.quantity]))
  return cartLines(items, await listPlans(world))
}

/** PRODUCT_NOT_ALLOWED_IN_COUNTRY or QUANTITY_NOT_ALLOWED_IN_COUNTRY, and the giver is told. */
const checkCountry = async (
  world: World,
  gift: StoredGift,
  lines: readonly CartLine[],
  country: string,
): Promise<void> => {
  const [refused] = refusedLines(lines, country)
  if (!refused) return
  await tellGiver(world, gift, country)
  throw new ShopError(refused.error, { data: { plan_code: refused.planCode } })
}

interface Claim {
  readonly asked: StoredGift
  readonly address: Address
  /** It is made when it is asked for (ruling 16). */
  readonly preorder: boolean
}

const claim = async (work: Work, { asked, address, preorder }: Claim): Promise<void> => {
  const waiting = await lockGift(work, asked.orderId)
  const gift = await selectGift(work.db, asked.id)
  if (!gift || gift.claimedAt !== null) return
  // Taken back, refunded or sent to another address, a moment ago.
  if (waiting !== 'claim' || gift.linkVersion !== asked.linkVersion) throw new ShopError('LINK_EXPIRED')
  const { firstName, lastName, phone } = address
  const guest = { email: gift.recipientEmail, firstName, lastName, phone }
  const { accountId, opened } = await openGuestAccountAt(work, guest, address)
  if (opened) work.announce({ kind: 'password-asked', accountId, reason: 'new-account' })
  await updateClaimed(work, gift.id, { recipientId: accountId, shipTo: address })
  await releaseGift(work, gift.orderId, preorder)
  work.announce({ kind: 'gift-mail', giftId: gift.id, mail: 'claimed' })
}

/**
 * Has a gift sent to an address, once; whoever asks again changes nothing. The link went to the recipient's mailbox,
 * so it stands for their account, the one they have or the one that is opened; it signs nobody in. LINK_EXPIRED, and
 * the errors of an address.
 */
export const claimByLink = async (world: World, token: string, typed: Address): Promise<StoredGift> => {
  const gift = await linkedGift(world, token)
  if (gift.claimedAt === null) {
    const address = realAddress(typed)
    const lines = await linesOf(world, gift)
    await checkCountry(world, gift, lines, address.country)
    const preorder = lines.some(({ plan }) => plan.preorderNote !== null)
    await inTransaction(world, (work) => claim(work, { asked: gift, address, preorder }))
    world.reach('gift: claim written')
  }
  return linkedGift(world, token)
}
