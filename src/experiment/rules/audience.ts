/** Whom a flag or an experiment is for. Only what the shop knows of every request; answers of surveys are never among it. */
export interface Audience {
  /** ISO 3166-1 alpha-2; none for every country. */
  readonly countries: readonly string[]
  readonly subscribers: 'all' | 'only' | 'none'
  readonly devices: 'all' | Device
}

export const everyone: Audience = { countries: [], subscribers: 'all', devices: 'all' }

export const isEveryone = ({ countries, subscribers, devices }: Audience): boolean =>
  countries.length === 0 && subscribers === 'all' && devices === 'all'

export type Device = 'phone' | 'desktop'

/** A phone or tablet that says so, otherwise a desktop. */
export const deviceOf = (userAgent: string): Device =>
  /\b(?:Mobile|Android|iPhone|iPad|iPod)\b/i.test(userAgent) ? 'phone' : 'desktop'

/** What is known of someone; null for what is not known, which meets no condition. */
export interface AudienceFacts {
  readonly country: string | null
  readonly isSubscriber: boolean | null
  readonly device: Device | null
}

/** Whether someone is part of an audience. */
export const isInAudience = (
  { countries, subscribers, devices }: Audience,
  { country, isSubscriber, device }: AudienceFacts,
): boolean =>
  (countries.length === 0 || (country !== null && countries.includes(country))) &&
  (subscribers === 'all' || (isSubscriber !== null && isSubscriber === (subscribers === 'only'))) &&
  (devices === 'all' || device === devices)
