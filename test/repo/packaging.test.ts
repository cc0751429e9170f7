import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { configurations } from '#app/starting/fresh-build.ts'
import { filesUnder, root, rootFile } from './source-files.ts'

const dockerfile = rootFile('Dockerfile')
const compose: unknown = parse(rootFile('compose.yaml'), { merge: true })
const nodeVersion = z
  .object({ dependencies: z.object({ node: z.string() }) })
  .parse(JSON.parse(rootFile('package.json'))).dependencies.node

test('image and workflow use the Node.js version that the shop is tested with', () => {
  expect(/^ARG NODE=(.+)$/m.exec(dockerfile)?.[1]).toBe(nodeVersion)
  expect(rootFile('.github/workflows/checks.yaml')).toContain(`node:${nodeVersion}-trixie`)
})

/** Folders and files beside `src` that the running shop imports or reads. */
const neededBesideSource = (): string[] => {
  const folders = filesUnder(['src', 'db'], /\.tsx?$/)
    .filter(({ path }) => !/\.test\.tsx?$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/from '(?:\.\.\/)+([\w-]+)\//g)].map((match) => match[1] ?? ''))
    .filter((name) => existsSync(join(root, name)))
  return [...new Set([...folders, ...configurations])]
}

test('the image contains everything that the shop imports and that its build is compared with', () => {
  const [, final = ''] = dockerfile.split(/^FROM scratch$/m)
  const copied = [...final.matchAll(/^COPY --from=pages (.+)$/gm)].flatMap(([, list = '']) =>
    list.split(' ').map((path) => path.replace('/shop/', '')),
  )
  const needed = neededBesideSource()
  expect(needed).toContain('db')
  expect(needed).toContain('package-lock.json')
  expect(needed.filter((name) => !copied.includes(name))).toEqual([])
  const context = rootFile('.dockerignore')
  expect(needed.filter((name) => !context.includes(`!${name}\n`))).toEqual([])
})

test('the image runs as an unprivileged user, and its stop signal drains the shop', () => {
  expect(dockerfile).toMatch(/^USER 1000:1000$/m)
  expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
})

const Environment = z.record(z.string(), z.string())
const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      read_only: z.boolean().optional(),
      environment: Environment.optional(),
    }),
  ),
})

