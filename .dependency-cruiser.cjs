// Which modules may import which: only those of their own row of `moduleOrder` and of the rows above.
const moduleOrder = [
  ['catalogue', 'location', 'content', 'pricing', 'delivery', 'ledger'],
  ['account', 'consent', 'experiment'],
  ['agent', 'staff'],
  ['coupon', 'credit'],
  ['cart'],
  ['invoice', 'shipment'],
  ['order', 'payment'],
  ['subscription', 'gift', 'refund'],
  ['checkout', 'withdrawal', 'return'],
  ['dispute', 'survey', 'loyalty', 'review', 'certificate'],
  ['newsletter', 'contact', 'analytics', 'dev-tools', 'report'],
  ['desk'],
  ['partner'],
]
const modules = moduleOrder.flat()
const anyModule = `^src/(${modules.join('|')})/`
// A large module has sub-modules with the same layers.
const layer = (names) => [`^src/[^/]+/(${names})/`, `^src/[^/]+/[^/]+/(${names})/`]
// Screens, mails and operator commands are layers above all modules, like the shell and the HTTP edge.
const webLayer = ['^src/web/', ...layer('screens|mails|commands')]
// The files of a server that other modules may import: each is named after a plural noun.
const publicNames = [
  'accounts agents audits balance-reconciliation balances card-gates carrier carts changes checkouts catalogue-versions consents credit-statements confirmed-returns coupon-batches coupons day-totals',
  'campaigns campaign-copies credits data-files dispute-reconciliations disputed-charges disputes experiments gifts human-checks invoices journals',
  'labels mail-stop-links managed-coupons messages operator-refunds orders page-drafts page-pictures page-versions pages passwords parked-subscriptions payments payouts place-files places plans points problems processor',
  'processor-refunds received-returns reconciliations referral-reviews referrals refund-facts repeated-refunds refunds returns reviews sessions shipment-files shipments staff-members staff-sessions',
  'experiment-results flag-providers flag-versions',
  'price-increases increase-previews previewed-notices status-histories stock-alarms stock-deliveries stock-lots stock-movements stock-needs suppressions stripe-taxes subscribers subscriptions surveys taxes threads tokens visits withdrawals',
]
  .join(' ')
  .replaceAll(' ', '|')
const publicFiles = [
  `^src/[^/]+/server/(${publicNames})\\.ts$`,
  `^src/[^/]+/[^/]+/server/(${publicNames})\\.ts$`,
]

const noUpwardDependencies = moduleOrder.flatMap((row, position) => {
  const laterModules = moduleOrder.slice(position + 1).flat()
  if (laterModules.length === 0) return []
  return [
    {
      name: `no-upward-dependency-from-${row.join('-')}`,
      comment: 'A module imports only modules of its own row and of the rows above.',
      severity: 'error',
      from: { path: `^src/(${row.join('|')})/`, pathNot: webLayer },
      to: { path: `^src/(${laterModules.join('|')})/` },
    },
  ]
})

const pureLibraries = [
  '^node_modules/(zod|intl-messageformat)/',
  '^@schummar/icu-type-parser$',
  '^node_modules/@schummar/',
]

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
      comment: 'rules and shared import only rules, texts and shared (and zod, and what formats texts).',
      severity: 'error',
      from: { path: [...layer('rules'), '^src/shared/'], pathNot: '\\.test\\.ts$' },
      to: { pathNot: [...layer('rules|messages'), '^src/shared/', ...pureLibraries] },
    },
    {
      name: 'texts-import-only-shared',
      comment: 'The texts of a part of the shop know nothing of it.',
      severity: 'error',
      from: { path: [...layer('messages'), '^src/shared/messages/'] },
      to: { pathNot: ['^src/[^/]+/messages/', '^src/[^/]+/[^/]+/messages/', '^src/shared/'] },
    },
    {
      name: 'browser-code-must-not-load-texts',
      comment:
        'A script finds its texts in the page, in its language; no catalog and no parser of messages is sent.',
      severity: 'error',
      from: { path: layer('browser') },
      to: { path: ['/messages/', '^node_modules/intl-messageformat/'], reachable: true },
    },
    {
      name: 'browser-code-must-not-import-server',
      comment: 'screens, browser and ui run in the browser.',
      severity: 'error',
      from: { path: [...layer('screens|browser'), '^src/ui/'] },
      to: { path: [...layer('server|mails|commands'), '^src/platform/'] },
    },
    {
      name: 'only-through-public-api',
      comment: "Another module's server only by its public file, which is named after a plural noun.",
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: '^src/app/' },
      to: {
        path: layer('server'),
        pathNot: ['^src/$1/', ...publicFiles],
      },
    },
    {
      name: 'base-layers-must-not-import-modules',
      severity: 'error',
      from: { path: '^src/(ui|shared|platform)/' },
      to: { path: [anyModule, '^src/(app|web)/'] },
    },
    {
      name: 'modules-must-not-import-app',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/app/' },
      to: { path: '^src/app/' },
    },
    {
      name: 'modules-must-not-import-web',
      comment: 'Screens, mails, commands, the shell and the HTTP edge are above the modules.',
      severity: 'error',
      from: { path: anyModule, pathNot: webLayer },
      to: { path: webLayer },
    },
    {
      name: 'commands-have-no-pages-and-mails',
      comment: 'A command of operators calls the public API of modules and prints.',
      severity: 'error',
      from: { path: layer('commands') },
      to: { path: ['^src/(web|ui)/', ...layer('screens|mails|browser')] },
    },
    {
      name: 'only-app-and-commands-import-commands',
      comment: 'The list of commands is in the composition root.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/app/', ...layer('commands')] },
      to: { path: layer('commands') },
    },
    {
      name: 'source-must-not-import-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^test/|\\.test\\.ts$' },
    },
    ...noUpwardDependencies,
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
