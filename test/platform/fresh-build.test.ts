import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildPages } from '../../src/app/starting/fresh-build.ts'

const configurations = ['package-lock.json', 'react-router.config.ts', 'vite.config.ts', 'tsconfig.json']

/** A checkout with one source, and a builder that writes which source it has built. */
const checkout = async (): Promise<string> => {
  const root = await mkdtemp(join(tmpdir(), 'loam-build-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const folder of ['src', 'public', 'node_modules/.bin'])
    await mkdir(join(root, folder), { recursive: true })
  for (const name of configurations) await writeFile(join(root, name), '')
  await writeFile(join(root, 'src/page.ts'), 'first')
  const builder = `const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
    mkdirSync('build', { recursive: true })
    writeFileSync('build/page', readFileSync('src/page.ts'))`
  await writeFile(join(root, 'node_modules/.bin/react-router'), builder)
  return root
}

const build = (root: string): Promise<void> => buildPages(root, () => undefined)

test('an installation without development tools starts with pages built earlier, and refuses outdated ones with a sentence', async () => {
  const root = await checkout()
  await build(root)
  expect(await readFile(join(root, 'build/page'), 'utf8')).toBe('first')
  const production = `${root}/production`
  for (const name of ['src', 'public', 'build', ...configurations])
    await cp(join(root, name), join(production, name), { recursive: true })
  await build(production)
  await writeFile(join(production, 'src/page.ts'), 'second')
  await expect(build(production)).rejects.toThrow(/cannot build them.+`npm run build`/)
  expect(await readFile(join(production, 'build/page'), 'utf8')).toBe('first')
})
