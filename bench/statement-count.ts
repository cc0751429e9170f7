import pg from 'pg'

/** Statements by their text, since the last look. */
export interface StatementCount {
  readonly texts: Readonly<Record<string, number>>
  /** Transactions that were committed, and writes outside of one: each waits for the disk. */
  readonly commits: number
}

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query
  if (typeof query === 'object' && query !== null && 'text' in query) return String(query.text)
  return ''
}

/** The counters of limits are in an unlogged table: writing them alone waits for no disk. */
const isLoggedWrite = (text: string): boolean =>
  /^\s*(insert|update|delete|with)\b/i.test(text) && !/\brate_counter\b/.test(text)

/** Counts every statement that this process sends, by wrapping the driver's one way out. */
export const countStatements = (): (() => StatementCount) => {
  let texts = new Map<string, number>()
  let commits = 0
  const open = new WeakSet<pg.Client>()
  const send = pg.Client.prototype.query
  const countedQuery = function (this: pg.Client, ...args: unknown[]): unknown {
    const text = textOf(args[0])
    if (text === 'begin') open.add(this)
    if (text === 'commit' || (isLoggedWrite(text) && !open.has(this))) commits += 1
    if (text === 'commit' || text === 'rollback') open.delete(this)
    texts.set(text, (texts.get(text) ?? 0) + 1)
    return Reflect.apply(send, this, args)
  }
  Object.defineProperty(pg.Client.prototype, 'query', { value: countedQuery })
  return () => {
    const counted = { texts: Object.fromEntries(texts), commits }
    texts = new Map()
    commits = 0
    return counted
  }
}
