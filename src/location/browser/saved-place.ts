import { brand } from '#shared/brand.ts'
import { ownValue } from '#shared/own-value.ts'
import { knownPlace } from '../rules/countries.ts'

/** What the browser gives: its lasting and its session's storage, and the way to the shop. */
export interface PlaceGround {
  readonly local: Pick<Storage, 'setItem'>
  readonly session: Pick<Storage, 'getItem' | 'setItem'>
  readonly ask: (path: string) => Promise<Response>
}

const asked = 'place_asked'

const textIn = (answer: unknown, name: string): string => {
  if (typeof answer !== 'object' || answer === null) return ''
  const value = ownValue({ ...answer }, name)
  return typeof value === 'string' ? value : ''
}

/**
 * The geolocation call of spec §7: once in a session of the browser it keeps where the visitor seems to be, US and XX
 * where that is not known. A browser that keeps nothing does without.
 */
export const savePlace = async ({ local, session, ask }: PlaceGround): Promise<void> => {
  if (session.getItem(asked) !== null) return
  const response = await ask('/api/auth/location')
  if (!response.ok) return
  const answer: unknown = await response.json()
  const { country, region } = knownPlace({
    country: textIn(answer, 'country'),
    region: textIn(answer, 'region'),
  })
  local.setItem(brand.keys.countryCode, country)
  local.setItem(brand.keys.regionCode, region)
  session.setItem(asked, 'yes')
}
