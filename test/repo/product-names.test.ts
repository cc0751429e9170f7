import ts from 'typescript'
import { expect, test } from 'vitest'
import { productName } from '#catalogue/rules/product.ts'
import { startingPlans } from '../support/starting-plans.ts'
import { shopSource } from './source-files.ts'

/** Words of names that are ordinary English. */
const ordinary: ReadonlySet<string> = new Set(['daily'])

/** The words of the products' names, and their ids: what belongs into the catalogue. */
const names = [
  ...new Set(
    startingPlans.flatMap(({ name, productId }) => [
      productId,
      ...productName(name)
        .toLowerCase()
        .split(' ')
        .filter((word) => !ordinary.has(word)),
    ]),
  ),
]
const named = new RegExp(names.join('|'), 'i')

/** Files in which a name is left, and why. */
const left: ReadonlyMap<string, string> = new Map([
  ['src/shared/brand.ts', 'what another operator changes to rebrand the shop'],
  ['src/web/routing/paths.ts', 'the addresses of spec §2; a later product has /products/{product}'],
  ['src/coupon/rules/quiz-code.ts', 'the code of spec §4'],
  ['src/account/rules/password.ts', 'passwords that people of this shop may choose'],
  [
    'src/analytics/rules/destinations.ts',
    'pages that reveal nothing are named, so that a later one is never disclosed by itself',
  ],
  ['src/platform/schema.ts', 'a column that the release before writes'],
  ['src/cart/server/cart-record.ts', 'a column that the release before writes'],
  ['src/shared/sample-pictures-en.ts', 'the sample brand'],
  ['src/shared/sample-pictures-de.ts', 'the sample brand'],
])

/** What a file says outside of its comments. */
const saidIn = (file: string, text: string): string[] => {
  const said: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isJsxText(node)) said.push(node.text)
    if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) said.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false))
  return said
}

const filesThatName = shopSource()
  .filter(({ path, text }) => named.test(text) && saidIn(path, text).some((one) => named.test(one)))
  .map(({ path }) => path)

test('no source file names a product of the catalogue, except those with a stated reason', () => {
  expect(names).toContain('ds-01')
  expect(filesThatName.filter((file) => !left.has(file))).toEqual([])
})

test('every exempt file still names a product', () => {
  expect([...left.keys()].filter((file) => !filesThatName.includes(file))).toEqual([])
})
