import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { CatalogueDocument } from '../rules/catalogue-document.ts'
import type { FieldChange, Nameable } from '../rules/catalogue-changes.ts'
import { missingTranslations } from '../rules/catalogue-translation.ts'
import { languages } from '#shared/locale.ts'
import { readEntryFiles, writeEntryFiles } from '../server/catalogue-files.ts'
import {
  auditedChanges,
  catalogueVersions,
  changedFiles,
  documentsOfVersion,
  previewPublication,
  publishDocuments,
  readDocuments,
} from '../server/catalogue-versions.ts'
import type { EntryChange, PublicationPreview } from '../server/catalogue-versions.ts'
import type { Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { recordAction } from '#staff/server/audits.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { CommandContext, CommandShop, OperatorCommand } from '#platform/command-line/operator-command.ts'

interface CatalogueShop extends CommandShop {
  /** The catalogue of a new shop, as this release has it. */
  readonly catalogueFiles: readonly CatalogueDocument[]
  readonly nameable: Nameable
}

type Context = CommandContext<CatalogueShop>

type Print = Context['print']

const printFields = (print: Print, fields: readonly FieldChange[]): void => {
  for (const { field, before, after } of fields)
    print(`  ${field}: ${before ?? 'nothing'} → ${after ?? 'nothing'}`)
}

const printChanges = (print: Print, changes: readonly EntryChange[]): void => {
  for (const { document, isNew, fields } of changes) {
    print(isNew ? `${document.sku}: new` : document.sku)
    printFields(print, fields)
  }
}

/** What pages still say in the first language, because nobody translated it. */
const printMissingTranslations = (print: Print, documents: ReadonlyMap<string, CatalogueDocument>): void => {
  for (const [sku, document] of documents)
    for (const language of languages) {
      const missing = missingTranslations(document, language)
      if (missing.length > 0) print(`${sku} has no text in ${language} for: ${missing.join(', ')}`)
    }
}

const versionsShown = 10

const show = async ({ print, shop }: Context): Promise<void> => {
  const { deps, catalogueFiles } = await shop()
  for (const { number, kind, note, publishedAt, codes } of await catalogueVersions(
    deps.database,
    versionsShown,
  ))
    print(
      `version ${number}  ${publishedAt.toString().slice(0, 16)}Z  ${kind}${note === '' ? '' : ` (${note})`}: ${codes.join(', ')}`,
    )
  printMissingTranslations(print, await readDocuments(deps.database))
  const changes = await changedFiles(deps.database, catalogueFiles)
  if (changes.length === 0) return print('The shop has seen every file of content/catalogue.')
  print('Files of content/catalogue that the shop does not sell by:')
  printChanges(print, changes)
}

const exportTo = async ({ print, shop }: Context, folder: string): Promise<void> => {
  const { deps } = await shop()
  const documents = await readDocuments(deps.database)
  await writeEntryFiles(resolve(folder), documents)
  print(`${documents.size} entries are in ${folder}.`)
}

const readFolder = async (print: Print, folder: string): Promise<readonly CatalogueDocument[]> => {
  const { documents, faults } = await readEntryFiles(resolve(folder)).catch(() => {
    throw new OperatorRefusal(`There is no folder ${folder}.`)
  })
  for (const { file, line, message } of faults) print(`${file}, line ${line}: ${message}`)
  if (faults.length > 0) throw new OperatorRefusal('Nothing was changed.')
  if (documents.length === 0) throw new OperatorRefusal(`${folder} has no entries.`)
  return documents
}

const refuseFaults = (print: Print, { faults }: PublicationPreview): void => {
  for (const { sku, field, message } of faults) print(`${sku}, ${field}: ${message}`)
  if (faults.length > 0) throw new OperatorRefusal('Nothing was changed.')
}

const record = (tx: Tx, action: string, version: number, changes: readonly EntryChange[]): void =>
  recordAction(
    tx,
    { actor: 'operator', requestId: tx.ids.uuid() },
    { action, subject: `catalogue:${version}`, ...auditedChanges(changes) },
  )

interface Publishing {
  readonly kind: 'import' | 'restore'
  readonly note: string
  readonly action: string
}

const publish = async (
  { print, shop }: Context,
  { action, ...publication }: Publishing,
  documents: readonly CatalogueDocument[],
): Promise<void> => {
  const { deps, nameable } = await shop()
  const published = await inTransaction(deps, async (tx) => {
    const done = await publishDocuments(tx, publication, documents, nameable)
    if (done.version !== null) record(tx, action, done.version, done.changes)
    return done
  })
  refuseFaults(print, published)
  printChanges(print, published.changes)
  print(
    published.version === null
      ? 'The catalogue says all of that already.'
      : `This is version ${published.version} from now on.`,
  )
}

const importFrom = async (context: Context, folder: string): Promise<void> => {
  const documents = await readFolder(context.print, folder)
  return publish(context, { kind: 'import', note: '', action: 'catalogue.imported' }, documents)
}

const restore = async (context: Context, version: string): Promise<void> => {
  const { deps } = await context.shop()
  const documents = /^\d{1,9}$/.test(version) ? await documentsOfVersion(deps.database, Number(version)) : []
  if (documents.length === 0) throw new OperatorRefusal(`There is no version ${version}.`)
  const note = `version ${version}`
  return publish(context, { kind: 'restore', note, action: 'catalogue.restored' }, documents)
}

const tryImport = async ({ print, shop }: Context, folder: string): Promise<void> => {
  const documents = await readFolder(print, folder)
  const { deps, nameable } = await shop()
  const preview = await previewPublication(deps.database, documents, nameable)
  refuseFaults(print, preview)
  printChanges(print, preview.changes)
  print(`Entries that would change: ${preview.changes.length}. Nothing was changed.`)
}

/** The catalogue as files: `content/catalogue` fills a new shop, and changes an existing one only by `import`. */
export const catalogueCommand: OperatorCommand<Context> = {
  name: 'catalogue',
  usages: [
    [
      '',
      'lists the latest versions, texts that are not translated, and files of this release that the shop does not sell by',
    ],
    ['export <folder>', 'writes a file for each entry, as it is sold now'],
    [
      'import <folder> [--dry-run]',
      'publishes the files of a folder as one version; --dry-run only shows what they change. Entries without a file stay, and running subscriptions keep their prices',
    ],
    ['restore <version>', 'publishes what every entry of a version said then, as a version of its own'],
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
      if (subcommand === 'import') return isTrial ? tryImport(context, named) : importFrom(context, named)
    }
    throw new OperatorRefusal('Use `export <folder>`, `import <folder>` or `restore <version>`.')
  },
}
