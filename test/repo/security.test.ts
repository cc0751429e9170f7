import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, rootFile } from './source-files.ts'

/** The last requirement of each section at levels 1 and 2 of ASVS 5.0.0; V5.2 ends at 3, V6.2 at 12, and so on. */
const sections: Readonly<Record<string, number>> = {
  '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1, '3.2': 2, '3.3': 4,
  '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4, '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3,
  '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5,
  '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4,
  '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1,
  '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3,
  '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4,
  '17.3': 2,
} // prettier-ignore

const expected = Object.entries(sections).flatMap(([section, last]) =>
  Array.from({ length: last }, (_, at) => `${section}.${at + 1}`),
)

const document = rootFile('docs/security.md')
const rows = [...document.matchAll(/^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+) \|$/gm)].map(
  ([, id = '', , guard = '']) => ({ id, guard }),
)
/** What the shop does in addition: protection, against what, tested by what. */
const others = [
  ...(document.split('## Protections of its own')[1] ?? '').matchAll(
    /^\| (\w[^|]+) \| ([^|]+) \| (`(?:test|src)\/.+) \|$/gm,
  ),
].map(([, id = '', , guard = '']) => ({ id, guard }))
const inapplicable = [...document.matchAll(/^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \| [^|]+ \|$/gm)].flatMap(
  ([, ids = '']) => ids.split(', '),
)

test('all 253 requirements of levels 1 and 2 are listed once', () => {
  expect(expected).toHaveLength(253)
  const named = [...rows.map(({ id }) => id), ...inapplicable]
  expect(named.toSorted()).toEqual(expected.toSorted())
})

/** Tests that a row names, as file and title. */
const testsIn = (guard: string) =>
  [...guard.matchAll(/`((?:test|src)\/[\w/.-]+\.(?:test|spec)\.tsx?)` › ([^;]+)/g)].map(
    ([, file = '', title = '']) => ({
      file,
      title: title.trim(),
    }),
  )

/** Whole titles only, or the name of a case; one with a semicolon is named up to it. */
const hasTitle = (text: string, title: string): boolean =>
  ["'", '"', '`'].some(
    (quote) => text.includes(`${quote}${title}${quote}`) || text.includes(`${quote}${title};`),
  )

const missing = ({ file, title }: { readonly file: string; readonly title: string }): boolean =>
  !existsSync(join(root, file)) || !hasTitle(rootFile(file), title)

test('every named test exists', () => {
  expect(others.length).toBeGreaterThan(5)
  const named = [...rows, ...others].flatMap(({ id, guard }) => testsIn(guard).map((one) => ({ id, ...one })))
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((one) => one.title === '' || missing(one))).toEqual([])
})

test('every named document exists, and every row names a test or a document', () => {
  for (const { id, guard } of rows) {
    // What the standard wants written down is a document; code that no test attacks was read.
    const documents = [
      ...guard.matchAll(/document `((?:docs\/)?[\w/.-]+\.md)`|by reading `([\w/.-]+)`/g),
    ].map(([, written, read]) => written ?? read ?? '')
    expect([id, /document `(?!docs\/)\w+\//.test(guard)]).toEqual([id, false])
    expect([id, documents.filter((path) => !existsSync(join(root, path)))]).toEqual([id, []])
    const isGuarded = testsIn(guard).length + documents.length > 0 || /^deployer|\*\*not kept\*\*/.test(guard)
    expect([id, isGuarded]).toEqual([id, true])
  }
})
