import { LRUCache } from 'lru-cache'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Clock } from '#platform/clock.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { rateFrom, taxPlaceKey } from '../rules/tax-rate.ts'
import type { TaxPlace, TaxRate } from '../rules/tax-rate.ts'
import type { TaxRates } from '#location/rules/tax-rates.ts'
import { TaxFailure } from './tax-port.ts'
import type { TaxPort } from './tax-port.ts'
import { saveAnswer, selectAnswers } from './tax-rate-store.ts'
import type { TaxAnswer } from './tax-rate-store.ts'

/** `asked`: the answer of the tax service. `fallback`: what is used while there is no answer. */
export type TaxEvent =
  | { readonly kind: 'asked'; readonly outcome: 'answered' | TaxFailure['kind'] }
  | { readonly kind: 'fallback'; readonly from: 'last-known' | 'file' }

export interface TaxAnswersDeps {
  readonly deps: Pick<AppDeps, 'clock' | 'database' | 'log'>
  readonly machineClock: Clock
  readonly port: TaxPort
  readonly rates: () => TaxRates
  /** Counts what the service was asked, for the metrics. */
  readonly count: (event: TaxEvent) => void
}

/** The rates that a process knows today. */
interface TaxAnswers {
  /** Null for a place that has to be asked for. */
  readonly known: (key: string) => TaxRate | null
  /** Asks for places and keeps what counts for them; fails only with the database. */
  readonly ask: (places: readonly TaxPlace[]) => Promise<void>
}

interface CachedAnswer {
  readonly rate: TaxRate
  /** The shop's day for which it counts. */
  readonly day: string
  /** When the service is asked again, in milliseconds of the machine's clock; null: not on this day. */
  readonly until: number | null
}

/** A place to ask for, with what the service said of it last. */
interface Question {
  readonly key: string
  readonly place: TaxPlace
  readonly last: TaxAnswer | undefined
}

const maxPlaces = 20_000
const askConcurrency = 8

/** A service that was away is not asked for so long: its time-out is waited for once, and not by every buyer. */
const restMs = 30_000

/** The rates that a process has in memory. */
const createMemory = ({ deps, machineClock, port: { service } }: TaxAnswersDeps) => {
  const cache = new LRUCache<string, CachedAnswer>({ max: maxPlaces })
  const today = (): string => dateIn(deps.clock.now(), brand.timeZone).toString()
  const machineNow = (): number => machineClock.now().epochMilliseconds
  return {
    today,
    machineNow,
    known: (key: string): TaxRate | null => {
      const found = cache.get(key)
      if (!found || found.day !== today()) return null
      return found.until !== null && machineNow() >= found.until ? null : found.rate
    },
    keepAnswer: (key: string, { parts, on }: TaxAnswer): void =>
      void cache.set(key, { rate: { parts, basis: { service, from: 'answer', on } }, day: on, until: null }),
    /** Until the service is asked again. */
    keepInstead: (key: string, rate: TaxRate): void =>
      void cache.set(key, { rate, day: today(), until: machineNow() + restMs }),
  }
}

/** What counts for a place when the service does not answer, and says so in the log. */
const rateInstead = (
  { deps, port: { service }, rates, count }: TaxAnswersDeps,
  { key, place, last }: Question,
  thrown: unknown,
): TaxRate => {
  const basis = { service, from: last ? 'last-known' : 'file', on: last?.on ?? null } as const
  count({ kind: 'fallback', from: basis.from })
  deps.log.warn(
    { err: thrown, place: key, from: basis.from, on: basis.on },
    last
      ? 'the tax service did not answer; the last rate that it gave for the place counts'
      : 'the tax service did not answer and never did for this place; the rate of the data file counts',
  )
  return { parts: last?.parts ?? rateFrom(rates(), place).parts, basis }
}

const createAskOne = (all: TaxAnswersDeps, memory: ReturnType<typeof createMemory>) => {
  const { deps, port, count } = all
  let restsUntil = 0
  return async (question: Question): Promise<void> => {
    const { key, place, last } = question
    const on = memory.today()
    if (last?.on === on) return memory.keepAnswer(key, last)
    if (memory.machineNow() < restsUntil) return memory.keepInstead(key, rateInstead(all, question, null))
    try {
      const answer = { parts: await port.partsFor(place), on }
      count({ kind: 'asked', outcome: 'answered' })
      memory.keepAnswer(key, answer)
      await saveAnswer(deps.database, port.service, key, answer)
    } catch (thrown) {
      if (!(thrown instanceof TaxFailure)) throw thrown
      count({ kind: 'asked', outcome: thrown.kind })
      if (thrown.kind === 'away') restsUntil = memory.machineNow() + restMs
      memory.keepInstead(key, rateInstead(all, question, thrown))
    }
  }
}

/** Answers for places, kept in memory and, for the days on which the service is away, in the database. */
export const createTaxAnswers = (all: TaxAnswersDeps): TaxAnswers => {
  const memory = createMemory(all)
  const askOne = createAskOne(all, memory)
  const inFlight = new Map<string, Promise<void>>()
  /** Two who need the same place at the same moment ask once. */
  const askShared = (question: Question): Promise<void> => {
    const { key } = question
    const asking = inFlight.get(key) ?? askOne(question).finally(() => inFlight.delete(key))
    inFlight.set(key, asking)
    return asking
  }
  return {
    known: memory.known,
    ask: async (places) => {
      const byKey = new Map(places.map((place) => [taxPlaceKey(place) ?? '', place]))
      byKey.delete('')
      const last = await selectAnswers(all.deps.database, all.port.service, [...byKey.keys()])
      const questions = [...byKey].map(([key, place]) => ({ key, place, last: last.get(key) }))
      for (let at = 0; at < questions.length; at += askConcurrency)
        await Promise.all(questions.slice(at, at + askConcurrency).map(askShared))
    },
  }
}
