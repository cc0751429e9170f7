import { intentReply, type Intent, type StripeState } from './intents.ts'

/** Newest first, a page at a time, as Stripe lists everything. */
const listed = <Row extends { readonly id: string; readonly created: number }>(
  rows: Iterable<Row>,
  query: URLSearchParams,
  reply: (row: Row) => unknown,
) => {
  const from = Number(query.get('created[gte]') ?? 0)
  const to = Number(
    query.get('created[lte]') ?? Number(query.get('created[lt]') ?? Number.MAX_SAFE_INTEGER) - 1,
  )
  const limit = Number(query.get('limit') ?? 10)
  const found = [...rows].filter(({ created }) => created >= from && created <= to).toReversed()
  const start = found.findIndex(({ id }) => id === query.get('starting_after')) + 1
  const data = found.slice(start, start + limit).map(reply)
  return { object: 'list', url: '/v1/list', has_more: found.length > start + limit, data }
}

export const listIntents = (state: StripeState, kind: Intent['kind'], query: URLSearchParams) =>
  listed(
    [...state.intents.values()].filter((intent) => intent.kind === kind),
    query,
    (intent) => intentReply(state, intent),
  )

export const listRefunds = (state: StripeState, query: URLSearchParams) => {
  const of = query.get('payment_intent')
  const refunds = [...state.refunds.values()].filter((refund) => of === null || refund.payment_intent === of)
  return listed(refunds, query, (refund) => refund)
}
