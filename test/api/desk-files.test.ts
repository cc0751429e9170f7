import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'

const folder = join(inject('pagesFolder'), 'client', 'assets')
const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name))

/** Words that every page, style and script of the desk has. */
const ofDesk = /\/desk\b|data-desk|deskPasskey|--nav-layer/

test('the desk has its own style sheet and script', () => {
  expect(
    names.filter((name) => name.startsWith('desk-')).map((name) => name.replace(/-[\w-]{8}\./, '.')),
  ).toEqual(['desk-pages.css', 'desk-script.js'])
})

test('a desk page loads at most 120 kB of script', async () => {
  const scripts = names.filter((name) => name.startsWith('desk-') && name.endsWith('.js'))
  const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name))))
  // All that a page brings: its script imports nothing.
  expect(texts.filter((text) => /\bimport\s*[("'{*]/.test(text.toString('utf8')))).toEqual([])
  expect(texts.reduce((sum, text) => sum + gzipSync(text).byteLength, 0)).toBeLessThanOrEqual(120_000)
})

test('no desk code is in the shop’s scripts and styles', async () => {
  const shop = names.filter((name) => !name.startsWith('desk-'))
  expect(shop.length).toBeGreaterThan(30)
  const texts = await Promise.all(
    shop.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  )
  expect(texts.filter(([, text]) => ofDesk.test(text)).map(([name]) => name)).toEqual([])
})

test('the desk’s own scripts contain the text that the shop’s scripts must not contain', async () => {
  for (const name of names.filter((one) => one.startsWith('desk-')))
    expect(await readFile(join(folder, name), 'utf8')).toMatch(ofDesk)
})
