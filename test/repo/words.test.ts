import ts from 'typescript'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { codeFolders, filesUnder, rootFile } from './source-files.ts'

/** Words that were technical terms here once and that only their authors understood, with the standard terms. */
const banned: ReadonlyMap<string, string> = new Map([
  ['announcement', 'a domain event is published'],
  ['booked', 'recorded'],
  ['books', 'ledger entries; records of the processor'],
  ['corridor', 'composition root'],
  ['door', 'public API of a module'],
  ['floor', 'layer; baseline of a figure'],
  ['furnish', 'bootstrap, seed'],
  ['ground', 'infrastructure, dependencies; background'],
  ['happening', 'event'],
  ['house', 'app, shop'],
  ['janitor', 'poller of pending charges'],
  ['knock', 'import, dependency'],
  ['letter', 'newsletter issue; mail'],
  ['parcel', 'shipment'],
  ['room', 'module'],
  ['shelf', 'stock'],
  ['shelve', 'stock'],
  ['standing', 'status, status history; existing; current'],
  ['steer', 'change'],
  ['steering', 'subscription terms'],
  ['told', 'notified, delivered, reported'],
  ['workbench', 'dev tools'],
])

/** The same in names alone: in a sentence these words are ordinary English. */
const bannedInNames: ReadonlyMap<string, string> = new Map([
  ['act', 'action; of a form, intent'],
  ['amends', 'aftermath'],
  ['believed', 'expected'],
  ['bump', 'invalidate'],
  ['fold', 'disclosure'],
  ['hear', 'subscribe'],
  ['mended', 'recovered'],
  ['mortal', 'crashable'],
  ['revived', 'reactivated'],
  ['rise', 'price increase'],
  ['seal', 'sign'],
  ['seam', 'secondary button'],
  ['stir', 'next action'],
  ['stratum', 'section'],
  ['telling', 'delivery of an event'],
  ['ticker', 'interval'],
  ['world', 'dependencies'],
])

/** Phrases that comments and titles of tests do not use anymore, because readers have to guess. */
const bannedPhrases =
  /\b(?:in hand|of late|whoever|anew|let pass|taken back|kindly|of ours|pays of|asked after|hears? of|learns? of|stands beside)\b/i

/** More of them; decisions of earlier days still have these. */
const oddPhrases = /\b(?:given out|what of (?:it|its|them|an?))\b/i

/** Names in which such a word is ordinary English, or somebody else's. */
const allowedNames: ReadonlySet<string> = new Set([
  'letterSpacing',
  'deadLetter',
  'floor',
  'letter',
  'letters',
  // The page for the whole world has an address of the specification.
  'content/pages/entire-world.json',
  // EasyPost's word for a package.
  'parcel',
  // Verbs: staff act for a member.
  'mayAct',
  'actForMemberPage',
  'ActForMemberPage',
  'src/desk/screens/act-for-member-page.tsx',
  // A key of a file that operators write.
  'bulk_acts',
])

/** A column of entries that are stored for ever has this name, in these files alone. */
const filesWithTheColumn: ReadonlySet<string> = new Set([
  'src/platform/schema.ts',
  'src/staff/server/audit-store.ts',
  'src/staff/server/staff-session-store.ts',
  'src/desk/server/desk-bulk-store.ts',
  'test/simulation/packing.ts',
])

/** Sentences in which such a word is ordinary English. */
const allowedPhrases =
  /\b(?:same|small|capital|capital first|any case of|its|\d+) letters?\b|\bno room for\b|\broom (?:for|again)\b|\bLetter in countries|told (?:not )?to\b/g

const isBanned = (word: string): boolean => banned.has(word) || banned.has(word.replace(/(?:ed|s)$/, ''))

/** `in_flight`, `inFlight` and `in-flight` are the words `in` and `flight`. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

const isBannedName = (word: string): boolean =>
  isBanned(word) || bannedInNames.has(word) || bannedInNames.has(word.replace(/s$/, ''))

const badNames = (names: Iterable<string>): string[] =>
  [...new Set(names)].filter((name) => !allowedNames.has(name) && wordsOf(name).some(isBannedName))

const files = filesUnder(codeFolders, /\.tsx?$/)

/** Parsing takes long: only files that have such a word at all are parsed. */
const longWords = [...banned.keys(), ...bannedInNames.keys()].filter((word) => word !== 'act')

/** Most files have `act` inside of other words. */
const mayContain = (text: string): boolean =>
  new RegExp(longWords.join('|'), 'i').test(text) || /(?<![A-Za-z])acts?(?![a-z])|Acts?(?![a-z])/.test(text)

interface File {
  readonly path: string
  readonly text: string
}

/** What `read` finds in the nodes of a file, which is parsed for it. */
const readNodes = ({ path, text }: File, read: (node: ts.Node) => string | null): string[] => {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const text = read(node)
    if (text !== null) found.push(text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind))
  return found
}

const identifiersIn = (file: File): string[] =>
  readNodes(file, (node) => (ts.isIdentifier(node) ? node.text : null))

/** `test` of `test('…')`, `test.for([…])('…')` and `test.describe('…')`. */
const rootName = (callee: ts.Expression): string => {
  if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) return rootName(callee.expression)
  return ts.isIdentifier(callee) ? callee.text : ''
}

