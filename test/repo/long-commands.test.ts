import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import config from '../../vitest.config.ts'

const folder = join(import.meta.dirname, '../long')

const names = (config.test?.projects ?? []).map((project): unknown =>
  typeof project === 'object' && 'test' in project ? project.test?.name : undefined,
)

/** The projects of vitest that a long command names, with its file. */
const named = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/project: \['([^']+)'(?:, '([^']+)')?\]/g)].flatMap(
      ([, ...projects]) => projects.filter((name) => name !== undefined).map((name) => [file, name] as const),
    ),
  )

test('long commands use projects that exist, because Vitest runs no test for an unknown project', () => {
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(([, name]) => !names.includes(name))).toEqual([])
})
