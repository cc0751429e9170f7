import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryTree } from './temporary-tree.ts'

/** Globals that a rule cannot use: it is compiled without the browser and without Node. */
const impureLines = [
  'fetch',
  'process',
  'document',
  'window',
  'localStorage',
  'setTimeout',
  'console',
] as const

const tree = temporaryTree(['tsconfig.json', 'tsconfig.rules.json'])
let output = ''

beforeAll(() => {
  impureLines.forEach((line) => tree.write(`src/cart/rules/${line}.ts`, `export const reach = ${line}\n`))
  tree.write('src/cart/rules/honest.ts', 'export const double = (n: number): number => n * 2\n')
  output = tree.run('typescript-7/bin/tsc', '-p', 'tsconfig.rules.json')
})

afterAll(() => tree.remove())

test.each(impureLines)('a rule that uses %s does not compile', (line) => {
  expect(output).toContain(`src/cart/rules/${line}.ts`)
})

test('a rule without side effects compiles', () => {
  expect(output).not.toContain('honest.ts')
})
