import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buyerPages, deskPages, mailPages, memberPages } from '../../api/pages-of-people.ts'
import { openTestApi } from '../../api/test-api.ts'
import type { WalkedPage } from '../../support/page-walk.ts'

const api = await openTestApi()
afterAll(() => api.close())

const checker = join(import.meta.dirname, '../../../ops/nu/node_modules/vnu-jar/build/dist/vnu.jar')

const Report = z.object({
  messages: z.array(
    z.object({
      type: z.string(),
      url: z.string(),
      message: z.string(),
      extract: z.string().default(''),
    }),
  ),
})

/** What stays as it is, and why. */
const acceptedOnPages = [
  // In HTML's standard since 2024 (`rel=expect`), and not yet in the checker.
  /“link” element with a “blocking” attribute/,
  // Tables that a style sheet lays out as cards say that they are tables: some browsers forget it otherwise.
  /“role” attribute must not be used on a “(tr|th|td)” element/,
]

/** What old mail programs need. */
const acceptedInMails = [
  /Almost standards mode doctype/,
  /Element “meta” is missing one or more of the following attributes/,
  /CSS: “mso-[a-z-]+”: Property/,
]

/** What the checker says of pages, each finding once with the first page that has it. */
const findings = async (
  pages: readonly WalkedPage[],
  accepted: readonly RegExp[] = [],
): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-nu-'))
  const files = await Promise.all(
    pages.map(async ({ text }, n) => {
      const file = join(folder, `${n}.html`)
      await writeFile(file, text)
      return file
    }),
  )
  const words = ['-jar', checker, '--format', 'json', '--stdout', '--errors-only', '--exit-zero-always']
  const { stdout } = await promisify(execFile)('java', [...words, ...files], { maxBuffer: 1 << 28 })
  const found = new Map<string, string>()
  for (const { url, message, extract } of Report.parse(JSON.parse(stdout)).messages) {
    const page = pages[Number.parseInt(basename(url), 10)]
    if (!accepted.some((known) => known.test(message)) && !found.has(message))
      found.set(message, `${page?.path ?? url}: ${message} ${extract}`)
  }
  return [...found.values()]
}

test('the Nu checker reports no error on any page of a buyer, a member or the desk', async () => {
  const pages = [...(await buyerPages(api.shop)), ...(await memberPages(api.shop)), ...(await deskPages(api))]
  expect(pages.length).toBeGreaterThan(100)
  expect(await findings(pages, acceptedOnPages)).toEqual([])
})

test('the Nu checker reports a real error', async () => {
  const text = '<!DOCTYPE html><html lang="en"><title>A page</title><p><span><h2>No</h2></span></p></html>'
  expect(await findings([{ path: '/', text }])).not.toEqual([])
})

test('the Nu checker reports in mails only what old mail programs need', async () => {
  const mails = await mailPages(api.shop)
  expect(mails.length).toBeGreaterThan(2)
  expect(await findings(mails, acceptedInMails)).toEqual([])
})
