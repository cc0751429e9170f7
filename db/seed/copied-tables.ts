/** The columns of a table that are more than an id, a day or the same as in the template: SQL by the name of the column. */
type Columns = Readonly<Record<string, string>>

export interface CopiedTable {
  readonly table: string
  /** The rows of the template, with `t` as the name of the table. */
  readonly rows: string
  readonly columns: Columns
}

const ofAccount = `t.account_id = $account`
const ofOrders = `t.order_id = any($orders)`

/** The day of an order moves with it, and the day after a period is counted from it again. */
const nextOrder = `((t.anchor_on - c.days) + make_interval(months => t.interval_months))::date`

const email = 'c.email'

/** What a copy's charge, and its entry of the balance, are called at the processor. */
const chargeOfCopy = `'ch_' || md5(t.processor_charge || c.n)`
export const entryOfCopy = `'txn_' || md5(t.entry || c.n)`

/** What the processor has kept of the charges of the orders: without them, all fees would be of the day on which a shop is filled. */
const feesOfOrders = `select id from balance_entry where processor_charge in (select processor_charge from charge
  where id in (select charge_id from "order" where id = any($orders)))`

/** The tables of a member with orders, in the order in which they are filled; ledger and invoices by the orders. */
export const copiedTables: readonly CopiedTable[] = [
  {
    table: 'account',
    rows: 't.id = $account',
    columns: { email, first_name: 'c.first_name', last_name: 'c.last_name' },
  },
  { table: 'address', rows: ofAccount, columns: { first_name: 'c.first_name', last_name: 'c.last_name' } },
  { table: 'payment_method', rows: ofAccount, columns: {} },
  {
    table: 'cart',
    rows: 't.id in (select cart_id from checkout where order_id = any($orders))',
    columns: {},
  },
  {
    table: 'checkout',
    rows: ofOrders,
    columns: {
      email,
      request_key: `md5(t.request_key || c.n)`,
      order_number: 'pg_temp.number_of(t.order_number, c.n)',
      purchase: `replace(pg_temp.renamed(t.purchase, c.template_email, c.first_name, c.last_name, c.email)::text,
        coalesce(t.account_id::text, '-'), coalesce(pg_temp.copy_of(t.account_id, c.n)::text, '-'))::jsonb`,
    },
  },
  {
    table: 'charge',
    rows: 't.id in (select charge_id from "order" where id = any($orders))',
    columns: {
      email,
      request: `replace(pg_temp.renamed(t.request, c.template_email, c.first_name, c.last_name, c.email)::text, t.purpose_id::text, pg_temp.copy_of(t.purpose_id, c.n)::text)::jsonb`,
      idempotency_key: `replace(t.idempotency_key, t.purpose_id::text, pg_temp.copy_of(t.purpose_id, c.n)::text)`,
      processor_charge: chargeOfCopy,
    },
  },
  {
    table: 'order',
    rows: 't.id = any($orders)',
    columns: {
      email,
      number: 'pg_temp.number_of(t.number, c.n)',
      ship_to: 'pg_temp.renamed(t.ship_to, c.template_email, c.first_name, c.last_name, c.email)',
    },
  },
  {
    table: 'subscription',
    rows: ofOrders,
    columns: {
      next_order_on: nextOrder,
      next_attempt_on: nextOrder,
      notices_on: `${nextOrder} - (t.next_order_on - t.notices_on)`,
    },
  },
  {
    table: 'subscription_status',
    rows: 't.subscription_id in (select id from subscription where order_id = any($orders))',
    columns: {},
  },
  {
    table: 'subscription_term',
    rows: ofOrders,
    columns: { last_on: `((t.first_on - c.days) + make_interval(months => t.months))::date - 1` },
  },
  { table: 'order_line', rows: ofOrders, columns: {} },
  {
    table: 'shipment',
    rows: ofOrders,
    columns: { tracking: `t.tracking || c.n` },
  },
  {
    table: 'shipment_item',
    rows: 't.shipment_id in (select id from shipment where order_id = any($orders))',
    columns: {},
  },
  {
    table: 'shipment_event',
    rows: 't.shipment_id in (select id from shipment where order_id = any($orders))',
    columns: {},
  },
  {
    table: 'balance_entry',
    rows: `t.id in (${feesOfOrders})`,
    columns: { entry: entryOfCopy, processor_charge: chargeOfCopy, payout_id: 'null::uuid' },
  },
  { table: 'ledger_journal', rows: `${ofOrders} or t.fact_id in (${feesOfOrders})`, columns: {} },
  {
    table: 'ledger_posting',
    rows: `t.journal_id in (select id from ledger_journal where order_id = any($orders) or fact_id in (${feesOfOrders}))`,
    columns: {},
  },
]
