import ts from 'typescript'
import { filesUnder } from './source-files.ts'
import { isRecord } from '#shared/is-record.ts'

interface ShopText {
  readonly path: string
  readonly text: string
}

/** Not for shoppers: messages for operators and developers, logs, schemas. */
const forOthers =
  /^src\/(?:app|platform|dev-tools|report|ledger|web\/openapi|web\/http|analytics|experiment|dispute)\/|\/commands\/|-store\.ts$|endpoints\.ts$|invariants\.ts$|\.test\.tsx?$|common-passwords/

const isSentence = (text: string): boolean => /[a-z]{2,} [a-z]/i.test(text)

const textOf = (node: ts.Node): string | null => {
  if (ts.isJsxText(node)) return node.text
  if (ts.isStringLiteralLike(node)) return ts.isImportDeclaration(node.parent) ? null : node.text
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
  return null
}

const sentencesOf = (path: string, source: string): ShopText[] => {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const found: ShopText[] = []
  const visit = (node: ts.Node): void => {
    const text = textOf(node)?.replaceAll(/\s+/g, ' ').trim() ?? ''
    if (isSentence(text)) found.push({ path, text })
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind))
  return found
}

const stringsOf = (path: string, value: unknown): ShopText[] => {
  if (typeof value === 'string') {
    const text = value.replaceAll(/\{[^}]*\}/g, '')
    return isSentence(text) ? [{ path, text }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((entry) => stringsOf(path, entry))
}

/** Texts in German: the rules of these tests are about English. */
const inGerman = /-de\.ts$|^content\/(?:pages|translations)\/de\//

const withoutTranslations = (value: unknown): unknown =>
  isRecord(value) ? { ...value, translations: null } : value

/** Every sentence that shoppers read in English: of the content files, of screens, forms and errors, of mails. */
export const shopTexts = (): readonly ShopText[] => [
  ...filesUnder(['content'], /\.json$/)
    .filter(({ path }) => !inGerman.test(path))
    .flatMap(({ path, text }) => stringsOf(path, withoutTranslations(JSON.parse(text)))),
  ...filesUnder(['src'], /\.tsx?$/)
    .filter(({ path }) => !forOthers.test(path) && !inGerman.test(path))
    .flatMap(({ path, text }) => sentencesOf(path, text)),
]
