import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import { shopCurrencies } from '#shared/shop-currency.ts'
import { needsSecondPerson, placeChanges, placeFaults, PlacesVersion } from '../rules/places-changes.ts'
import type { PlaceChange, PlaceFault } from '../rules/places-changes.ts'
import { takeUpPlaces } from '../rules/published-places.ts'
import {
  insertPlaceVersion,
  lockPlaceVersions,
  selectPlaceVersion,
  selectPlaceVersions,
} from './place-version-store.ts'
import type { PlaceVersionKind, StoredPlaces } from './place-version-store.ts'

export { selectPlaceVersions as placeVersions } from './place-version-store.ts'
export type { PlaceVersionKind, StoredPlaces } from './place-version-store.ts'

type Db = AppDeps['database']

interface ReadVersion {
  readonly number: number
  readonly version: PlacesVersion
  readonly madeAt: Temporal.Instant
}

/** The versions that this release can read, the latest first. */
const readable = (stored: readonly StoredPlaces[]): readonly ReadVersion[] =>
  stored.flatMap(({ number, madeAt, document }) => {
    const read = PlacesVersion.safeParse(document)
    return read.success ? [{ number, madeAt, version: read.data }] : []
  })

const takeUp = async (deps: AppDeps): Promise<void> => {
  const version = deps.state.version('place')
  const stored = await deps.replica.readVersion('place', version, selectPlaceVersions)
  const versions = readable(stored)
  const [latest] = versions
  if (versions.length < stored.length)
    deps.log.error({ version: stored[0]?.number }, 'versions of the places cannot be read by this release')
  if (!latest) return
  takeUpPlaces({
    number: latest.number,
    ...latest.version,
    // Each counted until the next one was published.
    earlier: versions.slice(1).map((one, at) => ({
      until: versions[at]?.madeAt ?? latest.madeAt,
      places: one.version.places,
    })),
  })
}

/** The current version, in a transaction as of that moment. Throws an Error for a shop without a readable version. */
export const currentPlaces = async (db: Db | Tx['db']): Promise<ReadVersion> => {
  const [latest] = readable(await selectPlaceVersions(db))
  if (!latest) throw new Error('the shop has no version of its places')
  return latest
}

/** What a version said; NOT_FOUND for one that there is not, or that cannot be read any more. */
export const placesOfVersion = async (db: Db, number: number): Promise<PlacesVersion> => {
  const stored = await selectPlaceVersion(db, number)
  const [read] = readable(stored ? [stored] : [])
  if (!read) throw new ShopError('NOT_FOUND')
  return read.version
}

/** What publishing a version would do. */
export interface PlacesPreview {
  /** Of the version that it changes. */
  readonly base: number
  readonly before: PlacesVersion
  readonly changes: readonly PlaceChange[]
  readonly faults: readonly PlaceFault[]
  readonly needsSecondPerson: boolean
}

const needs = { home: brand.home, currencies: shopCurrencies }

const decide = ({ number, version: before }: ReadVersion, after: PlacesVersion): PlacesPreview => {
  const changes = placeChanges(before, after)
  return {
    base: number,
    before,
    changes,
    faults: placeFaults(after, needs),
    needsSecondPerson: needsSecondPerson(changes),
  }
}

/** What publishing these places would change, and why it cannot be. */
export const previewPlaces = async (db: Db, after: PlacesVersion): Promise<PlacesPreview> =>
  decide(await currentPlaces(db), after)

interface Publication {
  readonly kind: PlaceVersionKind
  readonly note: string
  /** Of the person at the desk who publishes; none for a command. */
  readonly staffId?: string
  /** The version that was looked at; a command changes whatever is current. */
  readonly base?: number
}

/** What a publication did; `number` is null when it changed nothing, because of a fault or because all was current. */
export interface PublishedPlacesChange extends PlacesPreview {
  readonly number: number | null
}

const insert = async (tx: Tx, number: number, publication: Publication, version: PlacesVersion) => {
  const { kind, note, staffId = null } = publication
  await insertPlaceVersion(tx, { number, kind, note, staffId, document: version })
  await tx.invalidate('place')
}

/**
 * Publishes places as one version, which every process then uses. Publishes nothing when it has a fault. ACTION_NOT_ALLOWED when somebody
 * published meanwhile.
 */
export const publishPlaces = async (
  tx: Tx,
  publication: Publication,
  after: PlacesVersion,
): Promise<PublishedPlacesChange> => {
  await lockPlaceVersions(tx)
  const [latest] = await selectPlaceVersions(tx.db, 1)
  const current = await currentPlaces(tx.db)
  if (publication.base !== undefined && publication.base !== latest?.number)
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: 'Someone changed the places meanwhile. Nothing is published; read them again first.',
    })
  const decided = decide(current, after)
  if (decided.faults.length > 0 || decided.changes.length === 0) return { ...decided, number: null }
  const number = (latest?.number ?? 0) + 1
  await insert(tx, number, publication, after)
  return { ...decided, number }
}

/** Gives a shop its first version, and has this process follow the latest one from now on. */
export const openPlaces = async (deps: AppDeps, files: PlacesVersion): Promise<void> => {
  if ((await selectPlaceVersions(deps.database, 1)).length === 0)
    await inTransaction(deps, async (tx) => {
      await lockPlaceVersions(tx)
      if ((await selectPlaceVersions(tx.db, 1)).length > 0) return
      await insert(tx, 1, { kind: 'files', note: '' }, files)
    })
  await takeUp(deps)
  deps.state.onChange('place', () => takeUp(deps))
}
