import { LRUCache } from 'lru-cache'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Clock } from '#platform/clock.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { rateFrom } from '../rules/tax-rate.ts'
import type { TaxPlace, TaxRate, TaxRates } from '../rules/tax-rate.ts'
import { taxPlaceKey } from '../rules/tax-place-key.ts'
import { TaxFailure } from './tax-port.ts'
import type { TaxPort } from './tax-port.ts'
import { saveAnswer, selectAnswers } from './tax-rate-store.ts'
import type { TaxAnswer } from './tax-rate-store.ts'

export interface TaxAnswersDeps {
  readonly deps: Pick<AppDeps, 'clock' | 'database' | 'log'>
  readonly machineClock: Clock
  readonly port: TaxPort
  readonly rates: TaxRates
}

/** The rates that a process knows today. */
interface TaxAnswers {
  /** Null for a place that has to be asked for. */
  readonly known: (key: string) => TaxRate | null
  /** Asks for places and keeps what counts for them; fails only with the database. */
  readonly ask: (places: readonly TaxPlace[]) => Promise<void>
}

interface Kept {
  readonly rate: TaxRate
  /** The shop's day for which it counts. */
  readonly day: string
  /** When the service is asked again, in milliseconds of the machine's clock; null: not on this day. */
  readonly until: number | null
}

const maxPlaces = 20_000
const askConcurrency = 8

/** A service that was away is not asked for so long: its time-out is waited for once, and not by every buyer. */
const restMs = 30_000

/** Answers for places, kept in memory and, for the days on which the service is away, in the database. */
export const createTaxAnswers = (all: TaxAnswersDeps): TaxAnswers => {
  const { deps, machineClock, port, rates } = all
  const { service } = port
  const kept = new LRUCache<string, Kept>({ max: maxPlaces })
  const inFlight = new Map<string, Promise<void>>()
  let restsUntil = 0
  const today = (): string => dateIn(deps.clock.now(), brand.timeZone).toString()
  const machineNow = (): number => machineClock.now().epochMilliseconds

  const keepAnswer = (key: string, { parts, on }: TaxAnswer): void =>
    void kept.set(key, { rate: { parts, basis: { service, from: 'answer', on } }, day: on, until: null })

  const fallBack = (key: string, place: TaxPlace, last: TaxAnswer | undefined, thrown: unknown): void => {
    const from = last ? 'last-known' : 'file'
    const on = last?.on ?? null
    const parts = last?.parts ?? rateFrom(rates, place).parts
    deps.log.warn(
      { err: thrown, place: key, from, on },
      last
        ? 'the tax service did not answer; the last rate that it gave for the place counts'
        : 'the tax service did not answer and never did for this place; the rate of the data file counts',
    )
    const until = machineNow() + restMs
    kept.set(key, { rate: { parts, basis: { service, from, on } }, day: today(), until })
  }

  const askOne = async (key: string, place: TaxPlace, last: TaxAnswer | undefined): Promise<void> => {
    const on = today()
    if (last?.on === on) return keepAnswer(key, last)
    if (machineNow() < restsUntil) return fallBack(key, place, last, null)
    try {
      const answer = { parts: await port.partsFor(place), on }
      keepAnswer(key, answer)
      await saveAnswer(deps.database, service, key, answer)
    } catch (thrown) {
      if (!(thrown instanceof TaxFailure)) throw thrown
      if (thrown.kind === 'away') restsUntil = machineNow() + restMs
      fallBack(key, place, last, thrown)
    }
  }

  /** Two who need the same place at the same moment ask once. */
  const askShared = (key: string, place: TaxPlace, last: TaxAnswer | undefined): Promise<void> => {
    const asking = inFlight.get(key) ?? askOne(key, place, last).finally(() => inFlight.delete(key))
    inFlight.set(key, asking)
    return asking
  }

  return {
    known: (key) => {
      const found = kept.get(key)
      if (!found || found.day !== today()) return null
      return found.until !== null && machineNow() >= found.until ? null : found.rate
    },
    ask: async (places) => {
      const byKey = new Map(places.map((place) => [taxPlaceKey(place) ?? '', place]))
      byKey.delete('')
      const last = await selectAnswers(deps.database, service, [...byKey.keys()])
      const entries = [...byKey]
      for (let at = 0; at < entries.length; at += askConcurrency)
        await Promise.all(
          entries.slice(at, at + askConcurrency).map(([key, place]) => askShared(key, place, last.get(key))),
        )
    },
  }
}
