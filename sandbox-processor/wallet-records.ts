import type { DatabaseSync } from 'node:sqlite'
import type { KnownCard } from './card-entry.ts'
import { cardOf } from './charge-records.ts'
import { numberOf, textOf, textOrNull } from '../sandbox-base/sqlite.ts'

/** A card as a charge names it: a token is used once, a saved method again and again. */
export interface CardSource {
  readonly id: string
  readonly card: KnownCard
  /** The charge's idempotency key that used the token up. */
  readonly usedBy: string | null
  readonly customerId: string | null
}

/** The only sum that a token of the Sandbox Wallet pays. */
export interface TokenSum {
  readonly amount: number
  readonly currency: string
}

/** The tables `token`, `token_sum`, `customer` and `method`. */
export interface WalletRecords {
  readonly addToken: (id: string, card: KnownCard, now: number, sum?: TokenSum) => void
  /** Null for a token that pays any sum. */
  readonly sumOf: (tokenId: string) => TokenSum | null
  readonly token: (id: string) => CardSource | null
  readonly useToken: (id: string, idempotencyKey: string) => void
  /** The customer of the shop's reference, made when it is new. */
  readonly customerFor: (newId: string, reference: string, email: string, now: number) => string
  readonly hasCustomer: (id: string) => boolean
  /** Its e-mail, the shop's reference and its saved cards go; what it paid keeps its id. */
  readonly deleteCustomer: (id: string) => void
  readonly method: (id: string) => CardSource | null
  readonly methodsOf: (customerId: string) => CardSource[]
  readonly addMethod: (id: string, customerId: string, card: KnownCard, now: number) => void
}

const sourceOf = (row: Readonly<Record<string, unknown>>): CardSource => ({
  id: textOf(row, 'id'),
  card: cardOf(row),
  usedBy: textOrNull(row, 'used_by'),
  customerId: textOrNull(row, 'customer_id'),
})

const sourceReader = (database: DatabaseSync, sql: string) => {
  const statement = database.prepare(sql)
  return (id: string): CardSource | null => {
    const row = statement.get(id)
    return row ? sourceOf(row) : null
  }
}

const cardValues = (card: KnownCard) => [card.testCard, card.brand, card.last4, card.expMonth, card.expYear]

const createTokenSums = (database: DatabaseSync) => {
  const insert = database.prepare('insert into token_sum (token_id, amount, currency) values (?, ?, ?)')
  const select = database.prepare('select amount, currency from token_sum where token_id = ?')
  return {
    add: (tokenId: string, { amount, currency }: TokenSum): void => {
      insert.run(tokenId, amount, currency)
    },
    of: (tokenId: string): TokenSum | null => {
      const row = select.get(tokenId)
      return row ? { amount: numberOf(row, 'amount'), currency: textOf(row, 'currency') } : null
    },
  }
}

const createDeletion = (database: DatabaseSync): WalletRecords['deleteCustomer'] => {
  const deleteMethods = database.prepare('delete from method where customer_id = ?')
  const erase = database.prepare(`update customer set reference = id, email = '' where id = ?`)
  return (id) => {
    deleteMethods.run(id)
    erase.run(id)
  }
}

export const createWalletRecords = (database: DatabaseSync): WalletRecords => {
  const addToken = database.prepare(
    'insert into token (id, test_card, brand, last4, exp_month, exp_year, created_at) values (?, ?, ?, ?, ?, ?, ?)',
  )
  const sums = createTokenSums(database)
  const useToken = database.prepare('update token set used_by = ? where id = ?')
  const addCustomer = database.prepare(
    `insert into customer (id, reference, email, created_at) values (?, ?, ?, ?)
     on conflict (reference) do update set email = excluded.email returning id`,
  )
  const customer = database.prepare('select 1 as yes from customer where id = ?')
  const methods = database.prepare('select * from method where customer_id = ? order by created_at, id')
  const addMethod = database.prepare(
    `insert into method (id, customer_id, test_card, brand, last4, exp_month, exp_year, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return {
    addToken: (id, card, now, only) => {
      addToken.run(id, ...cardValues(card), now)
      if (only) sums.add(id, only)
    },
    sumOf: sums.of,
    token: sourceReader(database, 'select * from token where id = ?'),
    useToken: (id, key) => {
      useToken.run(key, id)
    },
    customerFor: (newId, reference, email, now) => {
      const row = addCustomer.get(newId, reference, email, now)
      return row ? textOf(row, 'id') : newId
    },
    hasCustomer: (id) => customer.get(id) !== undefined,
    deleteCustomer: createDeletion(database),
    method: sourceReader(database, 'select * from method where id = ?'),
    methodsOf: (customerId) => methods.all(customerId).map(sourceOf),
    addMethod: (id, customerId, card, now) => {
      addMethod.run(id, customerId, ...cardValues(card), now)
    },
  }
}
