import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { temporaryTree } from './temporary-tree.ts'

/** Code that a rule of the repository refuses, and the lint rule that says so. */
const refused: readonly (readonly [code: string, rule: string])[] = [
  ['export const late = (): number => Date.now()', 'no-restricted-properties'],
  ['export const luck = (): number => Math.random()', 'no-restricted-properties'],
  ['export const id = (): string => crypto.randomUUID()', 'no-restricted-properties'],
  ['export const today = () => Temporal.Now.plainDateISO()', 'no-restricted-properties'],
  ["import { randomBytes } from 'node:crypto'\nexport const some = randomBytes(4)", 'no-restricted-imports'],
  ["import { request } from 'node:http'\nexport const ask = request", 'no-restricted-imports'],
  ["import { setTimeout as pause } from 'node:timers/promises'\nexport const wait = pause", 'no-restricted-imports'],
  ["export const ask = () => fetch('https://shop.example')", 'no-restricted-globals'],
  ["export const port = process.env['PORT']", 'no-restricted-globals'],
  ["console.log('here')\nexport const one = 1", 'no-console'],
  ['export const take = (value: any): unknown => value', 'no-explicit-any'],
  ['export const cast = (value: unknown): string => value as string', 'consistent-type-assertions'],
  ['export const sure = (value: string | null): string => value!', 'no-non-null-assertion'],
  ["type S = 'a' | 'b'\nexport const f = (s: S): void => {\n  switch (s) {\n    case 'a':\n      throw new Error(s)\n  }\n}", 'switch-exhaustiveness-check'],
  ['const later = async (): Promise<number> => 1\nexport const f = (): void => {\n  later()\n}', 'no-floating-promises'],
  [`export const long = (n: number): number => {\n${'  n += 1\n'.repeat(41)}  return n\n}`, 'max-lines-per-function'],
  [`${Array.from({ length: 301 }, (_, n) => `export const n${n} = ${n}`).join('\n')}`, 'max-lines'],
] // prettier-ignore

const Diagnostics = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) })

const tree = temporaryTree(['.oxlintrc.json', 'tsconfig.json'])
let found: z.output<typeof Diagnostics>['diagnostics'] = []

const fileOf = (position: number): string => `src/cart/server/case-${position}.ts`

beforeAll(() => {
  refused.forEach(([code], position) => tree.write(fileOf(position), `${code}\n`))
  found = Diagnostics.parse(
    JSON.parse(tree.run('.bin/oxlint', '--type-aware', '--format', 'json', 'src')),
  ).diagnostics
})

afterAll(() => tree.remove())

test.each(refused.map(([code, rule], position) => ({ rule, position, code })))(
  '$rule refuses $code',
  ({ rule, position }) => {
    const rules = found.filter(({ filename }) => filename === fileOf(position)).map(({ code }) => code)
    expect(rules.some((code) => code.includes(`(${rule})`))).toBe(true)
  },
)
