import type { Kysely } from 'kysely'
import { AskFirst } from '#platform/ask-first.ts'
import type { Database } from '#platform/schema.ts'
import { rateFrom, taxPlaceKey } from '../rules/tax-rate.ts'
import type { TaxPlace, TaxRate } from '../rules/tax-rate.ts'
import type { TaxRates } from '#location/rules/tax-rates.ts'
import { createTaxAnswers } from './tax-answers.ts'
import type { TaxAnswersDeps } from './tax-answers.ts'
import type { TaxReporting, TaxPort } from './tax-port.ts'

export type { TaxEvent } from './tax-answers.ts'
export { TaxFailure } from './tax-port.ts'
export type { TaxReporting, TaxPort, TaxRecord } from './tax-port.ts'

/** Answers from the rates that the shop has published. */
export const fileTaxes = (rates: () => TaxRates): TaxPort => ({
  service: 'file',
  isLocal: true,
  partsFor: async (place) => rateFrom(rates(), place).parts,
  reporting: null,
})

/** Where prices get the tax of a place (ruling 14). */
export interface Taxes {
  /**
   * Learns the rates of several places at once. In a transaction it throws AskFirst for those that a service has to be asked for, so
   * that none is asked while locks are held.
   */
  readonly learn: (db: Kysely<Database>, places: readonly TaxPlace[]) => Promise<void>
  /** As `learn`, for one, with its rate. A service that gives no answer does not make it fail: the rate says where it is from. */
  readonly rateFor: (db: Kysely<Database>, place: TaxPlace) => Promise<TaxRate>
  /** Where sales are recorded; null for a service that records none. */
  readonly reporting: TaxReporting | null
}

interface TaxesDeps extends TaxAnswersDeps {
  readonly port: TaxPort
  /** The data file. */
  readonly rates: () => TaxRates
}

const localTaxes = ({ service, partsFor, reporting }: TaxPort): Taxes => ({
  learn: async () => undefined,
  rateFor: async (_, place) => ({
    parts: await partsFor(place),
    basis: { service, from: 'answer', on: null },
  }),
  reporting,
})

/**
 * The taxes of a shop. What a service answered counts for the rest of the shop's day. When it does not answer, its last answer for
 * the place counts, and when there is none the data file; the log and the order say so.
 */
export const createTaxes = (deps: TaxesDeps): Taxes => {
  const { port, rates } = deps
  if (port.isLocal) return localTaxes(port)
  const answers = createTaxAnswers(deps)
  const learn = async (db: Kysely<Database>, places: readonly TaxPlace[]): Promise<void> => {
    const missing = places.filter((place) => {
      const key = taxPlaceKey(place)
      return key !== null && answers.known(key) === null
    })
    if (missing.length === 0) return
    const ask = () => answers.ask(missing)
    if (db.isTransaction) throw new AskFirst('the tax of a place', ask)
    await ask()
  }
  return {
    learn,
    rateFor: async (db, place) => {
      await learn(db, [place])
      const key = taxPlaceKey(place)
      const known = key === null ? null : answers.known(key)
      // A place that is known in part, before the buyer has named all of it: an estimate.
      return (
        known ?? { ...rateFrom(rates(), place), basis: { service: port.service, from: 'file', on: null } }
      )
    },
    reporting: port.reporting,
  }
}
