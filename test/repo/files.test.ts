import { expect, test } from 'vitest'
import { codeFolders, filesUnder, shopSource, type SourceFile } from './source-files.ts'

const code = filesUnder(codeFolders, /\.(ts|tsx|css|mjs)$/)
const generated = ['src/platform/schema.ts', 'clients/typescript/partner-api.ts']

const linesWith = (files: readonly SourceFile[], words: RegExp): string[] =>
  files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, row) => (words.test(line) ? [`${path}:${row + 1}: ${line.trim()}`] : [])),
  )

test('a file has at most 300 lines, including comments', () => {
  const long = code
    .filter(({ path }) => !generated.includes(path))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > 300)
  expect(long).toEqual([])
})

test('a file is named by a noun or an action', () => {
  const empty = /^(utils?|lib|misc|index|service|controller|helpers?|common|shared|types|constants|manager)\./
  expect(code.filter(({ path }) => empty.test(path.split('/').at(-1) ?? '')).map(({ path }) => path)).toEqual(
    [],
  )
})

test('no file has a TODO, and no test is skipped', () => {
  const later = [
    'TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'not ' + 'implemented', 'lorem ' + 'ipsum',
    String.raw`\b(test|it|describe)\.(skip|only|todo|fails|fixme)\b`, String.raw`\bretry: ?[1-9]`,
    '@ts-' + '(ignore|expect-error|nocheck)', '(eslint|oxlint)' + '-disable(?!.* -- )',
  ] // prettier-ignore
  const mine = 'test/repo/files.test.ts'
  expect(linesWith(code, new RegExp(later.join('|'))).filter((line) => !line.startsWith(mine))).toEqual([])
})

test('no file contains a path of the machine it was written on', () => {
  const machine = /\/(work|root|home|Users)\/[a-z]|\/tmp\/[a-z]/
  expect(
    linesWith(
      filesUnder(
        ['src', 'sandbox-base', 'sandbox-carrier', 'sandbox-processor', 'db', 'test', 'bench', 'docs'],
        /./,
      ),
      machine,
    ),
  ).toEqual([])
})

test('the shop reads the time from its own clock only', () => {
  // The rule is about the server. What only the browser stores ends by the browser's clock, read in one file.
  const browserClock = 'src/cart/browser/browser-time.ts'
  const outside = shopSource().filter(
    ({ path }) => !path.startsWith('src/platform/') && path !== browserClock,
  )
  expect(linesWith(outside, /\bnew Date\(\)|\bDate\.now\b|\bTemporal\.Now\b|\bperformance\.now\b/)).toEqual(
    [],
  )
})

test('files are imported directly, not through an index file', () => {
  expect(linesWith(shopSource(), /^export \* from/)).toEqual([])
})
