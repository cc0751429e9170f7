import { afterAll, beforeAll, expect, test } from 'vitest'
import { rootFile } from './source-files.ts'
import { temporaryTree } from './temporary-tree.ts'

const tree = temporaryTree(['tsconfig.json', 'tsconfig.rules.json', 'package.json'])
let output = ''

const row = (name: string, limit: string, agent = "agent: 'as-visitor',"): string => `import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

export const ${name} = defineEndpoint({
  name: '${name}',
  method: 'GET',
  path: '/api/${name}',
  spec: 'shop',
  access: 'anyone',
  ${agent}
  ${limit}
  payload: z.object({}),
  reply: z.object({}),
  errors: [],
})
`

beforeAll(() => {
  for (const name of ['brand', 'endpoint', 'endpoint-limit', 'errors', 'partner-scope', 'staff'])
    tree.write(`src/shared/${name}.ts`, rootFile(`src/shared/${name}.ts`))
  tree.write('src/shared/bare.ts', row('bare', ''))
  tree.write('src/shared/misspelled.ts', row('misspelled', "limit: ['gues'],"))
  tree.write('src/shared/silent.ts', row('silent', 'limit: {},'))
  tree.write('src/shared/unassigned.ts', row('unassigned', "limit: ['guess'],", ''))
  tree.write(
    'src/shared/permissionless.ts',
    row('permissionless', "limit: ['guess'],").replace("'anyone'", "'staff'"),
  )
  tree.write(
    'src/shared/permitted.ts',
    row('permitted', "limit: ['guess'],\n  permission: 'team',").replace("'anyone'", "'staff'"),
  )
  tree.write(
    'src/shared/scopeless.ts',
    row('scopeless', "limit: ['partner'],").replace("'anyone'", "'partner'"),
  )
  tree.write(
    'src/shared/scoped.ts',
    row('scoped', "limit: ['partner'],\n  scope: 'orders:read',").replace("'anyone'", "'partner'"),
  )
  tree.write('src/shared/limited.ts', row('limited', "limit: ['guess'],"))
  tree.write('src/shared/free.ts', row('free', "limit: { none: 'says the same to everybody' },"))
  output = tree.run('typescript-7/bin/tsc', '-p', 'tsconfig.rules.json')
})

afterAll(() => tree.remove())

test.each(['bare', 'misspelled', 'silent', 'unassigned', 'permissionless', 'scopeless'])(
  'a %s endpoint does not compile',
  (name) => {
    expect(output).toContain(`src/shared/${name}.ts`)
  },
)

test('an endpoint with a right for agents, and with a budget or a reason for none, compiles', () => {
  expect(output).not.toMatch(/limited\.ts|permitted\.ts|scoped\.ts|free\.ts|call-limit\.ts/)
})
