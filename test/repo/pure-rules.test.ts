import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryTree } from './temporary-tree.ts'

/** What a rule cannot even name: it is compiled without the browser and without Node. */
const worlds = ['fetch', 'process', 'document', 'window', 'localStorage', 'setTimeout', 'console'] as const

const tree = temporaryTree(['tsconfig.json', 'tsconfig.rules.json'])
let said = ''

beforeAll(() => {
  worlds.forEach((world) => tree.write(`src/cart/rules/${world}.ts`, `export const reach = ${world}\n`))
  tree.write('src/cart/rules/honest.ts', 'export const double = (n: number): number => n * 2\n')
  said = tree.run('typescript-7/bin/tsc', '-p', 'tsconfig.rules.json')
})

afterAll(() => tree.remove())

test.each(worlds)('a rule cannot touch %s', (world) => {
  expect(said).toContain(`src/cart/rules/${world}.ts`)
})

test('and what touches nothing is fine', () => {
  expect(said).not.toContain('honest.ts')
})
