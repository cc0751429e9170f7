import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const root = join(import.meta.dirname, '..')

const Package = z.object({ scripts: z.object({ start: z.string() }) })

/** What `npm start` runs in a tree: variables, flags of Node, the program. So the bench runs the shop as its operators do. */
export const startCommand = async (tree = root) => {
  const { scripts } = Package.parse(JSON.parse(await readFile(join(tree, 'package.json'), 'utf8')))
  const parts = scripts.start.split(' ')
  const node = parts.indexOf('node')
  const program = parts.at(-1)
  if (node === -1 || program === undefined) throw new Error(`not a start of the shop: ${scripts.start}`)
  const pairs = parts.slice(0, node).map((part) => [part.split('=')[0] ?? '', part.split('=')[1] ?? ''])
  return {
    environment: z.record(z.string(), z.string()).parse(Object.fromEntries(pairs)),
    flags: parts.slice(node + 1, -1),
    program,
  }
}
