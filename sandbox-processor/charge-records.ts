import type { DatabaseSync } from 'node:sqlite'
import type { KnownCard } from './card-entry.ts'
import { createList } from './list-by-time.ts'
import { declineKinds, type DeclineKind } from './test-cards.ts'
import { numberOf, textOf, textOrNull } from '../sandbox-base/sqlite.ts'

type ChargeState = 'succeeded' | 'declined' | 'challenge' | 'closed'

/** A charge, or, with an amount of 0, the keeping of a card. */
export interface Charge {
  readonly id: string
  readonly idempotencyKey: string
  readonly requestDigest: string
  readonly state: ChargeState
  /** In the currency's smallest unit. */
  readonly amount: number
  readonly currency: string
  readonly decline: { readonly kind: DeclineKind; readonly reason: string } | null
  /** The unguessable part of the challenge page's address. */
  readonly challenge: string | null
  readonly returnUrl: string
  readonly customerId: string | null
  readonly methodId: string | null
  readonly saveMethod: boolean
  readonly offSession: boolean
  readonly card: KnownCard
  readonly description: string
  /** JSON text as the shop sent it. */
  readonly metadata: string
  readonly createdAt: number
  readonly refunded: number
}

type Row = Readonly<Record<string, unknown>>

const states: readonly ChargeState[] = ['succeeded', 'declined', 'challenge', 'closed']

export const cardOf = (row: Row): KnownCard => ({
  testCard: textOf(row, 'test_card'),
  brand: textOf(row, 'brand'),
  last4: textOf(row, 'last4'),
  expMonth: numberOf(row, 'exp_month'),
  expYear: numberOf(row, 'exp_year'),
})

const declineOf = (row: Row): Charge['decline'] => {
  const kind = declineKinds.find((known) => known === row['decline_kind'])
  return kind ? { kind, reason: textOf(row, 'decline_reason') } : null
}

const chargeOf = (row: Row): Charge => {
  const state = states.find((known) => known === row['state'])
  if (!state) throw new Error('A charge is in a state that does not exist.')
  return {
    id: textOf(row, 'id'),
    idempotencyKey: textOf(row, 'idempotency_key'),
    requestDigest: textOf(row, 'request_digest'),
    state,
    amount: numberOf(row, 'amount'),
    currency: textOf(row, 'currency'),
    decline: declineOf(row),
    challenge: textOrNull(row, 'challenge'),
    returnUrl: textOf(row, 'return_url'),
    customerId: textOrNull(row, 'customer_id'),
    methodId: textOrNull(row, 'method_id'),
    saveMethod: numberOf(row, 'save_method') === 1,
    offSession: numberOf(row, 'off_session') === 1,
    card: cardOf(row),
    description: textOf(row, 'description'),
    metadata: textOf(row, 'metadata'),
    createdAt: numberOf(row, 'created_at'),
    refunded: numberOf(row, 'refunded'),
  }
}

type Table = 'charge' | 'setup'

const selectFrom = (table: Table): string =>
  `select *, coalesce((select sum(amount) from refund where charge_id = ${table}.id and id not in (select refund_id from refund_failure)), 0) as refunded from ${table}`

const columns =
  'id, idempotency_key, request_digest, state, amount, currency, decline_kind, decline_reason, challenge, ' +
  'return_url, customer_id, method_id, save_method, off_session, test_card, brand, last4, exp_month, exp_year, ' +
  'description, metadata, created_at'

const insertInto = (table: Table): string =>
  `insert into ${table} (${columns}) values (:${columns.replaceAll(', ', ', :')})`

const rowOf = (charge: Charge) => ({
  id: charge.id,
  idempotency_key: charge.idempotencyKey,
  request_digest: charge.requestDigest,
  state: charge.state,
  amount: charge.amount,
  currency: charge.currency,
  decline_kind: charge.decline?.kind ?? null,
  decline_reason: charge.decline?.reason ?? null,
  challenge: charge.challenge,
  return_url: charge.returnUrl,
  customer_id: charge.customerId,
  method_id: charge.methodId,
  save_method: Number(charge.saveMethod),
  off_session: Number(charge.offSession),
  test_card: charge.card.testCard,
  brand: charge.card.brand,
  last4: charge.card.last4,
  exp_month: charge.card.expMonth,
  exp_year: charge.card.expYear,
  description: charge.description,
  metadata: charge.metadata,
  created_at: charge.createdAt,
})

/** Milliseconds since 1970; `from` belongs to it, `to` does not. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** The tables `charge` and `setup`; a key or an id is looked up in both. */
export interface ChargeRecords {
  readonly insert: (charge: Charge) => void
  readonly byKey: (idempotencyKey: string) => Charge | null
  readonly byId: (id: string) => Charge | null
  readonly byChallenge: (challenge: string) => Charge | null
  /** Charges created in the period, oldest first, strictly after the charge `after` when it is given. */
  readonly within: (period: Period, after: string | null, limit: number) => Charge[]
  readonly change: (
    id: string,
    state: ChargeState,
    decline: Charge['decline'],
    methodId: string | null,
  ) => void
}

const chargeReader = (database: DatabaseSync, sql: string) => {
  const statement = database.prepare(sql)
  return (value: string): Charge | null => {
    const row = statement.get(value)
    return row ? chargeOf(row) : null
  }
}

const tableRecords = (database: DatabaseSync, table: Table) => {
  const insert = database.prepare(insertInto(table))
  const change = database.prepare(
    `update ${table} set state = ?, decline_kind = ?, decline_reason = ?, method_id = ? where id = ?`,
  )
  const select = selectFrom(table)
  return {
    insert: (charge: Charge): void => void insert.run(rowOf(charge)),
    byKey: chargeReader(database, `${select} where idempotency_key = ?`),
    byId: chargeReader(database, `${select} where id = ?`),
    byChallenge: chargeReader(database, `${select} where challenge = ?`),
    change: (id: string, state: ChargeState, decline: Charge['decline'], methodId: string | null): void =>
      void change.run(state, decline?.kind ?? null, decline?.reason ?? null, methodId, id),
  }
}

export const createChargeRecords = (database: DatabaseSync): ChargeRecords => {
  const charges = tableRecords(database, 'charge')
  const setups = tableRecords(database, 'setup')
  const list = createList(database, 'charge', selectFrom('charge'))
  return {
    insert: (charge) => (charge.amount === 0 ? setups : charges).insert(charge),
    byKey: (key) => charges.byKey(key) ?? setups.byKey(key),
    byId: (id) => charges.byId(id) ?? setups.byId(id),
    byChallenge: (challenge) => charges.byChallenge(challenge) ?? setups.byChallenge(challenge),
    within: (period, after, limit) => list(period, after, limit).map(chargeOf),
    change: (id, ...changed) => {
      charges.change(id, ...changed)
      setups.change(id, ...changed)
    },
  }
}
