import { spawnSync } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
afterAll(() => api.close())

const folder = join(import.meta.dirname, '../../docs/operations')
const rulesText = await readFile(join(folder, 'prometheus-rules.yaml'), 'utf8')
const dashboardText = await readFile(join(folder, 'grafana-dashboard.json'), 'utf8')

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
})
const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})
const alerts = Rules.parse(parse(rulesText)).groups.flatMap(({ rules }) => rules)
const { panels } = Dashboard.parse(JSON.parse(dashboardText))

// A histogram has series only after a first request.
await api.inject({ method: 'GET', url: '/readyz' })
const shown = (await api.inject({ method: 'GET', url: '/metrics' })).body
const series = new Set(
  shown
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/[{ ]/)[0]),
)

/** Of the probe that looks at the certificate from outside. */
const foreign = ['probe_ssl_earliest_cert_expiry']

const namesIn = (expr: string): string[] => [...expr.matchAll(/\b(?:loam|probe)_\w+/g)].map(([name]) => name)

test.each([
  ...alerts.map(({ alert, expr }) => [`the alert ${alert}`, [expr]] as const),
  ...panels.map(({ title, targets }) => [`the panel ${title}`, targets.map(({ expr }) => expr)] as const),
])('%s queries only existing metrics', (_what, exprs) => {
  const names = exprs.flatMap(namesIn)
  expect(names.length).toBeGreaterThanOrEqual(exprs.length)
  expect(names.filter((name) => !series.has(name) && !foreign.includes(name))).toEqual([])
})

test.each(alerts)('the alert $alert has a runbook that names the alert', async ({ alert, annotations }) => {
  const text = await readFile(join(folder, '../..', annotations.runbook), 'utf8')
  expect(text).toContain(`\`${alert}\``)
})

test('every runbook belongs to an alert', async () => {
  const named = new Set(alerts.map(({ annotations }) => annotations.runbook.split('/').at(-1)))
  expect((await readdir(join(folder, 'runbooks'))).filter((file) => !named.has(file))).toEqual([])
})

const promtool = (args: readonly string[], input?: string) => {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  return error ? null : { status, output: `${stdout}${stderr}` }
}

// Where Prometheus is installed (Debian: `prometheus`, 96 MB); the checks above run everywhere.
test.skipIf(promtool(['--version']) === null)('promtool reports no problem', () => {
  expect(promtool(['check', 'metrics'], shown)).toEqual({ status: 0, output: '' })
  expect(promtool(['check', 'rules', join(folder, 'prometheus-rules.yaml')])?.status).toBe(0)
})
