import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildShop, configurations } from '../../src/app/starting/fresh-build.ts'

/** A checkout with one source, and a builder that writes which source it has built. */
const checkout = async (): Promise<string> => {
  const root = await mkdtemp(join(tmpdir(), 'loam-build-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const folder of ['src', 'db', 'public', 'node_modules/.bin'])
    await mkdir(join(root, folder), { recursive: true })
  for (const name of configurations) await writeFile(join(root, name), '')
  await writeFile(join(root, 'src/page.ts'), 'first')
  const builder = `const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
    mkdirSync('build', { recursive: true })
    writeFileSync('build/page', readFileSync('src/page.ts'))`
  await writeFile(join(root, 'node_modules/.bin/react-router'), builder)
  await writeFile(join(root, 'node_modules/.bin/vite'), '')
  return root
}

const build = (root: string): Promise<void> => buildShop(root, () => undefined)

test('an installation without development tools starts with what was built earlier, and refuses outdated ones with a sentence', async () => {
  const root = await checkout()
  await build(root)
  expect(await readFile(join(root, 'build/page'), 'utf8')).toBe('first')
  const production = `${root}/production`
  for (const name of ['src', 'db', 'public', 'build', ...configurations])
    await cp(join(root, name), join(production, name), { recursive: true })
  await build(production)
  await writeFile(join(production, 'src/page.ts'), 'second')
  await expect(build(production)).rejects.toThrow(/cannot build it.+`npm run build`/)
  expect(await readFile(join(production, 'build/page'), 'utf8')).toBe('first')
})

test.each(['src/page.ts', 'db/seed.ts', 'package.json', 'vite.program.config.ts'])(
  'a change of %s makes the next start build again',
  async (path) => {
    const root = await checkout()
    let builds = 0
    const start = (): Promise<void> => buildShop(root, () => void (builds += 1))
    await start()
    await start()
    expect(builds).toBe(1)
    await writeFile(join(root, path), 'another')
    await start()
    expect(builds).toBe(2)
  },
)
