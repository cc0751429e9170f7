import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The status and the text of `npm run contract`. */
const contract = (...args: readonly string[]) =>
  new Promise<{ readonly status: unknown; readonly text: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'test/contracts/run.ts'), ...args],
      { cwd: root, env: { ...process.env, NO_COLOR: '1' } },
      (error, stdout, stderr) => resolve({ status: error?.code ?? 0, text: `${stdout}${stderr}` }),
    )
  })

test('the contract tests of an adapter that loses mails fail and name each broken part', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-adapter-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'forgetful-mailer.ts')
  await writeFile(
    file,
    `import { openOutbox } from ${JSON.stringify(join(root, 'test/contracts/mail-transports.ts'))}
export const open = async () => {
  const real = await openOutbox()
  return { ...real, mailer: { ...real.mailer, send: () => Promise.resolve() } }
}
`,
  )
  const { status, text } = await contract('mail', file)
  expect(status).toBe(1)
  expect(text).toContain('a mail arrives whole')
  expect(text).toContain('what every mail transport keeps to: forgetful-mailer.ts')
  expect(text).not.toContain('what every mail transport keeps to: SMTP')
})

test('an unknown contract is refused with the list of known contracts', async () => {
  const { status, text } = await contract('toString', 'a.ts')
  expect(status).toBe(2)
  expect(text).toContain('processor | carrier | tax | address-completion | flags | destination | mail')
})
