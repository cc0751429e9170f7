import { existsSync, globSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { filesUnder, root, rootFile, shopSource } from './source-files.ts'

/** What people read first; decisions are dated and keep the names of their time. */
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

const quoted = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, tokens = '']) => tokens)

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(rootFile('package.json')))

const commands = filesUnder(['src'], /-commands?\.ts$/).flatMap(({ text }) =>
  [...text.matchAll(/^ {2}name: '([a-z-]+)',$/gm)].map(([, name = '']) => name),
)

const folders =
  /^(src|test|docs|content|db|bench|public|art|clients|examples|sandbox-base|sandbox-carrier|sandbox-processor|\.vscode)\/[\w./{},*@-]*$/

/** What commands make and git ignores. */
const made = ['bench/results/']

const isMissing = (path: string): boolean =>
  !made.includes(path) &&
  (/[*{]/.test(path) ? globSync(path, { cwd: root }).length === 0 : !existsSync(join(root, path)))

test.each(pages)('the files that %s names exist', (page) => {
  expect(quoted(rootFile(page)).filter((tokens) => folders.test(tokens) && isMissing(tokens))).toEqual([])
})

test('the READMEs of modules name only files that exist', () => {
  const readmes = filesUnder(['src'], /README\.md$/)
  expect(readmes.length).toBeGreaterThan(20)
  const missing = readmes.flatMap(({ path, text }) => {
    const bases = [dirname(path), 'src', '.']
    const named = quoted(text).filter((tokens) => /^[\w./*-]+\/[\w./*-]+\.(?:tsx?|json|md)$/.test(tokens))
    return named
      .filter((tokens) => bases.every((base) => globSync(join(base, tokens), { cwd: root }).length === 0))
      .map((tokens) => `${path}: ${tokens}`)
  })
  expect(missing).toEqual([])
})

test('every module’s README says what the module is and what others may import', () => {
  const layers = new Set(['app', 'platform', 'shared', 'ui', 'web'])
  const modules = readdirSync(join(root, 'src')).filter((folder) => !layers.has(folder))
  const silent = modules.filter((folder) => {
    const path = `src/${folder}/README.md`
    return !existsSync(join(root, path)) || !/^Public API: |^Depends on: /m.test(rootFile(path))
  })
  expect(silent).toEqual([])
})

test('the architecture names each rule as its file does', () => {
  const found = [...rootFile('docs/architecture.md').matchAll(/`(src\/[\w/.-]+)` \((`\w+`(?:, `\w+`)*)\)/g)]
  expect(found.length).toBeGreaterThan(14)
  const stale = found.flatMap(([, path = '', names = '']) =>
    quoted(names).filter((name) => !new RegExp(`\\b${name}\\b`).test(rootFile(path))),
  )
  expect(stale).toEqual([])
})

test('code quoted in CONTRIBUTING.md is in the code', () => {
  const names = quoted(rootFile('CONTRIBUTING.md')).filter((tokens) =>
    /^[a-z]+[A-Z]\w+$|^[A-Z][a-z]\w+$/.test(tokens),
  )
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(source))).toEqual([])
})

test.each(pages)('the pages and pictures that %s links to exist', (page) => {
  const links = [...rootFile(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, to = '']) => to)
  expect(links.filter((to) => !existsSync(join(root, page, '..', to)))).toEqual([])
})

test.each(pages)('the scripts that %s names exist', (page) => {
  const named = [...rootFile(page).matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
})

test.each(pages)('the operator commands that %s names exist', (page) => {
  const named = [...rootFile(page).matchAll(/npm run shop -- ([a-z-]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => name !== 'help' && !commands.includes(name))).toEqual([])
})

test('the architecture names every module, and its picture only files that exist', () => {
  const picture = rootFile('docs/pictures/architecture.svg')
  const table = rootFile('docs/architecture.md')
  const others = ['app', 'web', 'ui', 'shared', 'platform']
  const modules = readdirSync(join(root, 'src')).filter((name) => !others.includes(name))
  expect(modules.length).toBeGreaterThan(20)
  const isNamed = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text)
  expect(modules.filter((name) => !isNamed(picture, name) || !isNamed(table, name))).toEqual([])
  const files = [...picture.matchAll(/[\w-]+(?:\/[\w-]+)+\.ts/g)].map(([path]) => `src/${path}`)
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter(isMissing)).toEqual([])
})

const Task = z.object({ type: z.string(), script: z.string().optional(), command: z.string().optional() })
const Launch = z.object({ runtimeExecutable: z.string().optional(), program: z.string().optional() })

const fromRoot = (path: string): string => path.replace('${workspaceFolder}/', '')

test("the editor's tasks and launch configurations start existing files", () => {
  const { tasks } = z.object({ tasks: z.array(Task) }).parse(JSON.parse(rootFile('.vscode/tasks.json')))
  const { configurations } = z
    .object({ configurations: z.array(Launch) })
    .parse(JSON.parse(rootFile('.vscode/launch.json')))
  const named = tasks.flatMap(({ script }) => script ?? [])
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  const programs = [
    ...tasks.flatMap(({ command }) => command ?? []),
    ...configurations.flatMap(({ runtimeExecutable, program }) => [runtimeExecutable, program]),
  ].flatMap((path) => (path === undefined ? [] : fromRoot(path)))
  expect(programs.length).toBeGreaterThan(3)
  expect(programs.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

const source = shopSource()
  .map(({ text }) => text)
  .join('\n')

test('the log lines that the runbooks quote are written by the shop', () => {
  const lines = quoted(rootFile('docs/runbooks.md')).filter(
    (tokens) => /^[A-Za-z]+( [a-z]+){2,}$/.test(tokens) && !tokens.startsWith('npm '),
  )
  expect(lines.length).toBeGreaterThan(4)
  expect(lines.filter((line) => !source.includes(line))).toEqual([])
})

test('the metrics that the documents name are those of the shop', () => {
  const namesIn = (text: string): string[] => [...text.matchAll(/\bloam_[a-z_]+/g)].map(([name]) => name)
  const sources = ['src/app/metrics.ts', 'src/app/service-metrics.ts'].map(rootFile).join('\n')
  const known = [...sources.matchAll(/name: '(loam_[a-z_]+)'/g)].map(([, name = '']) => name)
  expect(known.length).toBeGreaterThan(8)
  const reference = namesIn(rootFile('docs/operations.md'))
  expect(known.filter((name) => !reference.includes(name))).toEqual([])
  const named = [...reference, ...namesIn(rootFile('docs/runbooks.md'))]
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test('docs/operations.md lists every script, every operator command and every setting', () => {
  const reference = rootFile('docs/operations.md')
  expect(commands.length).toBeGreaterThan(10)
  expect(commands.filter((name) => !reference.includes(`| \`${name}`))).toEqual([])
  const declared = filesUnder(['src'], /(?:-settings|config)\.ts$/)
    .map(({ text }) => text)
    .join('\n')
  const settings = [...declared.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name)
  expect(settings.length).toBeGreaterThan(30)
  expect(settings.filter((name) => !reference.includes(`\`${name}\``))).toEqual([])
  const parts = /^check:/
  const tokens = quoted(reference).flatMap((text) => text.split(/\s+/))
  expect(Object.keys(scripts).filter((name) => !parts.test(name) && !tokens.includes(name))).toEqual([])
})