const titlesIn = (file: File): string[] =>
  readNodes(file, (node) => {
    if (!ts.isCallExpression(node) || !['test', 'describe'].includes(rootName(node.expression))) return null
    const [title] = node.arguments
    if (title === undefined) return null
    if (ts.isTemplateExpression(title))
      return [title.head, ...title.templateSpans.map(({ literal }) => literal)]
        .map(({ text }) => text)
        .join('…')
    return ts.isStringLiteralLike(title) ? title.text : null
  })

const isBadSentence = (sentence: string): boolean =>
  bannedPhrases.test(sentence) ||
  oddPhrases.test(sentence) ||
  wordsOf(sentence.replaceAll(allowedPhrases, '')).some(isBanned)

const commentsIn = (text: string): string[] =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm)].map(([comment]) =>
    comment.replaceAll(/\s+\*?\s*/g, ' '),
  )

test('no identifier, table or column has a name from the list of odd words', () => {
  const found = files
    .filter(({ text }) => mayContain(text))
    .flatMap((file) =>
      badNames(identifiersIn(file))
        .filter((name) => name !== 'act' || !filesWithTheColumn.has(file.path))
        .map((name) => `${file.path}: ${name}`),
    )
  expect(found).toEqual([])
})

test('no file, command or script has a name from the list of odd words', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(rootFile('package.json')))
  const commands = files
    .filter(({ path }) => /^src\/.*-commands?\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/^ {2}name: '([a-z-]+)',$/gm)].map(([, name = '']) => name))
  expect(commands).toContain('stock')
  const paths = filesUnder([...codeFolders, 'content', 'docs'], /./).map(({ path }) => path)
  const present = paths.filter((path) => !/^db\/migrations\/|^docs\/decisions\//.test(path))
  expect(badNames([...present, ...commands, ...Object.keys(scripts)])).toEqual([])
})

test('no comment has a word or phrase from the lists', () => {
  const found = files
    .filter(({ path }) => path !== 'test/repo/words.test.ts')
    .flatMap(({ path, text }) =>
      commentsIn(text)
        .filter(isBadSentence)
        .map((comment) => `${path}: ${comment.trim()}`),
    )
  expect(found).toEqual([])
})

/** Decisions and figures are dated and keep the words of their day; a figure is compared to a floor. */
const documents = [
  ...filesUnder(['src', 'docs', 'sandbox-carrier', 'sandbox-processor', 'clients', 'examples'], /\.md$/),
  ...['README.md', 'STYLE.md', 'CONTRIBUTING.md', 'SECURITY.md'].map((path) => ({
    path,
    text: rootFile(path),
  })),
].filter(({ path }) => !/^docs\/(?:decisions\/|figures\.md)/.test(path))

test('no document has a word or phrase from the lists', () => {
  expect(documents.length).toBeGreaterThan(40)
  const found = documents.flatMap(({ path, text }) =>
    text
      .replaceAll(/`[^`\n]*`|\*[^*\n]+\*/g, '')
      .split('\n')
      .filter(isBadSentence)
      .map((line) => `${path}: ${line}`),
  )
  expect(found).toEqual([])
})

const decisions = filesUnder(['docs'], /decisions\/[^/]+\.md$/)

test('a decision has its number, title, date and four parts, and no listed phrase', () => {
  const form =
    /^# \d{3} \S.*\n\n20\d\d-\d\d-\d\d\b[^]*\n## Context\n[^]*\n## Decision\n[^]*\n## Alternatives\b[^]*\n## Consequences\n/
  expect(decisions.length).toBeGreaterThan(190)
  expect(decisions.filter(({ text }) => !form.test(text)).map(({ path }) => path)).toEqual([])
  expect(decisions.filter(({ text }) => bannedPhrases.test(text)).map(({ path }) => path)).toEqual([])
})

test('no test title has a word or phrase from the lists', () => {
  const found = files
    .filter(({ path, text }) => /\.(?:test|spec)\.tsx?$/.test(path) && isBadSentence(text))
    .flatMap((file) =>
      titlesIn(file)
        .filter(isBadSentence)
        .map((title) => `${file.path}: ${title}`),
    )
  expect(found).toEqual([])
})

test('the word pause is used for subscriptions only, and waiting code calls it sleep', () => {
  const waits = /setTimeout as pause|\bpause = \([^)]*\bms\b/
  const found = files.filter(({ path, text }) => !path.startsWith('test/repo/') && waits.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})

test('the shop’s texts use American spelling', () => {
  const british =
    /\b(?:(?:col|fav|flav|neighb|behavi|hon|lab|od)our\w*|travell\w+|cancell(?:ed|ing)|labell(?:ed|ing)\b|modell\w+|recognis\w+|organis(?:e|ed|ing)|authoris\w+|fib(?:re)s?|(?:centi|milli|kilo)?metres?|(?:milli)?litres?|centres?|programmes?|grey|paediatric\w*)\b/gi
  const found = [...files, ...filesUnder(['content'], /\.(?:json|md)$/)]
    .filter(({ path }) => /^(?:src|content)\//.test(path) && !path.endsWith('common-passwords.json'))
    .filter(({ path }) => !/\.test\.tsx?$/.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(british)].map(([word]) => `${path}: ${word}`))
  expect(found).toEqual([])
})
