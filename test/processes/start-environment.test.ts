import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startCommand } from '../../bench/start-command.ts'

const root = join(import.meta.dirname, '../..')

test('`npm start` renders mails with the production build of React', async () => {
  const { environment } = await startCommand()
  // React exports `act` from its development build only.
  const probe = "const react = await import('react'); process.stdout.write(String(typeof react.act))"
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', probe], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...environment },
    encoding: 'utf8',
  })
  expect(output).toBe('undefined')
})
