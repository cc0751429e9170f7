import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pageChanges } from '../rules/page-diff.ts'
import type { PageDocument } from '../rules/page-set.ts'
import { contentToday, createPreviewLinks, readPageFolder } from '../server/pages.ts'
import type { LivePages } from '../server/pages.ts'
import { importPages, latestPageVersions } from '../server/page-versions.ts'
import type { ImportedPage } from '../server/page-versions.ts'
import { inTransaction } from '#platform/transaction.ts'
import { recordAction } from '#staff/server/audits.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { CommandContext, CommandShop, OperatorCommand } from '#platform/command-line/operator-command.ts'

interface PageShop extends CommandShop {
  readonly content: LivePages
}

type Context = CommandContext<PageShop>

type Print = Context['print']

/** Pages whose file says something else than the shop shows. */
const show = async ({ print, shop }: Context): Promise<void> => {
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
const exportTo = async ({ print, shop }: Context, folder: string): Promise<void> => {
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
  { print, shop }: Context,
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

const importFrom = async (context: Context, folder: string, isTrial: boolean): Promise<void> => {
  const { print, shop } = context
  const documents = await readFolder(context, folder)
  const { deps, content } = await shop()
  const imported = await inTransaction(deps, async (tx) => {
    const done = await importPages(tx, content.files, documents, isTrial)
    if (done.kind === 'wrong') return done
    const actor = { actor: 'operator', requestId: tx.ids.uuid() } as const
    for (const { slug, version, changes } of isTrial ? [] : done.pages)
      recordAction(tx, actor, {
        action: 'page.imported',
        subject: `page:${slug}`,
        after: { version, changes },
      })
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
export const pagesCommand: OperatorCommand<Context> = {
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
    const [subcommand, folder, ...rest] = positionals
    const isTrial = values['dry-run']
    if (subcommand === undefined && !isTrial) return show(context)
    if (subcommand === 'export' && folder !== undefined && rest.length === 0 && !isTrial)
      return exportTo(context, folder)
    if (subcommand === 'import' && folder !== undefined && rest.length === 0)
      return importFrom(context, folder, isTrial)
    throw new OperatorRefusal('Use `export <folder>` or `import <folder>`.')
  },
}

/** The links to pages that are not published yet. */
export const previewCommand: OperatorCommand<Context> = {
  name: 'preview',
  usages: [['', 'lists the pages that are not published yet, each with its preview link']],
  run: async (context, args) => {
    if (args.length > 0) throw new OperatorRefusal('This command takes no arguments.')
    const { deps, content } = await context.shop()
    const waiting = content.unpublishedOn(contentToday(deps))
    if (waiting.length === 0) context.print('Every page is published.')
    const links = createPreviewLinks(deps)
    for (const { slug, draft, publishedOn } of waiting) {
      context.print(`${slug}  ${draft || !publishedOn ? 'draft' : `from ${publishedOn}`}`)
      context.print(`  ${links.urlOf(slug)}`)
    }
  },
}
