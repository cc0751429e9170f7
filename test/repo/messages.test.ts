import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesUnder } from './source-files.ts'

const checks = new Set(['regex', 'refine', 'min', 'max', 'length', 'string', 'number', 'boolean', 'enum'])

/** The messages that the schema of a payload names: the last argument of its checks. */
const messagesOf = (path: string, source: string): string[] => {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isCheck =
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      checks.has(node.expression.name.text)
    const message = isCheck ? node.arguments.at(-1) : undefined
    if (message && (ts.isStringLiteralLike(message) || ts.isTemplateExpression(message)))
      found.push(`${path}: ${message.getText().slice(1, -1)}`)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true))
  return found
}

/** What spec §5 words itself has no full stop. */
const isSentence = (entry: string): boolean =>
  /: (?:Please (?:[^.]|\.\d)*\.|Kindly enter [\w ]*|Kindly .*[.])$/.test(entry)

test('each field message of an endpoint’s schema is a sentence that says what is expected', () => {
  const messages = filesUnder(['src'], /(?:endpoints|-schema)\.ts$/).flatMap(({ path, text }) =>
    messagesOf(path, text),
  )
  expect(messages.length).toBeGreaterThan(20)
  expect(messages.filter((entry) => !isSentence(entry))).toEqual([])
})
