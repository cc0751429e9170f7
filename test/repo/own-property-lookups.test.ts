import { join, relative } from 'node:path'
import ts from 'typescript'
import { beforeAll, expect, test } from 'vitest'
import { root, shopSource } from './source-files.ts'

/** The one place that may look up a text in a plain object. */
const allowed = 'src/shared/own-value.ts'

const bad = [
  'declare const table: Readonly<Record<string, number>>',
  'declare const name: string',
  'export const read = table[name]',
  'export const made = table[`${name}-x`]',
  'export const has = name in table',
  'export const { [name]: taken } = table',
  'export const write = (): void => { ({ ...table } as Record<string, number>)[name] = 1 }',
]
const good = [
  "declare const table: Readonly<Record<'a' | 'b', number>>",
  "declare const name: 'a' | 'b'",
  'declare const list: readonly number[]',
  'declare const at: number',
  'export const read = table[name] + (list[at] ?? 0) + table["a"]',
  "export const has = 'a' in table",
]

const cases = new Map([
  [join(root, 'src/shared/bad-look-ups.ts'), bad.join('\n')],
  [join(root, 'src/shared/good-look-ups.ts'), good.join('\n')],
])

const program = (): ts.Program => {
  const settings = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent(settings.config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  host.readFile = (path) => cases.get(path) ?? ts.sys.readFile(path)
  host.fileExists = (path) => cases.has(path) || ts.sys.fileExists(path)
  host.getSourceFile = (path, target) => {
    const text = host.readFile(path)
    return text === undefined ? undefined : ts.createSourceFile(path, text, target)
  }
  const files = shopSource().map(({ path }) => join(root, path))
  return ts.createProgram([...files, ...cases.keys()], { ...options, noEmit: true }, host)
}

const textual =
  ts.TypeFlags.String |
  ts.TypeFlags.TemplateLiteral |
  ts.TypeFlags.StringMapping |
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown

/** Whether a key may be any text, and not one of names that are written down. */
const isAnyText = (checker: ts.TypeChecker, key: ts.Node): boolean => {
  const type = checker.getTypeAtLocation(key)
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & textual) !== 0)
}

const keyOf = (node: ts.Node): ts.Node | null => {
  if (ts.isElementAccessExpression(node)) return node.argumentExpression
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword) return node.left
  if (ts.isBindingElement(node) && node.propertyName && ts.isComputedPropertyName(node.propertyName))
    return node.propertyName.expression
  return null
}

const found: string[] = []

const look = (checker: ts.TypeChecker, file: ts.SourceFile): void => {
  const path = relative(root, file.fileName)
  const visit = (node: ts.Node): void => {
    const key = keyOf(node)
    // Most keys are written down: those need no types.
    if (key && !ts.isNumericLiteral(key) && !ts.isStringLiteral(key) && isAnyText(checker, key))
      found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
}

beforeAll(() => {
  const made = program()
  const checker = made.getTypeChecker()
  for (const file of made.getSourceFiles())
    if (file.fileName.startsWith(join(root, 'src/'))) look(checker, file)
})

const isCase = (place: string): boolean => /-look-ups\.ts:/.test(place)

test('no text from outside is looked up in a plain object, which also has a value for toString', () => {
  expect(found.filter((place) => !isCase(place) && !place.startsWith(`${allowed}:`))).toEqual([])
})

test('the check finds each way of such a lookup, and nothing else', () => {
  expect(found.filter(isCase)).toEqual([3, 4, 5, 6, 7].map((line) => `src/shared/bad-look-ups.ts:${line}`))
})

test('one place is exempt', () => {
  expect(found.filter((place) => place.startsWith(allowed))).toHaveLength(1)
})
