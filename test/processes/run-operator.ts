import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const root = join(import.meta.dirname, '../..')

/** Runs a command of the operator in a process of its own: what it said, and the code that it left with. */
export const runOperator = async (
  environment: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<{ readonly code: number | null; readonly said: string }> => {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(process.execPath, ['src/app/entry/operator.ts', ...words], {
    cwd: root,
    env: { ...rest, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  return { code: child.exitCode, said: `${output}${errors}` }
}
