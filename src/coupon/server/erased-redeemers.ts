import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { mailboxOf } from '#shared/same-buyer.ts'
import type { Work } from '#platform/world.ts'

const mark = 'digest:'

/** What stands in the place of an erased mailbox: it can be compared with a mailbox, and not read. */
export const erasedMailbox = (email: string): string =>
  mark +
  createHash('sha256')
    .update(`once: ${mailboxOf(email)}`)
    .digest('hex')

/**
 * Takes a person out of the coupons that they redeemed, under an e-mail or by these checkouts. The uses go on counting, and
 * a coupon that is given once per account is not given to the same mailbox again.
 */
export const eraseRedeemer = async (
  work: Work,
  email: string,
  checkoutIds: readonly string[],
): Promise<void> => {
  await sql`update coupon_redemption set email = '', card_key = null, address_key = null,
      once_email = case when once_email like ${`${mark}%`} then once_email
        else ${mark} || encode(sha256(convert_to('once: ' || once_email, 'UTF8')), 'hex') end
    where email = ${email} or once_email = ${mailboxOf(email)}
      or checkout_id = any(${[...checkoutIds]}::uuid[])`.execute(work.db)
}
