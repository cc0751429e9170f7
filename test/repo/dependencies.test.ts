import { expect, test } from 'vitest'
import { z } from 'zod'
import { root, rootFile } from './source-files.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const names = z.record(z.string(), z.string())

const { dependencies, devDependencies, optionalDependencies, scripts } = z
  .object({ dependencies: names, devDependencies: names, optionalDependencies: names, scripts: names })
  .parse(JSON.parse(rootFile('package.json')))

test('docs/dependencies.md lists what the running shop depends on, at most 40', () => {
  const listed = [...rootFile('docs/dependencies.md').matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1])
  expect(listed.toSorted()).toEqual(
    [...Object.keys(dependencies), ...Object.keys(optionalDependencies)].toSorted(),
  )
  expect(listed.length).toBeLessThanOrEqual(40)
})

test('every version is exact', () => {
  const all = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies })
  expect(all.filter(([, version]) => !/^(npm:[@\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('every command that the README names exists', () => {
  const texts = [rootFile('README.md'), rootFile('STYLE.md')].join('\n')
  const named = [...texts.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)].map((match) => match[1] ?? '')
  const npmOwn = ['ci', 'install', 'run']
  expect(named).toContain('start')
  expect(named).toContain('test')
  expect([...new Set(named)].filter((name) => !npmOwn.includes(name) && scripts[name] === undefined)).toEqual(
    [],
  )
})

test('every script starts a file that exists', () => {
  const files = Object.values(scripts).flatMap((line) =>
    [...line.matchAll(/(?:^|&& )node (?:--[\w=-]+ )*([\w./-]+)/g)].map((match) => match[1] ?? ''),
  )
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
