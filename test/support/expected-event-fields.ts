import { brand } from '#shared/brand.ts'

const groupNames = ['C0001', 'C0002', 'C0003', 'C0004', 'C0005']

interface Choice {
  readonly visit: string
  /** The groups that were chosen. */
  readonly groups: readonly string[]
  /** Global Privacy Control. */
  readonly signal: boolean
}

/** All 32 choices with Global Privacy Control and without, each by a visit of its own. */
export const everyChoice: readonly Choice[] = Array.from({ length: 64 }, (_, at) => ({
  visit: `visit-${String(at).padStart(2, '0')}`,
  groups: groupNames.filter((_name, bit) => Math.floor(at / 2 ** bit) % 2 === 1),
  signal: at >= 32,
}))

/** The cookie of a browser that chose so. */
export const consentCookie = ({ groups }: Choice): readonly [name: string, value: string] => [
  brand.keys.consentCookie,
  encodeURIComponent(`0199a000-0000-4000-8000-000000000003:${groups.join(',')}`),
]

/** Where an object holds something, as `a.b`; of a consent, also what. */
export const placesOf = (value: unknown, under = ''): string[] => {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item: unknown) => placesOf(item, under))
  if (typeof value !== 'object')
    return [/consent|active_groups/.test(under) ? `${under}=${JSON.stringify(value)}` : under]
  return Object.entries(value).flatMap(([name, item]) =>
    placesOf(item, under === '' ? name : `${under}.${name}`),
  )
}

const hash = 'c'.repeat(64)

/** An entered address, a product that reveals health data, and the page of the quiz with an answer. */
export const messagesOf = ({ visit }: Choice) =>
  [
    { event: 'Email Submitted', properties: { path: '/', email: 'mara@example.com', hashed_email: hash } },
    { event: 'Product Viewed', properties: { sku: 'vs-wk', price: 39.99 } },
    { type: 'page' as const, properties: { path: '/is-ds01-right-for-you', answer: 'digestion' } },
  ].map((message, at) => ({
    type: 'track' as const,
    ...message,
    messageId: `${visit}-${at}`,
    anonymousId: visit,
    context: { click_id: 'fb.1.1924954800000.AbCd', campaign: { source: 'letter' } },
  }))

// From here on written by hand from spec §5, §9 and ruling 24: the table of the code is not used.

const allowedUses = ({ groups, signal }: Choice) => ({
  counts: groups.includes('C0002'),
  advertises: groups.includes('C0004') && !signal,
  comfort: groups.includes('C0003'),
  social: groups.includes('C0005') && !signal,
})

const warehouse = [
  'message_id', 'visit_id', 'type', 'source', 'name', 'path', 'anonymous_id', 'account_id', 'email',
  'campaign.last.source', 'country', 'region', 'happened_at', 'received_at',
] // prettier-ignore

const segment = [
  'type', 'messageId', 'timestamp', 'userId', 'anonymousId', 'event', 'properties.path', 'properties.email',
  'context.campaign.source', 'context.location.country', 'context.location.region',
  'context.library.name', 'context.library.version',
] // prettier-ignore

const google = [
  'client_id', 'user_id', 'timestamp_micros', 'events.name', 'events.params.campaign_source',
  'events.params.page_location', 'events.params.engagement_time_msec',
] // prettier-ignore

// The member's address gives the other hashes; the e-mail itself is never sent.
const meta = [
  'event_name', 'event_time', 'event_id', 'action_source', 'event_source_url',
  ...['em', 'fn', 'ln', 'zp', 'ct', 'st', 'fbc', 'client_user_agent'].map((name) => `user_data.${name}`),
] // prettier-ignore

const groupsOn = (choice: Choice) => {
  const { advertises, comfort, social } = allowedUses(choice)
  return { C0001: true, C0002: true, C0003: comfort, C0004: advertises, C0005: social }
}

/** What Segment gets with consent to web analytics. */
const preferences = (choice: Choice): readonly string[] =>
  Object.entries(groupsOn(choice)).map(([group, on]) => `context.consent.categoryPreferences.${group}=${on}`)

/** What Google gets with it. */
const googleConsent = (choice: Choice): readonly string[] => {
  const decision = allowedUses(choice).advertises ? 'GRANTED' : 'DENIED'
  return [`consent.ad_user_data="${decision}"`, `consent.ad_personalization="${decision}"`]
}

/** How many of the three messages each destination gets, and which parts of the first of them; none: nothing at all. */
export const expectedOf = (choice: Choice) => {
  const { counts, advertises } = allowedUses(choice)
  const list = Object.entries(groupsOn(choice)).flatMap(([group, on]) => (on ? [group] : []))
  const ofAdvertising = advertises ? ['properties.hashed_account_info.email', 'context.click_id'] : []
  const all = counts ? 3 : 0
  return {
    counts: { warehouse: all, segment: all, google: all, meta: advertises ? 1 : 0 },
    places: {
      warehouse: counts ? [...warehouse, `active_groups="${list.join(',')}"`].toSorted() : [],
      segment: counts ? [...segment, ...preferences(choice), ...ofAdvertising].toSorted() : [],
      google: counts ? [...google, ...googleConsent(choice)].toSorted() : [],
      meta: advertises ? meta.toSorted() : [],
    },
  }
}

const reportedFields = {
  segment: [
    'type', 'messageId', 'timestamp', 'userId', 'event', 'context.library.name', 'context.library.version',
    'properties.order_id', 'properties.total', 'properties.currency', 'properties.products.sku',
  ],
  google: [
    'client_id', 'user_id', 'timestamp_micros', 'events.name', 'events.params.engagement_time_msec',
    'events.params.total', 'events.params.currency', 'events.params.value', 'events.params.transaction_id',
    'events.params.items.item_id',
  ],
  meta: [
    'event_name', 'event_time', 'event_id', 'action_source', 'user_data.em', 'user_data.fn', 'user_data.ln',
    'custom_data.value', 'custom_data.currency', 'custom_data.order_id', 'custom_data.content_type',
    'custom_data.contents.id',
  ],
} // prettier-ignore

/** The same for server reports of a member: an order, then one that reveals health data. */
export const expectedOfReport = (choice: Choice) => {
  const { counts, advertises } = allowedUses(choice)
  return {
    segment: counts ? [...reportedFields.segment, ...preferences(choice)].toSorted() : [],
    google: counts ? [...reportedFields.google, ...googleConsent(choice)].toSorted() : [],
    meta: advertises ? reportedFields.meta.toSorted() : [],
    counts: [counts ? 2 : 0, counts ? 2 : 0, advertises ? 1 : 0],
  }
}