const known = new Set([
  ...[...rootFile('docs/operations.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1] ?? ''),
  'NODE_ENV',
])

const unknownIn = (names: readonly string[]): string[] => names.filter((name) => !known.has(name))

test('compose starts web, worker and migrations separately, read-only, with existing settings', () => {
  const { services } = Compose.parse(compose)
  const ours = Object.values(services).filter(({ image }) => image === 'loam')
  expect(ours.map(({ environment }) => environment?.['ROLE']).toSorted()).toEqual([
    'migrate',
    'web',
    'worker',
  ])
  for (const { environment = {}, read_only: isReadOnly } of ours) {
    expect(isReadOnly).toBe(true)
    expect(unknownIn(Object.keys(environment))).toEqual([])
  }
})

const units = readdirSync(join(root, 'ops/systemd')).map((name) => `ops/systemd/${name}`)

test('the systemd units set existing settings, and leave time to drain', () => {
  expect(units).toHaveLength(3)
  for (const unit of units) {
    const text = rootFile(unit)
    const pairs = /^Environment=(.+)$/m.exec(text)?.[1] ?? ''
    expect(unknownIn(pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''))).toEqual([])
    expect(text).toMatch(/^DynamicUser=yes$/m)
    expect(text.includes('Restart=always')).toBe(/^TimeoutStopSec=40$/m.test(text))
  }
})

const systemd = spawnSync('systemd-analyze', ['--version'])

test.skipIf(systemd.error !== undefined)('systemd finds no error in the units', () => {
  const { status, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', ...units.map((unit) => join(root, unit))],
    {
      encoding: 'utf8',
    },
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

const Values = z.record(z.string(), z.unknown())

const valueAt = (values: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => Values.safeParse(value).data?.[name], values)

test('the chart uses values that it declares, and sets existing settings', () => {
  const values: unknown = parse(rootFile('ops/helm/loam/values.yaml'))
  const templates = readdirSync(join(root, 'ops/helm/loam/templates'))
  const requested = templates.flatMap((name) =>
    [...rootFile(`ops/helm/loam/templates/${name}`).matchAll(/\.Values\.([\w.]+)/g)].map(
      (match) => match[1] ?? '',
    ),
  )
  expect(requested.length).toBeGreaterThan(8)
  expect(requested.filter((path) => valueAt(values, path.split('.')) === undefined)).toEqual([])
  expect(unknownIn(Object.keys(Environment.parse(valueAt(values, ['settings']))))).toEqual([])
})

test('the workflow runs the same commands as developers', () => {
  const [workflow] = parseAllDocuments(rootFile('.github/workflows/checks.yaml'))
  expect(JSON.stringify(workflow)).toContain('.ci/run')
  expect(existsSync(join(root, '.ci/run'))).toBe(true)
})

test('a release has its version, changelog, components and tag', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loam-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const run = (program: string, ...args: string[]) => {
    const identity = { GIT_AUTHOR_NAME: 'r', GIT_AUTHOR_EMAIL: 'r@x.example', GIT_COMMITTER_NAME: 'r', GIT_COMMITTER_EMAIL: 'r@x.example' } // prettier-ignore
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...identity },
    })
    return { status, output: `${stdout}${stderr}` }
  }
  run(
    'cp',
    '-r',
    ...['package.json', 'package-lock.json', '.npmrc', 'CHANGELOG.md', 'ops'].map((name) => join(root, name)),
    '.',
  )
  run('git', 'init', '--quiet')
  run('git', 'add', '.')
  run('git', 'commit', '--quiet', '--message', 'before')
  expect(run('ops/release', 'next').status).toBe(2)
  expect(run('ops/release', '9.8.7')).toMatchObject({ status: 0 })
  expect(run('git', 'tag').output).toBe('v9.8.7\n')
  expect(run('git', 'show', 'HEAD:CHANGELOG.md').output).toMatch(/^## 9\.8\.7, \d{4}-\d\d-\d\d$/m)
  expect(run('git', 'show', 'HEAD:ops/helm/loam/Chart.yaml').output).toContain('appVersion: 9.8.7')
  const bill: unknown = JSON.parse(run('git', 'show', 'HEAD:sbom.cdx.json').output)
  const { bomFormat, components } = z
    .object({ bomFormat: z.string(), components: z.array(z.object({ name: z.string() })) })
    .parse(bill)
  expect(bomFormat).toBe('CycloneDX')
  expect(components.map(({ name }) => name)).toContain('fastify')
  expect(components.map(({ name }) => name)).not.toContain('vitest')
  expect(run('ops/release', '9.8.7').output).toContain('v9.8.7 is there already')
})

/** What an installation keeps of a package, with and without the development tools. */
const keptOf = (tools: readonly string[]): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'loam-trim-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const put = (path: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
  const files = ['index.js', 'index.js.map', 'index.d.ts', 'index.ts', 'README.md', 'LICENSE.md']
  for (const file of files) put(`node_modules/one/${file}`)
  for (const tool of tools) put(`node_modules/${tool}/package.json`)
  put('node_modules/.bin/node')
  cpSync(join(root, 'ops/install/trim.ts'), join(folder, 'ops/install/trim.ts'))
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'ops/install/trim.ts')], {
    env: { npm_node_execpath: process.execPath },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return readdirSync(join(folder, 'node_modules/one')).toSorted()
}

test('an installation keeps no source maps and manuals of packages, and in production no types', () => {
  expect(keptOf(['vitest'])).toEqual(['LICENSE.md', 'index.d.ts', 'index.js', 'index.ts'])
  expect(keptOf([])).toEqual(['LICENSE.md', 'index.js'])
})
