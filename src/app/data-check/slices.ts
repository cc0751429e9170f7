/** A moment and its day in the shop's time zone, from which on what changed is looked at. */
export interface Since {
  readonly at: Temporal.Instant
  readonly day: Temporal.PlainDate
}

/**
 * Rows that belong together. In a transaction of its own the tables of a slice are seen as these rows alone, so that the same
 * checks that compare all rows compare these.
 */
export interface Slice {
  /** What changed, each as a temporary table of ids. */
  readonly changed: Readonly<Record<string, string>>
  /** Of each table, the rows of what changed. */
  readonly tables: Readonly<Record<string, string>>
}

/** Texts of a moment and of a day are made here, of no other text. */
const words = ({ at, day }: Since) => ({
  at: `'${at.toString()}'::timestamptz`,
  day: `'${day.toString()}'::date`,
})

/** Orders with all that was paid, posted and documented for them, and journals that are about no order. */
export const orderSlice = (since: Since): Slice => {
  const { at, day } = words(since)
  const found = [
    `select id from public."order" where placed_at >= ${at}`,
    `select order_id from public.ledger_journal where posted_on >= ${day} and order_id is not null`,
    `select order_id from public.invoice where issued_at >= ${at}`,
    `select order_id from public.refund where settled_at >= ${at}`,
    `select o.id from public.charge c join public."order" o on o.charge_id = c.id where c.settled_at >= ${at}`,
    `select order_id from public.shipment where created_at >= ${at}`,
    `select s.order_id from public.shipment_event e join public.shipment s on s.id = e.shipment_id where e.recorded_at >= ${at}`,
  ].join(' union ')
  return {
    changed: {
      // One charge may pay for two orders, which are compared together.
      changed_order: `with found (id) as materialized (${found})
        select id from found where id is not null union
        select other.id from found join public."order" o on o.id = found.id
          join public."order" other on other.charge_id = o.charge_id`,
      changed_charge: `select o.charge_id as id from changed_order join public."order" o using (id)
          where o.charge_id is not null
        union select id from public.charge where settled_at >= ${at}`,
    },
    tables: {
      order: 'id in (select id from changed_order)',
      invoice: 'order_id in (select id from changed_order)',
      refund: 'order_id in (select id from changed_order)',
      charge: 'id in (select id from changed_charge)',
      ledger_journal: `order_id in (select id from changed_order) or (order_id is null and posted_on >= ${day})`,
      ledger_posting: `journal_id in (select id from public.ledger_journal
        where order_id in (select id from changed_order) or (order_id is null and posted_on >= ${day}))`,
    },
  }
}

export const subscriptionSlice = (since: Since): Slice => {
  const { at } = words(since)
  const found = [
    `select subscription_id from public.subscription_status where at >= ${at}`,
    `select subscription_id from public.subscription_change where at >= ${at} or undone_at >= ${at}`,
    `select subscription_id from public.billing_cycle where settled_at >= ${at} or state = 'charging'`,
    `select subscription_id from public.dunning_case where opened_at >= ${at} or settled_at >= ${at}`,
    `select l.subscription_id from public."order" o join public.order_line l on l.order_id = o.id
      where o.placed_at >= ${at} and l.subscription_id is not null`,
  ].join(' union ')
  const own = 'subscription_id in (select id from changed_subscription)'
  return {
    changed: { changed_subscription: `select subscription_id as id from (${found}) found` },
    tables: {
      subscription: 'id in (select id from changed_subscription)',
      subscription_status: own,
      subscription_change: own,
      subscription_term: own,
      renewal_run: `started_at >= ${at}`,
    },
  }
}

/** Members whose credit moved, with all of its movements. */
export const creditSlice = (since: Since): Slice => {
  const { at, day } = words(since)
  return {
    changed: {
      changed_account: [
        `select account_id as id from public.credit_use where reserved_at >= ${at} or settled_at >= ${at}`,
        `select account_id from public.credit_grant where given_at >= ${at}`,
        `select p.detail::uuid from public.ledger_journal j join public.ledger_posting p on p.journal_id = j.id
          where j.posted_on >= ${day} and p.account = 'member-credit'`,
      ].join(' union '),
    },
    tables: {
      credit_balance: 'account_id in (select id from changed_account)',
      credit_use: 'account_id in (select id from changed_account)',
      ledger_posting: `account = 'member-credit' and detail in (select id::text from changed_account)`,
    },
  }
}

/** Fees and payouts with their journals. */
export const payoutSlice = (since: Since): Slice => {
  const { at, day } = words(since)
  const journals = `(fact = 'processor-fee' and fact_id in (select id from changed_entry))
    or (fact in ('payout-paid', 'payout-failed') and fact_id in (select id from changed_payout))
    or (fact in ('processor-fee', 'payout-paid', 'payout-failed') and posted_on >= ${day})`
  const posted = (facts: string): string =>
    `select fact_id from public.ledger_journal where posted_on >= ${day} and fact in (${facts})`
  return {
    changed: {
      changed_payout: `select id from public.payout where created_at >= ${at}
        union ${posted(`'payout-paid', 'payout-failed'`)}`,
      changed_entry: `select id from public.balance_entry where posted_at >= ${at}
        union select id from public.balance_entry where payout_id in (select id from changed_payout)
        union ${posted(`'processor-fee'`)}`,
    },
    tables: {
      payout: 'id in (select id from changed_payout)',
      balance_entry: 'id in (select id from changed_entry)',
      ledger_journal: journals,
      ledger_posting: `journal_id in (select id from public.ledger_journal where ${journals})`,
    },
  }
}

/** All disputes, which are few, with their journals. */
export const disputeSlice = (): Slice => {
  const journals = `fact in ('dispute-withdrawn', 'dispute-reinstated', 'dispute-lost', 'dispute-recovered')`
  return {
    changed: {},
    tables: {
      ledger_journal: journals,
      ledger_posting: `journal_id in (select id from public.ledger_journal where ${journals})`,
    },
  }
}

/** Tables without a parent: carts, addresses, and coupons by their uses. */
export const otherSlice = (since: Since): Slice => {
  const { at } = words(since)
  return {
    changed: {},
    tables: {
      cart: `updated_at >= ${at}`,
      address: `created_at >= ${at}`,
      // A use may be released some days after it was reserved.
      coupon_miscount: `code in (select coupon_code from public.coupon_redemption
        where created_at >= ${at} - interval '7 days')`,
    },
  }
}

/** Subscriptions that had a status on one of the days, for comparing the sums of these. */
export const movedSlice = (
  days: readonly { readonly from: Temporal.Instant; readonly before: Temporal.Instant }[],
): Slice => {
  const on = days.map(({ from, before }) => `at >= '${from.toString()}' and at < '${before.toString()}'`)
  return {
    changed: {
      changed_subscription: `select distinct subscription_id as id from public.subscription_status
        where ${on.length === 0 ? 'false' : on.map((one) => `(${one})`).join(' or ')}`,
    },
    tables: { subscription: 'id in (select id from changed_subscription)' },
  }
}
