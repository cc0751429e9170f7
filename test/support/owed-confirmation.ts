import { updateCardLink } from './card-link.ts'
import type { TestShop } from './shop.ts'

/** A member whose bank wants them at each payment, on the day of the first renewal, and the link of its mail. */
export const owingConfirmation = async (shop: TestShop) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const pending = await buyer.checkout({ card: 'authenticate' })
  await shop.pages.answerChallenge(pending.challenge_url ?? '', 'approve')
  await buyer.untilDecided(pending.checkout_id)
  const member = await shop.asMember(buyer)
  await shop.travelTo('2031-02-06')
  return { member, link: await updateCardLink(shop, member) }
}
