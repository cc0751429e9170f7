import type { Machine } from '../sandbox-base/machine.ts'
import { Refusal } from '../sandbox-base/refusal.ts'
import type { Write } from '../sandbox-base/sqlite.ts'
import type { MovedClock } from '../sandbox-base/moved-clock.ts'
import { requestOf, storedRequest, type LabelRequest } from './label-request.ts'
import type { Label, LabelRecords } from './label-records.ts'
import { serviceOf } from './services.ts'
import type { CarrierSettings } from './settings.ts'
import type { Step, StepRecords } from './step-records.ts'
import { delayDays, testWordIn, testWords, usual, type TestWord } from './test-words.ts'

export interface LabelDeps {
  readonly settings: CarrierSettings
  readonly machine: Machine
  readonly clock: MovedClock
  readonly write: Write
  readonly labels: LabelRecords
  readonly steps: StepRecords
}

/** What the buyer's address asks for, or else the settings; null for nothing unusual. */
export const testWordOf = ({ settings }: LabelDeps, { to, from }: LabelRequest): TestWord | null => {
  const { name, company, address, unit } = from ?? to
  return testWordIn([name, company, address, unit]) ?? settings.testWord
}

const dayOf = ({ settings }: LabelDeps, moment: number): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(settings.timeZone).toPlainDate()

/** Packages arrive from Monday to Friday. */
const afterWorkingDays = (day: Temporal.PlainDate, days: number): Temporal.PlainDate => {
  let on = day
  for (let left = days; left > 0; left -= on.dayOfWeek > 5 ? 0 : 1) on = on.add({ days: 1 })
  return on
}

const startOf = ({ settings }: LabelDeps, day: Temporal.PlainDate): number =>
  day.toZonedDateTime({ timeZone: settings.timeZone }).epochMilliseconds

const expectedOn = (deps: LabelDeps, service: string, from: number): Temporal.PlainDate =>
  afterWorkingDays(dayOf(deps, from), serviceOf(service)?.days ?? 0)

/** The label that this key has made, or null. Throws when the key is closed or was used for another request. */
export const labelAlreadyMade = ({ labels }: LabelDeps, key: string, request: LabelRequest): Label | null => {
  const made = labels.byKey(key)
  if (made && made.request !== storedRequest(request))
    throw new Refusal(422, 'key_reused', 'This idempotency key was used for a different request.')
  if (made?.state === 'voided' || (!made && labels.isClosed(key)))
    throw new Refusal(409, 'key_closed', 'The label of this idempotency key was voided.')
  return made
}

const newTracking = (machine: Machine): string =>
  `SBX${machine.newId('t').slice(2, 16).toUpperCase().padEnd(14, '0')}`

/** Makes a label, at a moment; the same key gives the same one. */
export const makeLabel = (deps: LabelDeps, key: string, request: LabelRequest, at: number): Promise<Label> =>
  deps.write(() => {
    const made = labelAlreadyMade(deps, key, request)
    if (made) return made
    const label: Label = {
      id: deps.machine.newId('lbl'),
      idempotencyKey: key,
      request: storedRequest(request),
      state: 'made',
      tracking: newTracking(deps.machine),
      testWord: testWordOf(deps, request)?.word ?? null,
      madeAt: at,
      expectedOn: expectedOn(deps, request.service, at).toString(),
      handedOverAt: null,
    }
    deps.labels.insert(label)
    return label
  })

/**
 * Makes sure that this key has no label from now on. Null for a key that made none. Throws for a package that was handed
 * over.
 */
export const voidLabel = (deps: LabelDeps, key: string): Promise<Label | null> =>
  deps.write(() => {
    const label = deps.labels.byKey(key)
    if (!label) {
      deps.labels.close(key, deps.machine.now())
      return null
    }
    if (label.state === 'handed-over')
      throw new Refusal(409, 'label_used', 'The package of this label was handed over.')
    deps.labels.void(label.id)
    return { ...label, state: 'voided' }
  })

const stepsOf = (
  deps: LabelDeps,
  { id, testWord }: Label,
  handedOverAt: number,
  expected: Temporal.PlainDate,
): Step[] => {
  const { steps, webhooks } = testWords.find(({ word }) => word === testWord) ?? usual
  const planned = steps.map(({ event, day, late }): Step => {
    const on =
      day === 'expected' ? expected.add({ days: late }) : dayOf(deps, handedOverAt).add({ days: day })
    const happensAt = Math.max(handedOverAt, startOf(deps, on))
    return {
      id: deps.machine.newId('evt'),
      labelId: id,
      event,
      happensAt,
      reportAt: happensAt,
      copies: webhooks === 'twice' ? 2 : 1,
      expectedOn: event === 'delayed' ? expected.add({ days: delayDays }).toString() : null,
    }
  })
  if (webhooks !== 'reversed') return planned
  const last = Math.max(...planned.map(({ happensAt }) => happensAt))
  return planned.toReversed().map((step) => ({ ...step, reportAt: last }))
}

/**
 * Takes the shipments of labels, at a moment; what happens to them is planned from here. One that was handed over stays as
 * it is.
 */
export const handOver = (deps: LabelDeps, ids: readonly string[], at: number): Promise<void> =>
  deps.write(() => {
    for (const id of ids) {
      const label = deps.labels.byId(id)
      if (!label) throw new Refusal(404, 'label_unknown', `There is no label ${id}.`)
      if (label.state === 'voided') throw new Refusal(409, 'label_voided', `The label ${id} was voided.`)
      if (label.state === 'handed-over') continue
      const expected = expectedOn(deps, requestOf(label).service, at)
      deps.labels.handOver(id, at, expected.toString())
      deps.steps.insert(stepsOf(deps, label, at, expected))
    }
  })
