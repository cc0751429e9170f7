import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pageChanges } from '#content/rules/page-diff.ts'
import type { PageDocument } from '#content/rules/page-set.ts'
import { readPageFolder } from '#content/server/pages.ts'
import { importPages, latestPageVersions } from '#content/server/page-versions.ts'
import type { ImportedPage } from '#content/server/page-versions.ts'
import { inTransaction } from '#platform/transaction.ts'
import { recordAct } from '#staff/server/audits.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { CommandContext, OperatorCommand } from './operator-command.ts'

type Print = CommandContext['print']

/** Pages whose file says something else than the shop shows. */
const show = async ({ print, shop }: CommandContext): Promise<void> => {
  const { deps, content } = await shop()
  const versions = await latestPageVersions(deps.database)
  if (versions.length === 0) return print('Every page is what its file in content/pages says.')
  const files = new Map(content.files.files.map(({ slug, document }) => [slug, document]))
  for (const { slug, number, publishedAt, document } of versions) {
    const file = files.get(slug)
    const count = file === undefined ? null : pageChanges(file, document).length
    const against = count === null ? 'has no file' : `${count} texts are different from its file`
    print(`${slug}  version ${number}, ${publishedAt.toString().slice(0, 16)}Z: ${against}`)
  }
}

/** A page that was never published is written as its file is, byte for byte. */
const exportTo = async ({ print, shop }: CommandContext, folder: string): Promise<void> => {
  const { content } = await shop()
  const texts = new Map(content.files.files.map(({ slug, text }) => [slug, text]))
  const pages = content.saved()
  for (const { slug, document, version } of pages) {
    const file = join(resolve(folder), `${slug}.json`)
    const own = version === 0 ? texts.get(slug) : undefined
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, own ?? `${JSON.stringify(document, null, 2)}\n`)
  }
  print(`${pages.length} pages are in ${folder}.`)
}

const readFolder = async (
  { print, shop }: CommandContext,
  folder: string,
): Promise<readonly { readonly slug: string; readonly document: PageDocument }[]> => {
  const { content } = await shop()
  const { files, faults } = await readPageFolder(resolve(folder), content.files.periods).catch(() => {
    throw new OperatorRefusal(`There is no folder ${folder}.`)
  })
  for (const { file, line, message } of faults) print(`${file}, line ${line}: ${message}`)
  if (faults.length > 0) throw new OperatorRefusal('Nothing was changed.')
  if (files.length === 0) throw new OperatorRefusal(`${folder} has no pages.`)
  return files
}

const printImported = (print: Print, imported: readonly ImportedPage[]): void => {
  for (const { slug, changes } of imported) print(`${slug}: ${changes} texts`)
}

const importFrom = async (context: CommandContext, folder: string, isTrial: boolean): Promise<void> => {
  const { print, shop } = context
  const documents = await readFolder(context, folder)
  const { deps, content } = await shop()
  const imported = await inTransaction(deps, async (tx) => {
    const done = await importPages(tx, content.files, documents, isTrial)
    if (done.kind === 'wrong') return done
    const actor = { actor: 'operator', requestId: tx.ids.uuid() } as const
    for (const { slug, version, changes } of isTrial ? [] : done.pages)
      recordAct(tx, actor, { act: 'page.imported', subject: `page:${slug}`, after: { version, changes } })
    return done
  })
  if (imported.kind === 'wrong') {
    for (const { slug, path, message } of imported.faults)
      print(`${slug}, ${path.map(String).join('.')}: ${message}`)
    throw new OperatorRefusal('Nothing was changed.')
  }
  printImported(print, imported.pages)
  const count = imported.pages.length
  if (isTrial) return print(`Pages that would change: ${count}. Nothing was changed.`)
  print(count === 0 ? 'The pages say all of that already.' : `Published pages: ${count}.`)
}

/** The pages as files: what `content/pages` says is shown until a page is published at the desk or imported. */
export const pagesCommand: OperatorCommand = {
  name: 'pages',
  usages: [
    ['', 'lists the pages that were published since, and how far they are from their files'],
    ['export <folder>', 'writes a file for each page, as it is shown now'],
    [
      'import <folder> [--dry-run]',
      'publishes the pages of a folder that say something else than the shop shows, all or none; --dry-run only shows which. Pages without a file stay',
    ],
  ],
  run: async (context, args) => {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false } },
    })
    const [act, folder, ...rest] = positionals
    const isTrial = values['dry-run']
    if (act === undefined && !isTrial) return show(context)
    if (act === 'export' && folder !== undefined && rest.length === 0 && !isTrial)
      return exportTo(context, folder)
    if (act === 'import' && folder !== undefined && rest.length === 0)
      return importFrom(context, folder, isTrial)
    throw new OperatorRefusal('Use `export <folder>` or `import <folder>`.')
  },
}
