import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import pg from 'pg'
import { purchase } from '#checkout/endpoints.ts'

/** Statements by their text, since the last look. */
export interface StatementCount {
  readonly texts: Readonly<Record<string, number>>
  /** Of those, what was sent while a purchase request was answered. */
  readonly purchase: Readonly<Record<string, number>>
  /**
   * Transactions that were committed, by the text of their first statement, and writes outside of one, by theirs: each
   * waits for the disk.
   */
  readonly commits: Readonly<Record<string, number>>
}

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query
  if (typeof query === 'object' && query !== null && 'text' in query) return String(query.text)
  return ''
}

/** The counters of limits are in an unlogged table: writing them alone waits for no disk. */
const isLoggedWrite = (text: string): boolean =>
  /^\s*(insert|update|delete|with)\b/i.test(text) && !/\brate_counter\b/.test(text)

const answered = new AsyncLocalStorage<string>()

/** Statements know from now on which route is answered: hooks before and after the body is read, which ends the context. */
export const followRoutes = (server: FastifyInstance): void => {
  const follow: onRequestHookHandler = (request, _reply, done) =>
    answered.run(request.routeOptions.url ?? '', done)
  server.addHook('onRequest', follow)
  server.addHook('preValidation', follow)
}

/** Counts every statement that this process sends, by wrapping the driver's one way out. */
export const countStatements = (): (() => StatementCount) => {
  let texts = new Map<string, number>()
  let ofPurchase = new Map<string, number>()
  let commits = new Map<string, number>()
  /** The first statement of the transaction that is open on a connection; '' until it was sent. */
  const open = new WeakMap<pg.Client, string>()
  const addCommit = (first: string): void => void commits.set(first, (commits.get(first) ?? 0) + 1)
  const send = pg.Client.prototype.query
  const countedQuery = function (this: pg.Client, ...args: unknown[]): unknown {
    const text = textOf(args[0])
    const first = open.get(this)
    if (text === 'commit') addCommit(first ?? '')
    if (first === undefined && isLoggedWrite(text)) addCommit(text)
    if (text === 'begin') open.set(this, '')
    else if (text === 'commit' || text === 'rollback') open.delete(this)
    else if (first === '') open.set(this, text)
    texts.set(text, (texts.get(text) ?? 0) + 1)
    if (answered.getStore() === purchase.path) ofPurchase.set(text, (ofPurchase.get(text) ?? 0) + 1)
    return Reflect.apply(send, this, args)
  }
  Object.defineProperty(pg.Client.prototype, 'query', { value: countedQuery })
  return () => {
    const counted = {
      texts: Object.fromEntries(texts),
      purchase: Object.fromEntries(ofPurchase),
      commits: Object.fromEntries(commits),
    }
    texts = new Map()
    ofPurchase = new Map()
    commits = new Map()
    return counted
  }
}
