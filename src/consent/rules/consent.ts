/** The groups of spec §9. The first is always on. */
export const consentGroups = ['C0001', 'C0002', 'C0003', 'C0004', 'C0005'] as const

export type ConsentGroup = (typeof consentGroups)[number]

/** Whether each group is on. */
export type Groups = Readonly<Record<ConsentGroup, boolean>>

/** What Global Privacy Control says no to: it holds as long as the browser sends it (ruling 24). */
const groupsRefusedBySignal: readonly ConsentGroup[] = ['C0004', 'C0005']

/** What the proof says of a signal that a signed-in browser sent. */
export const signalStatement = 'Global Privacy Control, sent by a signed-in browser'

/** The active groups of a choice; the browser's opt-out of selling and sharing takes precedence. */
export const decidedGroups = (
  chosen: Readonly<Partial<Record<ConsentGroup, boolean | undefined>>>,
  privacySignal: boolean,
): Groups => {
  const isOn = (group: ConsentGroup): boolean =>
    group === 'C0001' || (chosen[group] === true && !(privacySignal && groupsRefusedBySignal.includes(group)))
  return {
    C0001: true,
    C0002: isOn('C0002'),
    C0003: isOn('C0003'),
    C0004: isOn('C0004'),
    C0005: isOn('C0005'),
  }
}

/** The active-groups list of spec §9: `C0001,C0003`. */
export const activeGroups = (groups: Groups): string => consentGroups.filter((name) => groups[name]).join(',')

/** Groups true or false from an active-groups list; what is not on the list is false. */
export const groupsFrom = (list: string, privacySignal = false): Groups => {
  const active = list.split(',').map((name) => name.trim())
  const chosen = Object.fromEntries(consentGroups.map((name) => [name, active.includes(name)]))
  return decidedGroups(chosen, privacySignal)
}

/** What the browser stores of a choice: its visit id, and the active groups. */
export interface CookieConsent {
  readonly visitId: string
  readonly groups: Groups
}

const cookiePattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):((?:C000[1-5])(?:,C000[1-5]){0,4})$/

export const formatConsentCookie = ({ visitId, groups }: CookieConsent): string =>
  `${visitId}:${activeGroups(groups)}`

/** The choice in the cookie; null when there is none, or an invalid one. */
export const parseConsentCookie = (
  cookie: string | undefined,
  privacySignal = false,
): CookieConsent | null => {
  const [, visitId, list] = cookiePattern.exec(cookie ?? '') ?? []
  return visitId === undefined || list === undefined
    ? null
    : { visitId, groups: groupsFrom(list, privacySignal) }
}

/** Seconds that a choice holds: 365 days (spec §9). */
export const consentMaxAge = 365 * 24 * 60 * 60

/** What a page shows about consent: the question, a message that the browser's signal is honored, or nothing. */
export type ConsentStatus = 'undecided' | 'honors-signal' | 'decided'

export const consentStatus = (cookie: string | undefined, privacySignal: boolean): ConsentStatus => {
  if (parseConsentCookie(cookie) !== null) return 'decided'
  return privacySignal ? 'honors-signal' : 'undecided'
}
