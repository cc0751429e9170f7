import { expect, test } from 'vitest'
import { z } from 'zod'
import { rootFile } from './source-files.ts'

const Names = z.record(z.string(), z.string()).default({})
const Lock = z.object({ packages: z.record(z.string(), z.object({ optionalDependencies: Names })) })

const { packages } = Lock.parse(JSON.parse(rootFile('package-lock.json')))

// A platform package that a registry did not have when the lock was written is left out of it silently, and `npm ci`
// then refuses the whole lock.
test('every optional dependency of every locked package is in the lock file', () => {
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !(`${place}/node_modules/${name}` in packages || `node_modules/${name}` in packages))
      .map((name) => `${place} wants ${name}`),
  )
  expect(missing).toEqual([])
})

test('the lock file names no registry addresses', () => {
  expect(rootFile('package-lock.json')).not.toMatch(/"resolved"/)
})
