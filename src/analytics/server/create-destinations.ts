import { createHash } from 'node:crypto'
import { accountById, addressesOf } from '#account/server/accounts.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { normalizeIdentity } from '../rules/identity-hash.ts'
import type { Identity } from '../rules/identity-hash.ts'
import type { Destination } from './destination.ts'
import { createGa4, createSegment } from './ga4-destination.ts'
import type { Ga4Settings, SegmentSettings } from './ga4-destination.ts'
import { createMeta } from './meta-destination.ts'
import type { HashesOf, MetaSettings } from './meta-destination.ts'

/** Which outside destinations the operator switched on; null for those that are off. */
export interface DestinationSettings {
  readonly segment: SegmentSettings | null
  readonly ga4: Ga4Settings | null
  readonly meta: MetaSettings | null
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const hashed = (identity: Identity) =>
  Object.fromEntries(normalizeIdentity(identity).map(([field, text]) => [field, sha256(text)]))

const createHashesOf =
  ({ database }: Pick<AppDeps, 'database'>): HashesOf =>
  async (accountId) => {
    const account = accountId === null ? null : await accountById(database, accountId)
    if (!account) return {}
    const [address] = await addressesOf(database, account.id)
    return hashed({
      first_name: account.firstName,
      last_name: account.lastName,
      email: account.email,
      phone: account.phone === '' ? address?.phone : account.phone,
      zip: address?.zip,
      city: address?.city,
      state: address?.region,
    })
  }

/** The outside destinations of this shop. */
export const createDestinations = (deps: AppDeps, settings: DestinationSettings): readonly Destination[] => {
  const { outgoing, publicUrl } = deps
  const { segment, ga4, meta } = settings
  return [
    ...(segment ? [createSegment(outgoing, segment)] : []),
    ...(ga4 ? [createGa4(outgoing, publicUrl, ga4)] : []),
    ...(meta ? [createMeta(outgoing, publicUrl, createHashesOf(deps), meta)] : []),
  ]
}

const recipients = {
  segment: { group: 'C0002', name: 'Segment' },
  ga4: { group: 'C0002', name: 'Google Analytics' },
  meta: { group: 'C0004', name: 'Meta' },
} as const

/** The recipients as text, and the group that allows them: shown before people choose. */
export const recipientsOf = (destinations: readonly Destination[]) =>
  destinations.map(({ name }) => recipients[name])
