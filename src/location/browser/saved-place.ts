import { brand } from '#shared/brand.ts'
import { ownValue } from '#shared/own-value.ts'
import { placeOrDefault } from '../rules/visitor-place.ts'

/** The browser's local and session storage, and the client of the shop. */
export interface PlaceDeps {
  readonly local: Pick<Storage, 'setItem'>
  readonly session: Pick<Storage, 'getItem' | 'setItem'>
  readonly request: (path: string) => Promise<Response>
}

const requestedKey = 'place_requested'

const textIn = (answer: unknown, name: string): string => {
  if (typeof answer !== 'object' || answer === null) return ''
  const value = ownValue({ ...answer }, name)
  return typeof value === 'string' ? value : ''
}

/**
 * The geolocation call of spec §7: once in a session of the browser it stores where the visitor seems to be, US and XX
 * if unknown. It also works without storage.
 */
export const savePlace = async ({ local, session, request }: PlaceDeps): Promise<void> => {
  if (session.getItem(requestedKey) !== null) return
  const response = await request('/api/auth/location')
  if (!response.ok) return
  const answer: unknown = await response.json()
  const { country, region } = placeOrDefault({
    country: textIn(answer, 'country'),
    region: textIn(answer, 'region'),
  })
  local.setItem(brand.keys.countryCode, country)
  local.setItem(brand.keys.regionCode, region)
  session.setItem(requestedKey, 'yes')
}
