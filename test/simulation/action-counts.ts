/** How often an action was tried, and how often the shop carried it out. */
export interface ActionCount {
  readonly tried: number
  readonly done: number
}

export type ActionCounts = Readonly<Record<string, ActionCount>>

/** What lines of a log say was done, by how they begin once the person is taken off; the first that fits counts. */
const actions: readonly (readonly [begins: RegExp, name: (match: RegExpExecArray) => string])[] = [
  [/^asks for ([\w-]+)/, ([, action]) => `change: ${action}`],
  [/^buys for .*, with ([\w-]+)/, ([, card]) => `purchase with the card ${card}`],
  [/^an operator runs shipments event \S+ ([\w-]+)/, ([, event]) => `operator: shipment ${event}`],
  [/^an operator runs problems? \S+ ([\w-]+)/, ([, kind]) => `operator: problem, ${kind}`],
  [/^an operator runs return \S+-R\d+ --write-off/, () => 'operator: return, written off'],
  [/^an operator runs return \S+-R\d+/, () => 'operator: return'],
  [/^an operator runs return/, () => 'operator: withdrawn order is here'],
  [/^an operator runs refund .*--as-credit/, () => 'operator: refund of a line, as credit'],
  [/^an operator runs refund/, () => 'operator: refund of a line'],
  [/^returns: .* and /, () => 'return in two windows'],
  [/^returns/, () => 'return'],
  [/^cancels/, () => 'return canceled'],
  [/^withdraws/, () => 'withdrawal'],
  [/^complains/, () => 'problem'],
  [/^gives: /, () => 'gift bought'],
  [/^claims: [^,]*, takes back/, () => 'gift claimed while its giver cancels'],
  [/^claims/, () => 'gift claimed'],
  [/^makes a batch/, () => 'staff: batch made'],
  [/^packs L/, () => 'staff: order of a batch packed'],
  [/^holds L/, () => 'staff: order of a batch held'],
  [/^ends the hold/, () => 'staff: hold ended'],
  [/^puts L\S+ back/, () => 'staff: shipment put back'],
  [/^takes over/, () => 'staff: batch taken over'],
  [/^buys the labels/, () => 'staff: labels of a batch'],
  [/^closes batch/, () => 'staff: batch closed'],
  [/^imports tracking numbers/, () => 'staff: tracking numbers from a file'],
  [/^refunds a line of/, () => 'staff: line refunded'],
  [/^ships L/, () => 'staff: order shipped'],
  [/^sends L\S+ again/, () => 'staff: order sent again'],
  [/^holds the order/, () => 'staff: order held'],
  [/^releases the order/, () => 'staff: order released'],
  [/^does to many orders, (\w+)/, ([, action]) => `staff: bulk ${action}`],
  [/^schedules a price increase/, () => 'staff: price increase scheduled'],
  [/^stops a price increase/, () => 'staff: price increase stopped'],
  [/^refunds the report/, () => 'staff: report refunded'],
  [/^sends the report/, () => 'staff: report sent again'],
  [/^declines the report/, () => 'staff: report declined'],
  [/^tries a refund of/, () => 'staff: refused refund tried again'],
  [/^gives a refused refund/, () => 'staff: refused refund as credit'],
  [/^takes a refused refund/, () => 'staff: refused refund taken off the list'],
  [/^takes a parked renewal/, () => 'staff: parked renewal tried again'],
  [/^acts for/, () => 'staff: acted for a member'],
  [/^receives \S+ at the desk/, () => 'staff: return received'],
  [/^the return \S+ is approved/, () => 'staff: return approved by a second person'],
  [/^the return \S+ is refused/, () => 'staff: return refused by a second person'],
  [/^the entry .* is approved/, () => 'staff: catalogue draft approved'],
  [/^the entry .* is refused/, () => 'staff: catalogue draft refused'],
  [/^is given/, () => 'credit'],
  [/^\d+ (?:hours|days) pass/, () => 'time passes'],
  [/ costs \d+/, () => 'price changed'],
  [/^the shop is killed/, () => 'shop killed'],
  [/^the shop will end at "([^"]+)"/, ([, step]) => `killed at "${step}"`],
]

