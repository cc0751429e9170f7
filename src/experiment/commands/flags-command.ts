import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readDataFile } from '#content/rules/data-file.ts'
import { flagSentence } from '../rules/flag-sentence.ts'
import { fileOf, FlagsFile } from '../rules/flags-file.ts'
import { importedChanges } from '../rules/flags-import.ts'
import type { FlagsImport } from '../rules/flags-import.ts'
import { changeOf, publishFlags } from '../server/flag-versions.ts'
import type { FlagChange } from '../server/flag-versions.ts'
import { inTransaction } from '#platform/transaction.ts'
import { recordAction } from '#staff/server/audits.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { CommandContext, CommandShop, OperatorCommand } from '#platform/command-line/operator-command.ts'
import type { FlagSource } from '../server/flag-providers.ts'

interface FlagShop extends CommandShop {
  readonly flags: FlagSource
}

type Context = CommandContext<FlagShop>

type Print = Context['print']

const show = async ({ print, shop }: Context): Promise<void> => {
  const { flags, deps } = await shop()
  const current = await flags.reader.read(deps.database)
  for (const [name, flag] of current.flags) print(`flag ${name}: ${flagSentence(flag)}`)
  for (const { name, state, variants, winner } of current.experiments) {
    const split = variants.map((one) => `${one.name} ${one.weight}`).join(', ')
    print(`experiment ${name}: ${state}${winner === '' ? '' : ` (${winner})`}, ${split}`)
  }
}

const exportTo = async ({ print, shop }: Context, file: string): Promise<void> => {
  const { flags, deps } = await shop()
  const written = fileOf(await flags.reader.read(deps.database))
  await writeFile(resolve(file), `${JSON.stringify(written, null, 2)}\n`)
  print(
    `${Object.keys(written.flags).length} flags and ${written.experiments.length} experiments are in ${file}.`,
  )
}

const readNamed = async (file: string): Promise<FlagsFile> => {
  const text = await readFile(resolve(file), 'utf8').catch(() => {
    throw new OperatorRefusal(`There is no file ${file}.`)
  })
  const read = readDataFile(text, FlagsFile)
  if (read.kind === 'wrong')
    throw new OperatorRefusal(`${file} is wrong in line ${read.line}: ${read.message}. Nothing was changed.`)
  return read.value
}

const printChanges = (print: Print, { flags, experiments, refusals }: FlagsImport): void => {
  for (const text of refusals) print(text)
  if (refusals.length > 0) throw new OperatorRefusal('Nothing was changed.')
  for (const [name, flag] of flags) print(`flag ${name}: ${flagSentence(flag)}`)
  for (const { name, state } of experiments) print(`experiment ${name}: ${state}`)
  if (flags.length + experiments.length === 0) print('The shop has all of it already.')
}

const tryImport = async ({ print, shop }: Context, file: string): Promise<void> => {
  const written = await readNamed(file)
  const { flags, deps } = await shop()
  printChanges(print, importedChanges(await flags.reader.read(deps.database), written, deps.clock.now()))
  print('Nothing was changed.')
}

const importFrom = async ({ print, shop }: Context, file: string): Promise<void> => {
  const written = await readNamed(file)
  const { flags, deps } = await shop()
  await inTransaction(deps, async (tx) => {
    await publishFlags(tx, { kind: 'import' }, async () => {
      const found = importedChanges(await flags.reader.read(tx.db), written, tx.now)
      printChanges(print, found)
      const changes: FlagChange[] = [
        ...found.flags.map(([name, document]) => ({ kind: 'flag', name, document }) as const),
        ...found.experiments.map(changeOf),
      ]
      const names = changes.map(({ kind, name }) => `${kind} ${name}`)
      if (names.length > 0)
        recordAction(
          tx,
          { actor: 'operator', requestId: tx.ids.uuid() },
          { action: 'flag.imported', subject: 'flags', after: { names: names.join(', ') } },
        )
      return changes
    })
  })
}

/** Flags and experiments as a file: `content/flags.json` fills a new shop, and changes an existing one only by `import`. */
export const flagsCommand: OperatorCommand<Context> = {
  name: 'flags',
  usages: [
    ['', 'lists the flags and experiments as they are now'],
    ['export <file>', 'writes them to a file, in the form of content/flags.json'],
    [
      'import <file> [--dry-run]',
      'takes over what is different in a file; --dry-run only shows it. The plan of an experiment that was started stays',
    ],
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
      if (subcommand === 'import') return isTrial ? tryImport(context, named) : importFrom(context, named)
    }
    throw new OperatorRefusal('Use `export <file>` or `import <file>`.')
  },
}
