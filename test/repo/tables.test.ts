import { expect, test } from 'vitest'
import { filesUnder, shopSource } from './source-files.ts'

const migrations = filesUnder(['db'], /migrations\/\d{4}_\w+\.sql$/)

const statements =
  /create (?:unlogged )?table (?:if not exists )?"?(?<created>\w+)"?|alter table "?(?<former>\w+)"? rename to (?<name>\w+)/g

/** Tables that are a part of another one, and are spoken to by its name. */
const partitions = new Set(
  migrations.flatMap(({ text }) =>
    [...text.matchAll(/create table (\w+) partition of|attach partition (\w+)/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    ),
  ),
)

const tables = [
  ...migrations
    .flatMap(({ text }) => [...text.matchAll(statements)])
    .reduce((names, { groups: { created, former, name } = {} }) => {
      names.delete(former ?? '')
      return names.add(created ?? name ?? '')
    }, new Set<string>()),
].filter((name) => !partitions.has(name))

const builder =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|\w*Join)\(\s*\[?\s*['"`](\w+)/g
const written = /\b(?:from|join|into|update)\s+"?(\w+)"?/gi

/** Tables that a file speaks to: by the query builder, or by SQL text of its own. */
const namedIn = (text: string): string[] => {
  const built = [...text.matchAll(builder)]
  const sql = /\bsql[<`]|\.query\(/.test(text) ? [...text.matchAll(written)] : []
  return [...built, ...sql].map((match) => match[1] ?? '').filter((name) => tables.includes(name))
}

const namesByFile = shopSource().map(({ path, text }) => ({ path, names: new Set(namedIn(text)) }))

const storesOf = (table: string): string[] =>
  namesByFile.filter(({ names }) => names.has(table)).map(({ path }) => path)

test.each(tables)('table %s is named in one store only', (table) => {
  const stores = storesOf(table)
  expect(stores).toHaveLength(1)
  expect(stores[0]).toMatch(/^src\/(\w+(\/[\w-]+)?\/server|platform)\/[\w-]+-store\.ts$/)
})

test('a migration has a unique number and is named after the module whose tables it creates', () => {
  const numbers = migrations.map(({ path }) => Number(/(\d{4})_/.exec(path)?.[1]))
  // Numbers may be left out: what is made side by side takes them from ranges of its own.
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  const modules = new Set(filesUnder(['src'], /./).map(({ path }) => path.split('/')[1]))
  const moduleName = (path: string): string | undefined => /\d{4}_([a-z]+)/.exec(path)?.[1]
  expect(migrations.filter(({ path }) => !modules.has(moduleName(path))).map(({ path }) => path)).toEqual([])
})
