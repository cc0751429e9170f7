import { consentGroups, groupsFrom } from '#consent/rules/consent.ts'
import type { ConsentGroup } from '#consent/rules/consent.ts'

/** A choice as it was proved. */
export interface ProvedChoice {
  /** The active groups: `C0001,C0003`. */
  readonly active_groups: string
  /** Whether Global Privacy Control came with it. */
  readonly privacy_signal: boolean
  readonly page: string
  readonly at: string
}

/** What a member allows of a group, with the proof of since when. */
export interface ConsentRow {
  readonly group: ConsentGroup
  readonly isAllowed: boolean
  readonly at: string
  readonly page: string
  readonly isBySignal: boolean
}

/** The groups that somebody can choose; what is necessary is always on. */
const chosenGroups = consentGroups.filter((group) => group !== 'C0001')

/**
 * What a member allows now, with the choice that made it so: the first one of the latest that say the same. `choices` are in their order,
 * the oldest first; nothing without one.
 */
export const consentRows = (choices: readonly ProvedChoice[]): readonly ConsentRow[] =>
  chosenGroups.flatMap((group) => {
    const isOn = ({ active_groups: list, privacy_signal: signal }: ProvedChoice): boolean =>
      groupsFrom(list, signal)[group]
    const last = choices.at(-1)
    if (last === undefined) return []
    const isAllowed = isOn(last)
    const since = choices.findLastIndex((choice) => isOn(choice) !== isAllowed) + 1
    const { at, page, privacy_signal: isBySignal } = choices[since] ?? last
    return [{ group, isAllowed, at, page, isBySignal: isBySignal && !isAllowed }]
  })
