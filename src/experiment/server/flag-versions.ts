import { ShopError } from '#shared/errors.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ExperimentDocument, FlagDocument, flagSetOf } from '../rules/flags-file.ts'
import type { Experiment, FlagSet, FlagsFile } from '../rules/flags-file.ts'
import {
  insertFlagVersion,
  lockFlagVersions,
  selectDocuments,
  selectLatestVersion,
} from './flag-version-store.ts'
import type { DocumentKind, StoredDocument, VersionKind } from './flag-version-store.ts'

export { selectHistory as flagHistory } from './flag-version-store.ts'
export type { DocumentVersion } from './flag-version-store.ts'

type Db = AppDeps['database']

/** The flags and experiments, with the version that each name has; 0 for one that only the files have. */
export interface VersionedFlags extends FlagSet {
  readonly versions: ReadonlyMap<string, number>
  /** Names whose latest version cannot be read: the files decide on them, if they know them. */
  readonly broken: readonly string[]
}

const keyOf = (kind: DocumentKind, name: string): string => `${kind} ${name}`

const readSet = (stored: readonly StoredDocument[], files: FlagSet): VersionedFlags => {
  const flags = new Map(files.flags)
  const experiments = new Map(files.experiments.map((one) => [one.name, one]))
  const versions = new Map<string, number>()
  const broken: string[] = []
  for (const { kind, name, version, document } of stored) {
    versions.set(keyOf(kind, name), version)
    if (kind === 'flag') {
      const read = FlagDocument.safeParse(document)
      if (read.success) flags.set(name, read.data)
      else broken.push(name)
    } else {
      const read = ExperimentDocument.safeParse(document)
      if (read.success) experiments.set(name, { ...read.data, name })
      else broken.push(name)
    }
  }
  return { flags, experiments: [...experiments.values()], versions, broken }
}

/** The version that a name has; 0 for none. */
export const versionOf = ({ versions }: VersionedFlags, kind: DocumentKind, name: string): number =>
  versions.get(keyOf(kind, name)) ?? 0

/** Reads the current flags, cached until their version changes: a change counts at once here, in other processes within moments. */
export interface FlagReader {
  /** A caller inside a transaction passes it: flags that are not cached are then read there, for a second connection may not be free. */
  readonly current: (tx?: Tx) => Promise<VersionedFlags>
  /** In a transaction, as of that moment. */
  readonly read: (db: Db | Tx['db']) => Promise<VersionedFlags>
}

type ReaderDeps = Pick<AppDeps, 'clock' | 'database' | 'log' | 'replica' | 'state'>

/** What the files say counts for names that no version has, and where a version cannot be read. */
export const createFlagReader = (deps: ReaderDeps, files: FlagsFile): FlagReader => {
  const known = flagSetOf(files, deps.clock.now())
  const read = async (db: Db | Tx['db']): Promise<VersionedFlags> => {
    const set = readSet(await selectDocuments(db), known)
    for (const name of set.broken)
      deps.log.error({ flag: name }, 'the rule of a flag cannot be read, so it has its default')
    return set
  }
  let cached: { readonly version: number; readonly set: Promise<VersionedFlags> } | null = null
  const current = (tx?: Tx): Promise<VersionedFlags> => {
    const version = deps.state.version('flag')
    if (cached?.version === version) return cached.set
    if (tx) return read(tx.db)
    const made = { version, set: deps.replica.readVersion('flag', version, read) }
    cached = made
    // A failed read is not cached.
    made.set.catch(() => {
      if (cached === made) cached = null
    })
    return made.set
  }
  return { current, read }
}

/** What is to be published: a flag, or an experiment. */
export type FlagChange =
  | { readonly kind: 'flag'; readonly name: string; readonly document: FlagDocument }
  | { readonly kind: 'experiment'; readonly name: string; readonly document: ExperimentDocument }

/** An experiment as it is published. */
export const changeOf = ({ name, ...document }: Experiment): FlagChange => ({
  kind: 'experiment',
  name,
  document,
})

interface Publication {
  readonly kind: VersionKind
  /** Of the person at the desk; none for a command or the shop itself. */
  readonly staffId?: string
}

const publish = async (
  tx: Tx,
  { kind, staffId }: Publication,
  documents: readonly FlagChange[],
): Promise<number> => {
  const number = (await selectLatestVersion(tx.db)) + 1
  await insertFlagVersion(tx, { number, kind, staffId: staffId ?? null, documents })
  await tx.invalidate('flag')
  return number
}

/** Publishes what `decide` finds as one version; every process takes it up, its cached pages too. Nothing for no documents. */
export const publishFlags = async (
  tx: Tx,
  publication: Publication,
  decide: () => Promise<readonly FlagChange[]>,
): Promise<number | null> => {
  await lockFlagVersions(tx)
  const documents = await decide()
  return documents.length === 0 ? null : publish(tx, publication, documents)
}

/**
 * Publishes what `decide` makes of the flags as they are by then, when the latest version of the name is still `base`, 0 for a new
 * one. ACTION_NOT_ALLOWED when someone changed it meanwhile.
 */
export const publishChange = async (
  tx: Tx,
  reader: FlagReader,
  publication: Publication,
  wanted: { readonly kind: DocumentKind; readonly name: string; readonly base: number },
  decide: (current: VersionedFlags) => FlagChange,
): Promise<number> => {
  await lockFlagVersions(tx)
  const current = await reader.read(tx.db)
  if (versionOf(current, wanted.kind, wanted.name) !== wanted.base)
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail:
        'Someone changed it meanwhile. Nothing is saved yet, and what you entered is kept: send it again to put it on top.',
    })
  return publish(tx, publication, [decide(current)])
}

/** Gives a shop the flags of its files that no version has: all of them at first, later those that a release adds. */
export const adoptFlags = async (deps: AppDeps, files: FlagsFile): Promise<void> => {
  const missingIn = (stored: readonly StoredDocument[], set: FlagSet): readonly FlagChange[] => {
    const has = (kind: DocumentKind, name: string): boolean =>
      stored.some((one) => one.kind === kind && one.name === name)
    const flags = [...set.flags].map(([name, document]): FlagChange => ({ kind: 'flag', name, document }))
    return [...flags, ...set.experiments.map(changeOf)].filter(({ kind, name }) => !has(kind, name))
  }
  const known = (now: Temporal.Instant): FlagSet => flagSetOf(files, now)
  if (missingIn(await selectDocuments(deps.database), known(deps.clock.now())).length === 0) return
  await inTransaction(deps, async (tx) => {
    await lockFlagVersions(tx)
    const missing = missingIn(await selectDocuments(tx.db), known(tx.now))
    if (missing.length > 0) await publish(tx, { kind: 'files' }, missing)
  })
}
