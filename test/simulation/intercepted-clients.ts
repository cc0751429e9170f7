import type { PoolClient } from 'pg'
import { createStatementNames } from '#platform/statements.ts'

/** What the driver answers to a statement, as far as a test looks at it. */
export interface Answer {
  readonly command: string
  readonly rowCount: number | null
}

/** Sends one statement in any form that the driver takes. */
export type Send = (statement: unknown, ...rest: readonly unknown[]) => Promise<Answer>

type Callback = (thrown: unknown, answer?: Answer) => void

const isSend = (value: unknown): value is Send => typeof value === 'function'
const isCallback = (value: unknown): value is Callback => typeof value === 'function'

/** The SQL text of a statement; empty for what is not one. */
export const textOf = (statement: unknown): string => {
  if (typeof statement === 'string') return statement
  const isObject = typeof statement === 'object' && statement !== null
  return isObject && 'text' in statement && typeof statement.text === 'string' ? statement.text : ''
}

/** Wraps how a connection sends its statements. */
type Intercept = (client: PoolClient, send: Send) => Send

const names = createStatementNames()

/** The server plans a statement with values once and not each time, as it does for the shop. */
const prepared = (statement: readonly unknown[]): readonly unknown[] => {
  const [text, values] = statement
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return statement
  const name = names.nameOf(text)
  return name === undefined ? statement : [{ name, text, values }]
}

/** A connection whose statements go through `intercept`; it answers by promise or by callback as the driver's own. */
const interceptedClient = (client: PoolClient, intercept: Intercept): PoolClient => {
  const driver: unknown = Reflect.get(client, 'query')
  if (!isSend(driver)) throw new TypeError('a connection without a query method')
  const send = intercept(client, (...statement) => Reflect.apply(driver, client, prepared(statement)))
  const query = (statement: unknown, ...rest: readonly unknown[]): Promise<Answer> | undefined => {
    const report = rest.at(-1)
    if (!isCallback(report)) return send(statement, ...rest)
    send(statement, ...rest.slice(0, -1)).then((answer) => report(null, answer), report)
    return undefined
  }
  // A target of its own, for the pool has made `query` of the connection itself unchangeable.
  const target: PoolClient = Object.create(client)
  return new Proxy(target, {
    get: (_target, name) => {
      if (name === 'query') return query
      const value: unknown = Reflect.get(client, name)
      return typeof value === 'function' ? value.bind(client) : value
    },
  })
}

/** Intercepts connections; the same connection is the same object each time, as the pool expects it. */
export const interceptedClients = (intercept: Intercept): ((client: PoolClient) => PoolClient) => {
  const known = new WeakMap<PoolClient, PoolClient>()
  return (client) => {
    const seen = known.get(client) ?? interceptedClient(client, intercept)
    known.set(client, seen)
    return seen
  }
}