/** The action of a line; null for one that is none. */
const actionNamed = (line: string): string | null => {
  const said = line.replace(/^\S+@\S+?:? /, '')
  for (const [begins, name] of actions) {
    const match = begins.exec(said)
    if (match) return name(match)
  }
  return null
}

const results = (line: string): readonly string[] => {
  const [first = ''] = line.split(', takes it back: ')
  return (first.split(': ').at(-1) ?? '').split(' and ')
}

/** A refusal is logged by its code, which is in capitals. */
const isDone = (line: string): boolean =>
  results(line).some((result) => result !== 'interrupted' && !/^[A-Z]+(?:_[A-Z]+)*$/.test(result))

/** Adds two counts. */
export const sumOf = (one: ActionCounts, other: ActionCounts): ActionCounts => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  const total = (name: string): ActionCount => ({
    tried: (one[name]?.tried ?? 0) + (other[name]?.tried ?? 0),
    done: (one[name]?.done ?? 0) + (other[name]?.done ?? 0),
  })
  return Object.fromEntries([...names].map((name) => [name, total(name)]))
}

/** What staff do about what waits for somebody. */
export const caseActions = [
  'staff: acted for a member', 'staff: catalogue draft approved', 'staff: parked renewal tried again',
  'staff: refused refund as credit', 'staff: refused refund tried again', 'staff: report declined', 'staff: report refunded',
  'staff: report sent again', 'staff: return approved by a second person', 'staff: return received',
] // prettier-ignore

/** Actions that a hundred seeds have each. */
const usual = [
  ...caseActions,
  'staff: catalogue draft refused', 'staff: refused refund taken off the list', 'staff: return refused by a second person',
  'change taken back', 'change: resume', 'change: unskip', 'change: unskip-item', 'gift claimed', 'gift claimed while its giver cancels',
  'operator: problem, decline', 'operator: problem, refund', 'operator: problem, reship', 'operator: return',
  'operator: return, written off', 'operator: withdrawn order is here', 'problem', 'return', 'return canceled', 'return in two windows',
  'staff: batch closed', 'staff: batch made', 'staff: bulk batch', 'staff: bulk hold', 'staff: bulk release', 'staff: line refunded', 'staff: order held', 'staff: order released', 'staff: order sent again',
  'staff: order shipped', 'staff: order of a batch held', 'staff: order of a batch packed',
  'staff: price increase scheduled', 'staff: price increase stopped', 'staff: shipment put back', 'staff: tracking numbers from a file', 'withdrawal',
] // prettier-ignore

/** What was tried and done in a log. */
export const actionsIn = (log: readonly string[]): ActionCounts =>
  log.reduce<ActionCounts>((counts, line) => {
    const undone = /, takes it back: (.*)$/.exec(line)?.[1]
    const lines = [
      { name: actionNamed(line), done: isDone(line) },
      {
        name: undone === undefined ? null : 'change taken back',
        done: undone !== undefined && isDone(undone),
      },
    ]
    return lines.reduce(
      (sum, { name, done }) =>
        name === null ? sum : sumOf(sum, { [name]: { tried: 1, done: Number(done) } }),
      counts,
    )
  }, {})

/** A table with a line for each action, per hundred seeds. */
export const actionTable = (counts: ActionCounts, seeds: number): readonly string[] => {
  const perHundred = (n: number): string => ((100 * n) / seeds).toFixed(n * 100 < 10 * seeds ? 1 : 0)
  const never = Object.fromEntries(usual.map((name) => [name, { tried: 0, done: 0 }]))
  const rows = Object.entries(sumOf(never, counts))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { tried, done }]) => [name, perHundred(tried), perHundred(done)])
  return [['action, per 100 seeds', 'tried', 'done'], ...rows].map(
    ([name = '', tried = '', done = '']) => `${name.padEnd(52)}${tried.padStart(8)}${done.padStart(8)}`,
  )
}
