import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { shopSource, type SourceFile } from './source-files.ts'

const valueImport =
  /^(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s)?\s*'([#.][^']+)'|\bimport\('([#.][^']+)'\)/gm

const folderOf = (path: string, specifier: string): string =>
  specifier.startsWith('#')
    ? posix.dirname(`src/${specifier.slice(1)}`)
    : posix.dirname(posix.join(posix.dirname(path), specifier))

/** Which folders each folder imports values from. */
const folderImports = (files: readonly Pick<SourceFile, 'path' | 'text'>[]): Map<string, Set<string>> => {
  const imports = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    const from = posix.dirname(path)
    const targets = imports.get(from) ?? new Set<string>()
    for (const [, named, lazy] of text.matchAll(valueImport)) {
      const to = folderOf(path, named ?? lazy ?? '')
      if (to !== from && to.startsWith('src')) targets.add(to)
    }
    imports.set(from, targets)
  }
  return imports
}

/** The folders that can be taken away one after the other because nothing they import is left; the rest is in cycles. */
const inCycles = (imports: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] => {
  const left = new Set(imports.keys())
  const isFree = (folder: string): boolean => [...(imports.get(folder) ?? [])].every((to) => !left.has(to))
  for (;;) {
    const free = [...left].filter(isFree)
    if (free.length === 0) return [...left].toSorted()
    for (const folder of free) left.delete(folder)
  }
}

test('folders that import values from each other are found, also through a third one and by a lazy import', () => {
  const imports = folderImports([
    { path: 'src/a/one.ts', text: "import { two } from '../b/two.ts'\n" },
    {
      path: 'src/b/two.ts',
      text: "import type { T } from '#c/three.ts'\nconst three = import('#c/three.ts')\n",
    },
    { path: 'src/c/three.ts', text: "import {\n  one,\n} from '#a/one.ts'\n" },
    { path: 'src/d/four.ts', text: "import type { One } from '#e/five.ts'\n" },
    { path: 'src/e/five.ts', text: "import '#d/four.ts'\n" },
  ])
  expect(inCycles(imports)).toEqual(['src/a', 'src/b', 'src/c'])
})

test('no two folders import values from each other, directly or through others', () => {
  const imports = folderImports(shopSource())
  expect(imports.size).toBeGreaterThan(60)
  expect(inCycles(imports)).toEqual([])
})
