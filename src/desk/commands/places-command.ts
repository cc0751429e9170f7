import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { refusalOfPlaces } from '../server/place-approval.ts'
import type { PlacesVersion } from '#location/rules/places-changes.ts'
import { readImportedPlaces, writePlaceFiles } from '#location/server/place-files.ts'
import {
  currentPlaces,
  placesOfVersion,
  placeVersions,
  previewPlaces,
  publishPlaces,
} from '#location/server/places.ts'
import type { PlacesPreview } from '#location/server/places.ts'
import { inTransaction } from '#platform/transaction.ts'
import { isShopError } from '#shared/errors.ts'
import { recordAction } from '#staff/server/audits.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { CommandContext, OperatorCommand } from '#platform/command-line/operator-command.ts'

const versionsShown = 10

const show = async ({ print, shop }: CommandContext): Promise<void> => {
  const { deps } = await shop()
  for (const { number, kind, note, madeAt } of await placeVersions(deps.database, versionsShown))
    print(`version ${number}  ${madeAt.toString().slice(0, 16)}Z  ${kind}${note === '' ? '' : ` (${note})`}`)
  const { places } = (await currentPlaces(deps.database)).version
  for (const [code, { name, zone, ships }] of Object.entries(places.countries))
    print(`${code}  ${name}: ${ships ? zone : 'not shipped to'}`)
}

const exportTo = async ({ print, shop }: CommandContext, folder: string): Promise<void> => {
  const { deps } = await shop()
  await writePlaceFiles(resolve(folder), (await currentPlaces(deps.database)).version)
  print(`places.json and tax-rates.json are in ${folder}.`)
}

const readFolder = async ({ shop }: CommandContext, folder: string): Promise<PlacesVersion> => {
  const { deps } = await shop()
  const { version } = await currentPlaces(deps.database)
  try {
    return await readImportedPlaces(resolve(folder), version)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    throw new OperatorRefusal(thrown.message)
  }
}

const refuseFaults = ({ print }: CommandContext, { faults }: PlacesPreview): void => {
  for (const { field, message } of faults) print(`${field}: ${message}`)
  if (faults.length > 0) throw new OperatorRefusal('Nothing was changed.')
}

const printChanges = ({ print }: CommandContext, { changes }: PlacesPreview): void => {
  for (const { field, before, after } of changes)
    print(`${field.replace(/^places /, '')}: ${before ?? 'nothing'} → ${after ?? 'nothing'}`)
}

interface Publishing {
  readonly kind: 'import' | 'restore'
  readonly note: string
  readonly action: string
}

const publish = async (
  context: CommandContext,
  { action, ...publication }: Publishing,
  version: PlacesVersion,
): Promise<void> => {
  const { deps } = await context.shop()
  const published = await inTransaction(deps, async (tx) => {
    const refusal = await refusalOfPlaces(tx, version)
    if (refusal !== null) throw new OperatorRefusal(`${refusal} Nothing was changed.`)
    const done = await publishPlaces(tx, publication, version)
    if (done.number !== null)
      recordAction(
        tx,
        { actor: 'operator', requestId: tx.ids.uuid() },
        {
          action,
          subject: `places:${done.number}`,
          before: Object.fromEntries(done.changes.map((one) => [one.field, one.before])),
          after: Object.fromEntries(done.changes.map((one) => [one.field, one.after])),
        },
      )
    return done
  })
  refuseFaults(context, published)
  printChanges(context, published)
  context.print(
    published.number === null
      ? 'The places say all of that already.'
      : `This is version ${published.number} from now on.`,
  )
}

const tryImport = async (context: CommandContext, folder: string): Promise<void> => {
  const version = await readFolder(context, folder)
  const preview = await previewPlaces((await context.shop()).deps.database, version)
  refuseFaults(context, preview)
  printChanges(context, preview)
  context.print(`Fields that would change: ${preview.changes.length}. Nothing was changed.`)
}

const restore = async (context: CommandContext, number: string): Promise<void> => {
  const { deps } = await context.shop()
  const found = /^\d{1,9}$/.test(number)
    ? await placesOfVersion(deps.database, Number(number)).catch((thrown: unknown) => {
        if (isShopError(thrown)) return null
        throw thrown
      })
    : null
  if (found === null) throw new OperatorRefusal(`There is no version ${number}.`)
  return publish(context, { kind: 'restore', note: `version ${number}`, action: 'places.restored' }, found)
}

/** The places as files: `places.json` of the content folder fills a new shop, and an existing one is changed by `import`. */
export const placesCommand: OperatorCommand = {
  name: 'places',
  usages: [
    ['', 'lists the latest versions of shipping and places, and the countries'],
    ['export <folder>', 'writes places.json and tax-rates.json, as they count now'],
    [
      'import <folder> [--dry-run]',
      'publishes places.json and tax-rates.json of a folder as one version; --dry-run only shows what they change. Running subscriptions keep a lower shipping fee',
    ],
    ['restore <version>', 'publishes what a version said, as a version of its own'],
  ],
  run: async (context, args) => {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false } },
    })
    const [subcommand, named, ...rest] = positionals
    const isTrial = values['dry-run']
    if (subcommand === undefined && !isTrial) return show(context)
    if (named !== undefined && rest.length === 0) {
      if (subcommand === 'export' && !isTrial) return exportTo(context, named)
      if (subcommand === 'restore' && !isTrial) return restore(context, named)
      if (subcommand === 'import' && isTrial) return tryImport(context, named)
      if (subcommand === 'import')
        return publish(
          context,
          { kind: 'import', note: '', action: 'places.imported' },
          await readFolder(context, named),
        )
    }
    throw new OperatorRefusal('Use `export <folder>`, `import <folder>` or `restore <version>`.')
  },
}
