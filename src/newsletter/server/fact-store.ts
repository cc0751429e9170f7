import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { NeededFact, SubscriberFacts } from '../rules/segment.ts'

type Db = Kysely<Database>

/** The column of a fact that is read only when a segment asks for it. */
const columnOf = {
  currency: 'currency',
  lastOrderAt: 'last_order_at',
  products: 'products',
  subscriptions: 'subscriptions',
  cartAt: 'cart_at',
} as const satisfies Readonly<Record<NeededFact, string>>

const Moment = z.string().transform((text) => Temporal.Instant.from(text))

// PostgreSQL does not say which columns of a view are never null.
const Row = z.object({
  id: z.string(),
  email: z.string(),
  state: z.enum(['pending', 'subscribed', 'unsubscribed']),
  country: z.string(),
  consented_at: Moment.nullable(),
  suppressed_for: z.string().nullable(),
  account_id: z.string().nullable(),
  currency: z.string().nullable().default(null),
  last_order_at: Moment.nullable().default(null),
  products: z.array(z.string()).nullable().default(null),
  subscriptions: z.array(z.string()).nullable().default(null),
  cart_at: Moment.nullable().default(null),
})

/** Somebody on the list. */
export interface KnownSubscriber {
  readonly id: string
  readonly email: string
  readonly accountId: string | null
  readonly facts: SubscriberFacts
}

const subscriptionFrom = (text: string) => {
  const [plan = '', state = ''] = text.split(' ')
  return { plan, state }
}

const knownFrom = (raw: unknown): KnownSubscriber => {
  const row = Row.parse(raw)
  return {
    id: row.id,
    email: row.email,
    accountId: row.account_id,
    facts: {
      state: row.state,
      isErased: row.email.startsWith('erased-') && row.email.endsWith('@newsletter.invalid'),
      consentedAt: row.consented_at,
      isSuppressed: row.suppressed_for !== null,
      country: row.country,
      isMember: row.account_id !== null,
      currency: row.currency,
      lastOrderAt: row.last_order_at,
      products: row.products ?? [],
      subscriptions: (row.subscriptions ?? []).map(subscriptionFrom),
      cartAt: row.cart_at,
    },
  }
}

const read = (db: Db, requested: readonly NeededFact[]) =>
  db
    .selectFrom('newsletter_fact')
    .select(['id', 'email', 'state', 'country', 'consented_at', 'suppressed_for', 'account_id'])
    .select(requested.map((fact) => columnOf[fact]))

/** Subscribers of every state in the order of their ids, some at a time, after `after`, with the facts that are asked for. */
export const readFactsAfter = async (
  db: Db,
  requested: readonly NeededFact[],
  after: string | null,
  limit: number,
): Promise<readonly KnownSubscriber[]> => {
  const all = read(db, requested)
  const next = after === null ? all : all.where('id', '>', after)
  return (await next.orderBy('id').limit(limit).execute()).map(knownFrom)
}

/** One subscriber with the facts that are asked for; null for an unknown id. */
export const readFactsOf = async (
  db: Db,
  requested: readonly NeededFact[],
  id: string,
): Promise<KnownSubscriber | null> => {
  const row = await read(db, requested).where('id', '=', id).executeTakeFirst()
  return row ? knownFrom(row) : null
}
