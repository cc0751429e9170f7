import type { Subscription } from '#subscription/endpoints.ts'

/** What a member sees of one subscription, as far as it brings something. */
interface ObservedSubscription {
  readonly live: boolean
  /** Live and begun; one that starts again on a later day is live before. */
  readonly begun: boolean
  readonly cents: number
}

export const kinds = ['new', 'reactivation', 'expansion', 'contraction', 'churn'] as const

type Kind = (typeof kinds)[number]

/** A month as somebody counts it who only looks at members' pages; cents a month. */
export interface WatchedMonth {
  opening: number
  readonly moved: Record<Kind, { times: number; cents: number }>
  closing: number
}

const emptyMonth = (opening: number): WatchedMonth => ({
  opening,
  moved: {
    new: { times: 0, cents: 0 },
    reactivation: { times: 0, cents: 0 },
    expansion: { times: 0, cents: 0 },
    contraction: { times: 0, cents: 0 },
    churn: { times: 0, cents: 0 },
  },
  closing: opening,
})

/** `price` is of all units of one order, as `149.97`. */
const centsIn = (price: string): number => Number(price.replace('.', ''))

const seenIn = ({ state, price, interval_months: months }: Subscription): ObservedSubscription => ({
  live: state === 'active' || state === 'paused' || state === 'future',
  begun: state === 'active' || state === 'paused',
  cents: state === 'active' ? Math.round(centsIn(price) / months) : 0,
})

const kindOf = (before: ObservedSubscription | undefined, after: ObservedSubscription): Kind | null => {
  if (before === undefined) return 'new'
  if (before.begun !== after.begun) return after.begun ? 'reactivation' : 'churn'
  if (before.cents === after.cents) return null
  return before.cents < after.cents ? 'expansion' : 'contraction'
}

/**
 * Counts recurring revenue by watching what members see, one difference after the other: nothing of the shop's own
 * records, nothing of its rules.
 */
export const openWatch = () => {
  const seen = new Map<string, ObservedSubscription>()
  const starts = new Map<string, number>()
  const months: WatchedMonth[] = [emptyMonth(0)]
  const liveAt: Set<string>[] = []
  const total = (): number => [...seen.values()].reduce((sum, { cents }) => sum + cents, 0)
  return {
    months,
    look: (subscriptions: readonly Subscription[]): void => {
      const month = months.at(-1)
      for (const subscription of subscriptions) {
        const after = seenIn(subscription)
        const before = seen.get(subscription.id)
        const kind = kindOf(before, after)
        seen.set(subscription.id, after)
        if (before === undefined) starts.set(subscription.id, months.length - 1)
        if (kind === null || month === undefined) continue
        month.moved[kind].times += 1
        month.moved[kind].cents += after.cents - (before?.cents ?? 0)
      }
    },
    /** A month is over; the next one begins with what members see now. */
    turn: (): void => {
      const month = months.at(-1)
      if (month) month.closing = total()
      liveAt.push(new Set([...seen].flatMap(([id, { live }]) => (live ? [id] : []))))
      months.push(emptyMonth(total()))
    },
    /** Of the subscriptions first seen in a month: how many, and how many were live as each month from it on ended. */
    cohort: (month: number): { readonly size: number; readonly liveAtEnd: readonly number[] } => {
      const begun = [...starts].flatMap(([id, started]) => (started === month ? [id] : []))
      const ends = liveAt.slice(month)
      return {
        size: begun.length,
        liveAtEnd: ends.map((live) => begun.filter((id) => live.has(id)).length),
      }
    },
  }
}

export type Watch = ReturnType<typeof openWatch>
