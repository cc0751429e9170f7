// The laws of the house about who may know whom. Rooms knock in the order of `order` only.
const order = [
  ['catalogue', 'location', 'content', 'ledger'],
  ['account', 'consent', 'experiment'],
  ['agent'],
  ['coupon', 'credit'],
  ['cart'],
  ['invoice'],
  ['order', 'payment'],
  ['subscription', 'gift'],
  ['checkout', 'withdrawal'],
  ['survey', 'loyalty'],
  ['newsletter', 'contact', 'analytics', 'workbench', 'report'],
]
const rooms = order.flat()
const noRoom = `^src/(${rooms.join('|')})/`

const later = order.flatMap((floor, position) => {
  const upwards = order.slice(position + 1).flat()
  if (upwards.length === 0) return []
  return [
    {
      name: `no-knock-upwards-from-${floor.join('-')}`,
      comment: 'Rooms knock only at rooms before them.',
      severity: 'error',
      from: { path: `^src/(${floor.join('|')})/` },
      to: { path: `^src/(${upwards.join('|')})/`, pathNot: '^src/[^/]+/calls\\.ts$' },
    },
  ]
})

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'rules-are-pure',
      comment: 'rules and shared import only rules and shared (and zod).',
      severity: 'error',
      from: { path: '^src/([^/]+/rules|shared)/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^src/([^/]+/rules|shared)/', '^node_modules/zod/'] },
    },
    {
      name: 'pages-know-no-server',
      comment: 'screens, browser and ui run in the browser.',
      severity: 'error',
      from: { path: '^src/([^/]+/(screens|browser)|ui)/' },
      to: { path: '^src/([^/]+/server|platform)/' },
    },
    {
      name: 'through-the-door',
      comment: "Another room's server only by its door, the file named after the room's plural noun.",
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: '^src/app/' },
      to: {
        path: '^src/[^/]+/server/',
        pathNot: [
          '^src/$1/',
          '^src/[^/]+/server/(plans|accounts|agents|coupons|credits|carts|orders|payments|refunds|withdrawals|processor|subscriptions|gifts|checkouts|pages|locations|journals|invoices|surveys|experiments|points|referrals|standings|consents|visits|human-checks|card-gates)\\.ts$',
        ],
      },
    },
    {
      name: 'ground-floors-know-no-room',
      severity: 'error',
      from: { path: '^src/(ui|shared|platform)/' },
      to: { path: [noRoom, '^src/app/'] },
    },
    {
      name: 'nobody-imports-app',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/app/' },
      to: { path: '^src/app/', pathNot: '^src/app/(shop-context\\.ts|shell/)' },
    },
    {
      name: 'source-knows-no-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^test/|\\.test\\.ts$' },
    },
    ...later,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node'],
    },
  },
}
