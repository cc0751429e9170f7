import { cutText } from '#shared/plain-text.ts'
import { ownValue } from '#shared/own-value.ts'
import { isRecord } from '#shared/is-record.ts'

/** A link's campaign parameters (spec §3), by the name of the parameter. */
const parameters = {
  name: 'utm_campaign',
  source: 'utm_source',
  medium: 'utm_medium',
  term: 'utm_term',
  content: 'utm_content',
} as const

type CampaignPart = keyof typeof parameters

const parts = ['name', 'source', 'medium', 'term', 'content'] as const satisfies readonly CampaignPart[]

/** The parts that a link named. */
type Campaign = Readonly<Partial<Record<CampaignPart, string>>>

/** The first and the last value that was ever seen of each part. */
interface CampaignHistory {
  readonly first: Campaign
  readonly last: Campaign
}

const maxValueLength = 200

const campaignOf = (valueOf: (part: CampaignPart) => unknown): Campaign =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const value = valueOf(part)
      const text = typeof value === 'string' ? cutText(value.trim(), maxValueLength) : ''
      return text === '' ? [] : [[part, text] as const]
    }),
  )

/** The query of an address, as `URLSearchParams` reads it. */
interface Query {
  readonly get: (name: string) => string | null
}

/** The campaign of an address; empty when it names none. */
export const campaignFrom = (query: Query): Campaign => campaignOf((part) => query.get(parameters[part]))

const emptyHistory: CampaignHistory = { first: {}, last: {} }

/** What the browser has stored, as far as it can be read. */
export const parseCampaignHistory = (text: string | null): CampaignHistory => {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    const campaignIn = (name: string): Campaign => {
      const values = isRecord(stored) ? ownValue(stored, name) : null
      return isRecord(values) ? campaignOf((part) => values[part]) : {}
    }
    return { first: campaignIn('first'), last: campaignIn('last') }
  } catch {
    return emptyHistory
  }
}

/** What is stored after a page with this campaign in its URL: the first value of a part stays, the last is replaced. */
export const nextCampaign = ({ first, last }: CampaignHistory, campaign: Campaign): CampaignHistory => ({
  first: { ...campaign, ...first },
  last: { ...last, ...campaign },
})

/** Where the name of a host counts from, for the id of a click: one label, two, or more (spec §9). */
const depthOf = (host: string): 0 | 1 | 2 => {
  const labels = host.split('.').filter((label) => label !== '').length
  return labels <= 1 ? 0 : labels === 2 ? 1 : 2
}

const fbclidPattern = /^[\w-]{1,255}$/

/**
 * The id of a click on a Meta ad, `fb.{0|1|2}.{timestamp}.{fbclid}` (spec §9). `host` without port, `at` in epoch
 * milliseconds; null when the URL has no click, or an invalid one.
 */
export const metaClickId = (query: Query, host: string, at: number): string | null => {
  const fbclid = query.get('fbclid') ?? ''
  return fbclidPattern.test(fbclid) ? `fb.${depthOf(host)}.${at}.${fbclid}` : null
}

const clickIdPattern = /^fb\.[012]\.\d{10,16}\.[\w-]{1,255}$/

/** Whether a stored text is such an id. */
export const isMetaClickId = (text: string): boolean => clickIdPattern.test(text)
