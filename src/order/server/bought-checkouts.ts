import type { Work } from '#platform/world.ts'

/** The checkouts that became a member's own orders; what a visitor bought with their e-mail is left out. */
export const boughtCheckoutsOf = async (work: Work, accountId: string): Promise<string[]> => {
  const rows = await work.db
    .selectFrom('order')
    .select('checkout_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('unconfirmed', '=', false)
    .where('checkout_id', 'is not', null)
    .execute()
  return rows.flatMap(({ checkout_id: id }) => (id === null ? [] : [id]))
}
