import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildShop } from '../starting/fresh-build.ts'
import { refuse } from '../starting/refuse.ts'

const root = join(import.meta.dirname, '../../..')

/** The program that the build packs into few files: it starts in half the time of its sources, with less memory (decision 477). */
const packedProgram = async (): Promise<string> => {
  await buildShop(root, () => process.stdout.write('Building the shop, once for these sources …\n'))
  return join(root, 'build/program/entry/program.mjs')
}

// A deployment may migrate where nothing is built.
const program =
  process.env['ROLE'] === 'migrate'
    ? join(import.meta.dirname, 'program.ts')
    : await packedProgram().catch(refuse)
await import(pathToFileURL(program).href)
