import { keptConsent } from '#consent/rules/consent.ts'

/** What the collector needs of the browser. */
export interface PageVisit {
  /** The cookie that holds the consent; undefined without one. */
  readonly consent: string | undefined
  /** Global Privacy Control, as the browser tells scripts. */
  readonly privacySignal: boolean
  readonly address: { readonly pathname: string; readonly search: string; readonly host: string }
  readonly title: string
  readonly referrer: string
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

/** The message about the page that is open; null without consent to be counted (C0002). */
export const pageViewOf = (visit: PageVisit) => {
  if (!keptConsent(visit.consent, visit.privacySignal)?.groups.C0002) return null
  const { pathname, search, host } = visit.address
  const campaign = new URLSearchParams(search)
  const told = (name: string): string => (campaign.get(name) ?? '').slice(0, 200)
  const from = hostOf(visit.referrer)
  return {
    type: 'page' as const,
    name: visit.title.slice(0, 200),
    properties: {
      path: pathname.slice(0, 300),
      referrer: from === host ? '' : from.slice(0, 200),
    },
    context: {
      campaign: {
        name: told('utm_campaign'),
        source: told('utm_source'),
        medium: told('utm_medium'),
      },
    },
  }
}
