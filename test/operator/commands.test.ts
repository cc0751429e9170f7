import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ShopError } from '#shared/errors.ts'
import { commands } from '#app/operator/commands.ts'
import { OperatorRefusal, makeOwnFolder, writeOwnFile } from '#platform/command-line/operator-command.ts'
import { runCommand, type AppCommand, type AppCommandContext } from '#app/operator/command-context.ts'
import { parseSettings } from '#app/config.ts'
import { parseArgs } from 'node:util'

const listening = () => {
  const output: string[] = []
  const app: AppCommandContext = {
    settings: parseSettings({}),
    root: '',
    print: (line) => void output.push(line),
    database: () => Promise.reject(new Error('no database was asked for')),
    unmigratedDatabase: () => Promise.reject(new Error('no database was asked for')),
    shop: () => Promise.reject(new Error('no shop was asked for')),
  }
  return { output, app }
}

const example = (run: AppCommand['run']): AppCommand => ({
  name: 'example',
  usages: [['<word>', 'does something']],
  run,
})

test('a command gets the arguments after its name', async () => {
  const { app, output } = listening()
  const command = example(async ({ print: say }, words) => say(words.join('+')))
  expect(await runCommand([command], app, ['example', 'a', '--b'])).toBe(0)
  expect(output).toEqual(['a+--b'])
})

test.each([
  ['a refusal', new OperatorRefusal('This cannot be.'), 'This cannot be.'],
  ['an error of the catalogue', new ShopError('NOT_FOUND'), 'Sorry, we could not find what you asked for.'],
])('%s prints one sentence and exits with code 1', async (_what, thrown, sentence) => {
  const { app, output } = listening()
  expect(await runCommand([example(() => Promise.reject(thrown))], app, ['example'])).toBe(1)
  expect(output).toEqual([sentence])
})

test('unknown arguments and unknown commands print the usage', async () => {
  const { app, output } = listening()
  const strict = example(async (_app, words) => void parseArgs({ args: [...words], options: {} }))
  expect(await runCommand([strict], app, ['example', '--loud'])).toBe(2)
  expect(await runCommand([strict], app, ['nothing'])).toBe(2)
  expect(await runCommand([strict], app, ['help'])).toBe(0)
  expect(output).toEqual([
    "Unknown option '--loud'",
    '  npm run shop -- example <word>',
    '      does something',
    'There is no command nothing.',
    'Commands for operators:',
    '  npm run shop -- example <word>',
    '      does something',
    'Commands for operators:',
    '  npm run shop -- example <word>',
    '      does something',
  ])
})

test.each([
  [['credit', 'mara@loam.example', ''], 'Argument 2 is empty: give it, or leave it out.'],
  [['credit', ' ', '12.50'], 'Argument 1 is empty: give it, or leave it out.'],
  [['refund', 'L123', '--goodwill='], 'The value of --goodwill is empty: give it, or leave it out.'],
  [['label', 'L123', '--format', ''], 'The value of --format is empty: give it, or leave it out.'],
])('an empty argument of %j is refused by its position', async (words, sentence) => {
  const { app, output } = listening()
  expect(await runCommand(commands, app, words)).toBe(1)
  expect(output).toEqual([sentence])
})

test('an internal error is not reported as a refusal', async () => {
  const { app } = listening()
  const broken = example(() => Promise.reject(new TypeError('broken')))
  await expect(runCommand([broken], app, ['example'])).rejects.toThrow('broken')
})

test('every command has a unique name and a usage line', () => {
  expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length)
  for (const { name, usages: forms } of commands) {
    expect(name).toMatch(/^[a-z][a-z-]*$/)
    expect(forms.length).toBeGreaterThan(0)
  }
})

test('the program lists the commands and exits with code 2 for an unknown command', async () => {
  const program = join(import.meta.dirname, '../../src/app/entry/operator.ts')
  const child = spawn(process.execPath, [program, 'nothing'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  expect(await text(child.stdout)).toMatch(/^There is no command nothing\.\nCommands for operators:\n/)
  await ended
  expect(child.exitCode).toBe(2)
})

test.each([
  ['--from', '2026-12-01', '--to', '2026-01-01'],
  ['--from', '2026-12-01', '--to', '2026-12-01'],
])('reconciling an empty period (%s %s %s %s) is refused and compares nothing', async (...period) => {
  const { app, output } = listening()
  expect(await runCommand(commands, app, ['reconcile', ...period])).toBe(1)
  expect(output).toEqual(['The period is empty: give a day for --to after the one for --from.'])
})

test('the problems command takes no arguments', async () => {
  const { app, output } = listening()
  expect(await runCommand(commands, app, ['problems', 'x'])).toBe(1)
  expect(output).toEqual(['This command takes no arguments.'])
})

test('an output file that cannot be written is refused with a sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'written-'))
  const inMissing = join(folder, 'missing', 'label.pdf')
  await expect(writeOwnFile(inMissing, 'x')).rejects.toThrow(
    new OperatorRefusal(`${inMissing} could not be written: there is no such folder.`),
  )
  await expect(writeOwnFile(folder, 'x')).rejects.toThrow(
    new OperatorRefusal(`${folder} could not be written: it is a folder.`),
  )
  await expect(writeOwnFile(join(folder, 'x'.repeat(300)), 'x')).rejects.toThrow('its name is too long.')
  expect(await readdir(folder)).toEqual([])
  const file = join(folder, 'label.pdf')
  await writeOwnFile(file, 'x')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  // One that others could read, as a shell makes them.
  await chmod(file, 0o644)
  await writeOwnFile(file, 'y')
  expect([await readFile(file, 'utf8'), (await stat(file)).mode & 0o777]).toEqual(['y', 0o600])
  await using opened = await open(file)
  await writeOwnFile(file, 'z')
  expect([await opened.readFile('utf8'), await readFile(file, 'utf8')]).toEqual(['y', 'z'])
  await expect(writeOwnFile(join(file, 'label.pdf'), 'x')).rejects.toThrow(OperatorRefusal)
  await expect(makeOwnFolder(join(file, 'photos'))).rejects.toThrow(OperatorRefusal)
  await rm(folder, { recursive: true })
})

test('an output file leaves others in its folder as they are, and is written where a link leads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'written-'))
  const file = join(folder, 'label.pdf')
  await writeFile(`${file}.part`, 'of somebody else')
  const link = join(folder, 'link.pdf')
  await symlink('label.pdf', link)
  // First there is nothing where the link leads, then a file.
  for (const content of ['x', 'y']) {
    await writeOwnFile(link, content)
    expect([await readFile(file, 'utf8'), await readlink(link)]).toEqual([content, 'label.pdf'])
  }
  await Promise.all(['a', 'b', 'c', 'd'].map((content) => writeOwnFile(file, content.repeat(100_000))))
  expect(await readFile(file, 'utf8')).toMatch(/^(a+|b+|c+|d+)$/)
  expect((await readFile(file)).length).toBe(100_000)
  expect(await readFile(`${file}.part`, 'utf8')).toBe('of somebody else')
  expect((await readdir(folder)).toSorted()).toEqual(['label.pdf', 'label.pdf.part', 'link.pdf'])
  await rm(folder, { recursive: true })
})
