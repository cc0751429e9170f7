/**
 * Thrown in a transaction that needs the answer of another system first. `inTransaction` rolls back, which gives all locks free,
 * calls `ask`, and begins again. `ask` keeps the answer where the next attempt finds it, and answers something even when the other
 * system does not.
 */
export class AskFirst extends Error {
  readonly ask: () => Promise<void>

  constructor(what: string, ask: () => Promise<void>) {
    super(`to be asked first: ${what}`)
    this.name = 'AskFirst'
    this.ask = ask
  }
}
