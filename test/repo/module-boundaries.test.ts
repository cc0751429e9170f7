import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { temporaryTree } from './temporary-tree.ts'

/** A file, what it imports, and the rule that this breaks; null for what is allowed. */
const forbiddenImports: readonly (readonly [from: string, to: string, law: string | null])[] = [
  ['src/cart/rules/a.ts', 'src/catalogue/rules/plan.ts', null],
  ['src/cart/rules/b.ts', 'src/platform/clock.ts', 'rules-are-pure'],
  ['src/cart/rules/c.ts', 'src/cart/server/carts.ts', 'rules-are-pure'],
  ['src/subscription/renewal/rules/zb.ts', 'src/subscription/record/server/zc.ts', 'rules-are-pure'],
  [
    'src/subscription/change/screens/zd.tsx',
    'src/cart/server/carts.ts',
    'browser-code-must-not-import-server',
  ],
  ['src/checkout/server/ze.ts', 'src/subscription/record/server/zc.ts', 'only-through-public-api'],
  ['src/shared/d.ts', 'src/cart/rules/a.ts', 'base-layers-must-not-import-modules'],
  ['src/cart/screens/e.tsx', 'src/cart/server/carts.ts', 'browser-code-must-not-import-server'],
  ['src/cart/browser/f.ts', 'src/platform/clock.ts', 'browser-code-must-not-import-server'],
  ['src/ui/g.tsx', 'src/platform/clock.ts', 'browser-code-must-not-import-server'],
  ['src/ui/h.tsx', 'src/cart/rules/a.ts', 'base-layers-must-not-import-modules'],
  ['src/platform/i.ts', 'src/cart/rules/a.ts', 'base-layers-must-not-import-modules'],
  ['src/checkout/server/j.ts', 'src/cart/server/cart-store.ts', 'only-through-public-api'],
  ['src/checkout/server/k.ts', 'src/cart/server/carts.ts', null],
  ['src/cart/server/l.ts', 'src/checkout/server/checkouts.ts', 'no-upward-dependency-from-cart'],
  [
    'src/account/server/m.ts',
    'src/cart/server/carts.ts',
    'no-upward-dependency-from-account-consent-experiment',
  ],
  ['src/account/server/n.ts', 'src/catalogue/rules/plan.ts', null],
  ['src/order/server/o.ts', 'src/app/server.ts', 'modules-must-not-import-app'],
  ['src/order/server/s.ts', 'src/web/request/shop-context.ts', 'modules-must-not-import-web'],
  ['src/order/server/t.ts', 'src/order/screens/u.tsx', 'modules-must-not-import-web'],
  ['src/order/screens/u.tsx', 'src/subscription/endpoints.ts', null],
  ['src/order/mails/y.ts', 'src/subscription/server/subscriptions.ts', null],
  ['src/order/server/z.ts', 'src/order/mails/y.ts', 'modules-must-not-import-web'],
  ['src/order/commands/zf.ts', 'src/order/server/q.ts', null],
  ['src/order/commands/zg.ts', 'src/subscription/server/subscriptions.ts', null],
  ['src/order/commands/zh.ts', 'src/cart/server/cart-store.ts', 'only-through-public-api'],
  ['src/order/commands/zi.ts', 'src/refund/commands/zj.ts', null],
  ['src/order/commands/zk.ts', 'src/app/server.ts', 'modules-must-not-import-app'],
  ['src/order/commands/zl.ts', 'src/order/mails/y.ts', 'commands-have-no-pages-and-mails'],
  [
    'src/subscription/notice/commands/zm.ts',
    'src/web/request/shop-context.ts',
    'commands-have-no-pages-and-mails',
  ],
  ['src/order/server/zn.ts', 'src/refund/commands/zj.ts', 'modules-must-not-import-web'],
  ['src/web/zo.ts', 'src/refund/commands/zj.ts', 'only-app-and-commands-import-commands'],
  ['src/order/mails/zp.ts', 'src/refund/commands/zj.ts', 'only-app-and-commands-import-commands'],
  ['src/app/zq.ts', 'src/refund/commands/zj.ts', null],
  ['src/order/screens/za.tsx', 'src/order/mails/y.ts', 'browser-code-must-not-import-server'],
  ['src/order/endpoints.ts', 'src/subscription/endpoints.ts', 'no-upward-dependency-from-order-payment'],
  ['src/order/screens/v.tsx', 'src/app/server.ts', 'modules-must-not-import-app'],
  ['src/web/w.ts', 'src/app/server.ts', 'modules-must-not-import-app'],
  ['src/platform/x.ts', 'src/web/request/shop-context.ts', 'base-layers-must-not-import-modules'],
  ['src/order/server/p.ts', 'src/order/server/q.ts', 'no-cycles'],
  ['src/order/server/q.ts', 'src/order/server/p.ts', null],
  ['src/order/server/r.ts', 'test/support/test-deps.ts', 'source-must-not-import-tests'],
]

const Answer = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
})

const tree = temporaryTree(['.dependency-cruiser.cjs', 'tsconfig.json'])
let broken: { readonly from: string; readonly law: string }[] = []

beforeAll(() => {
  for (const [, to] of forbiddenImports) tree.write(to, 'export const used = 1\n')
  for (const [from, to] of forbiddenImports) {
    const up = '../'.repeat(from.split('/').length - 1)
    tree.write(from, `import { used } from '${up}${to}'\nexport const use = used\nexport { used }\n`)
  }
  const output = tree.run(
    '.bin/depcruise',
    'src',
    'test',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
  )
  const { summary } = Answer.parse(JSON.parse(output))
  broken = summary.violations.map(({ from, rule }) => ({ from, law: rule.name }))
})

afterAll(() => tree.remove())

test.each(forbiddenImports)('%s may not import %s: %s', (from, _to, law) => {
  const laws = broken.filter((one) => one.from === from).map((one) => one.law)
  if (law === null) expect(laws).toEqual([])
  else expect(laws).toContain(law)
})
